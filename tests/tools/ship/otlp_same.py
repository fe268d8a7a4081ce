#!/usr/bin/env python3
#
# otlp_same.py - the spans and records of files of OpenTelemetry's JSON are equal
#
#	otlp_same.py {once|least} WANTED... -- GOT
#
# once: each comes once; least: some may come again, the same.
import collections
import json
import struct
import sys


# JSON has the shortest digits of a float, and protocol buffers its bits.
def plain(value):
    if isinstance(value, dict):
        if "doubleValue" in value and not isinstance(value["doubleValue"], str):
            number = value["doubleValue"]
            return ["double", struct.pack("<f", number).hex()]
        return {key: plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value


def ordered(attributes):
    keys = [one["key"] for one in attributes]
    if len(keys) != len(set(keys)):
        sys.exit("otlp_same.py: a key comes twice: %s" % keys)
    return sorted(plain(attributes), key=lambda one: one["key"])


def read(path):
    found = collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            top = json.loads(line)
            name = "Spans" if "resourceSpans" in top else "Logs"
            resource = top["resource" + name][0]
            scope = resource["scope" + name][0]
            about = ordered(resource["resource"]["attributes"])
            for one in scope["spans" if name == "Spans" else "logRecords"]:
                one = plain(one)
                one["attributes"] = ordered(one["attributes"])
                found[json.dumps([about, one], sort_keys=True)] += 1
    return found


at = sys.argv.index("--")
wanted = sum((read(path) for path in sys.argv[2:at]), collections.Counter())
got = read(sys.argv[at + 1])
if sys.argv[1] == "least":
    got = collections.Counter(set(got))
    wanted = collections.Counter(set(wanted))
for what, one in (("missing", wanted - got), ("too much", got - wanted)):
    for text in list(one)[:5]:
        print("%s: %s" % (what, text))
    if one:
        print("%s: %d" % (what, sum(one.values())))
sys.exit(wanted != got)
