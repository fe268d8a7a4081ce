#!/usr/bin/env python3
#
# otlp.py - what lines of OpenTelemetry's JSON have, in short
#
#	otlp.py FILE
#
# Prints a line for each resource, span and record, and checks what must hold:
#
#	resource KEY=VALUE...
#	span NAME START+NS in PARENT of TRACE KEY=VALUE...
#	record NAME TIME SEVERITY in SPAN of TRACE BODY KEY=VALUE...
#
# Times are in nanoseconds since 1700000000. Spans are named by numbers, in the
# order of their lines, and those without an end are "itself"; traces by letters
# in order of appearance.
import base64
import json
import sys

BEGIN = 1700000000 * 10**9
MOST = 512


def fail(what):
    sys.exit("otlp.py: " + what)


def check_id(text, size):
    data = bytes.fromhex(text)
    if len(data) != size or not any(data) or text != text.lower():
        fail("no id of %d bytes: %s" % (size, text))
    return text


def time_of(text):
    if not isinstance(text, str):
        fail("a time is no text: %r" % text)
    return int(text) - BEGIN


def value_of(value):
    if len(value) != 1:
        fail("no value: %r" % value)
    kind, what = next(iter(value.items()))
    if kind == "arrayValue":
        return "[" + ",".join(value_of(one) for one in what["values"]) + "]"
    if kind == "bytesValue":
        return "0x" + base64.b64decode(what, validate=True).hex()
    wanted = {
        "boolValue": bool,
        "doubleValue": (float, int, str),
        "intValue": str,
        "stringValue": str,
    }
    if not isinstance(what, wanted[kind]):
        fail("%s has a wrong type: %r" % (kind, what))
    if kind == "intValue":
        return str(int(what))
    if kind in ("boolValue", "stringValue"):
        return json.dumps(what)
    return str(what)


def attributes_of(thing):
    keys = [one["key"] for one in thing["attributes"]]
    if len(keys) != len(set(keys)):
        fail("a key comes twice: %s" % keys)
    return "".join(
        " %s=%s" % (one["key"], value_of(one["value"]))
        for one in thing["attributes"]
    )


def read(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            top = json.loads(line)
            name = "Spans" if "resourceSpans" in top else "Logs"
            resource = top["resource" + name][0]
            scope = resource["scope" + name][0]
            records = scope["spans" if name == "Spans" else "logRecords"]
            if not 0 < len(records) <= MOST:
                fail("%d records on a line" % len(records))
            yield resource["resource"], name, records


class Names:
    def __init__(self):
        self.spans = {}
        self.traces = {}

    def span(self, thing, key):
        one = thing.get(key)
        return "-" if one is None else self.spans.get(check_id(one, 8), one)

    def trace(self, thing):
        one = thing.get("traceId")
        if one is None:
            return "-"
        check_id(one, 16)
        letter = chr(ord("A") + len(self.traces))
        return self.traces.setdefault(one, letter)


def show(path):
    names = Names()
    for _, name, records in read(path):
        for span in records if name == "Spans" else []:
            one = check_id(span["spanId"], 8)
            if one in names.spans:
                fail("an id comes twice: %s" % one)
            names.spans[one] = str(len(names.spans) + 1)
    for _, name, records in read(path):
        for record in records if name == "Logs" else []:
            if any(one["key"] == "open" for one in record["attributes"]):
                names.spans[check_id(record["spanId"], 8)] = "itself"
    for resource, name, records in read(path):
        print("resource" + attributes_of(resource))
        for one in records:
            if name == "Spans":
                start = time_of(one["startTimeUnixNano"])
                end = time_of(one["endTimeUnixNano"])
                if end < start:
                    fail("a span ends before it begins")
                print(
                    "span %s %d+%d in %s of %s%s"
                    % (
                        one["name"],
                        start,
                        end - start,
                        names.span(one, "parentSpanId"),
                        names.trace(one),
                        attributes_of(one),
                    )
                )
                continue
            body = one.get("body")
            print(
                "record %s %d %d in %s of %s %s%s"
                % (
                    one["eventName"],
                    time_of(one["timeUnixNano"]),
                    one["severityNumber"],
                    names.span(one, "spanId"),
                    names.trace(one),
                    "-" if body is None else value_of(body),
                    attributes_of(one),
                )
            )


show(sys.argv[1])
