#!/usr/bin/env python3
#
# report.py - reads a report as its page does, and compares it
#
#	report.py PAGE SHOW STAT [TEXT]
#
# SHOW is of show -f json, STAT of stat -f json, for the same part of the same
# trace, and TEXT of show --templates. Each event has to be there, in its order
# with its fields, each loss, and each span that stat counts; nothing on a track
# overlaps; and the figures are those of stat. With events left out, all but these.
import base64
import collections
import json
import re
import struct
import sys
import zlib

PART = re.compile(r'<script type="text/plain" id="p(\d+)">([A-Za-z0-9+/=]*)</script>\n')
LOG = re.compile(r'<script type="application/json" id="log">(.*?)</script>')


def fail(text):
    print(text)
    sys.exit(1)


def check(is_so, text):
    if not is_so:
        fail(text)


class Page:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            html = file.read()
        self.packed = dict(PART.findall(html))
        found = LOG.findall(html)
        check(len(found) == 1, f"{len(found)} elements with JSON")
        check("<" not in found[0], "the JSON has a <")
        self.log = json.loads(found[0])
        rest = PART.sub("", LOG.sub("", html))
        check(len(rest) <= 60 << 10, f"without data it has {len(rest)} bytes")

    def part(self, of):
        """The columns of a part, by name."""
        raw = zlib.decompress(base64.b64decode(self.packed[str(of["p"])]), -15)
        check(len(raw) == of["b"], f"part {of['p']} has {len(raw)} bytes")
        texts, at = [], 0
        if "s" in of:
            texts = raw[of["s"][0]:].decode().split("\0")[:-1]
            check(len(texts) == of["s"][1], f"part {of['p']} has other texts")
        columns = {}
        for name, form, width, base, *absent in of["c"]:
            lack = raw[at:at + of["n"]] if absent else bytes(of["n"])
            at += of["n"] if absent else 0
            values = self.values(raw[at:], form, width, int(base), of["n"])
            at += of["n"] * width
            if form == "t":
                values = [texts[v - 1] if v else None for v in values]
            columns[name] = [None if no else v for no, v in zip(lack, values)]
        return columns

    @staticmethod
    def values(raw, form, width, base, rows):
        values = [sum(raw[byte * rows + row] << 8 * byte for byte in range(width))
                  for row in range(rows)]
        if form == "u":
            return [base + v for v in values]
        if form == "d":
            for row, v in enumerate(values):
                base += -((v + 1) // 2) if v & 1 else v // 2
                values[row] = base
        if form == "f":
            code = "<d" if width == 8 else "<f"
            return [struct.unpack(code, v.to_bytes(width, "little"))[0] for v in values]
        return values

    def table(self, name):
        """The rows of a table, as dictionaries."""
        rows = []
        for of in self.log[name]["parts"]:
            columns = self.part(of)
            rows += [dict(zip(columns, row)) for row in zip(*columns.values())]
        check(len(rows) == self.log[name]["rows"], f"{name} has {len(rows)} rows")
        return rows

    def events(self):
        """The events with their fields."""
        fields = {}
        for number, event_type in enumerate(self.log["types"]):
            for of in event_type["parts"]:
                columns = self.part(of)
                check(all(len(c) == of["n"] for c in columns.values()), "short column")
                fields[number, of["l"]] = columns
        for number, of in enumerate(self.log["log"]["parts"]):
            columns = self.part(of)
            seen = collections.Counter()
            for row in zip(*columns.values()):
                event = dict(zip(columns, row))
                event["type"] = self.log["types"][event["type"]]
                key = self.log["types"].index(event["type"]), number
                event["fields"] = [
                    (field, fields[key][i][seen[key]])
                    for i, field in enumerate(event["type"]["fields"])
                    if key in fields and i in fields[key]]
                seen[key] += 1
                yield event


def is_same(field, value, wanted, name):
    """A value as show has it in JSON; texts that are not UTF-8 differ."""
    if isinstance(wanted, dict):
        return "\ufffd" in value
    if field["kind"] in ("int", "hex"):
        return value == int(wanted)
    if field["kind"] in ("float", "float32"):
        numbers = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}
        wanted = numbers.get(wanted, wanted)
        if wanted is None:
            return value - value != 0
        close = 1e-6 * abs(float(wanted)) if field["kind"] == "float32" else 0
        return str(value) == wanted or abs(value - float(wanted)) <= close
    if field["kind"] == "bool":
        return bool(value) == wanted
    if field["kind"] == "word":
        if isinstance(wanted, list):
            return value.count(",") == max(0, len(wanted) - 1)
        return name is not None and name in value or str(wanted) in value or \
            str(value).startswith("0") or "\\x" in value or "/" in value
    return value.replace("\ufffd", "") == str(wanted).replace("\ufffd", "")


def compare_events(page, show):
    wanted = [item for item in show if "name" in item]
    events = page.log["events"]
    check(events == len(wanted), f"{events} events, not {len(wanted)}")
    by_thread = collections.Counter()
    start = int(page.log["start_ns"])
    count = 0
    for event, item in zip(page.events(), wanted):
        thread = page.log["threads"][event["thread"]]
        by_thread[event["thread"]] += 1
        count += 1
        where = f"event {count}, {item['name']}: "
        check(event["type"]["name"] == item["name"] or not item["name"].isascii(),
              where + f"is called {event['type']['name']}")
        check(start + event["t"] == item["ts"], where + f"at {event['t']}")
        check(thread["pid"] == item.get("pid", 0), where + f"of {thread}")
        check(item.get("tid", 0) in (thread["tid"], thread["pid"]),
              where + f"of {thread}")
        args = item.get("args", {})
        named = {f["name"]: (f, v) for f, v in event["fields"] if v is not None}
        for name, value in args.items():
            check(name in named, where + f"has no {name}: {named}")
            check(is_same(*named[name], value, item.get("names", {}).get(name)),
                  where + f"{name} is {named[name]}, not {value}")
        if "data" in item or "rest" in item:
            check("" in named, where + f"has no data: {named}")
    check(count == len(wanted), f"{count} rows of events")
    for number, thread in enumerate(page.log["threads"]):
        check(thread["events"] == by_thread[number], f"events of {thread}")
    return by_thread


def compare_losses(page, show):
    losses = [item for item in show if "name" not in item]
    rows = page.table("losses")
    start = int(page.log["start_ns"])
    got = sorted((start + r["t"], r["dur"], r["lost"],
                  page.log["threads"][r["thread"]]["tid"]) for r in rows)
    wanted = sorted((i["ts"], i.get("over_ns", 0), i["lost"], i.get("tid", 0))
                    for i in losses)
    check(got == wanted, f"losses are {got}, not {wanted}")
    check(page.log["lost"] == sum(i["lost"] for i in losses), "other number lost")
    for row in rows:
        check(row["reason"] <= len(page.log["reasons"]), f"reason of {row}")


def slices(page, table, times):
    """Those of a table: begin, length or -1, and the row."""
    for row in page.table(table):
        if times is None:
            yield row["begin"], row["dur"], row
        else:
            begin = times[row["event"]]
            end = row["end"]
            yield begin, max(0, times[end] - begin) if end >= 0 else -1, row


def compare_spans(page, stat, times):
    lengths, still = collections.defaultdict(list), collections.Counter()
    for _, length, row in slices(page, "spans", times):
        name = page.log["names"][row["name"]][0].replace("\ufffd", "?")
        if length < 0:
            still[name] += 1
        else:
            lengths[name].append(length)
    for pair in stat["pairs"]:
        name = pair["span"]
        got = sorted(lengths.pop(name, []))
        check(len(got) == pair["n"], f"{len(got)} spans {name}, not {pair['n']}")
        check(still.pop(name, 0) == pair["not_ended"], f"open spans {name}")
        if not got:
            continue
        check(got[0] == pair["min_ns"], f"{name}: least is {got[0]}")
        check(got[-1] == pair["max_ns"], f"{name}: most is {got[-1]}")
        middle = got[(len(got) - 1) // 2], got[len(got) // 2]
        check(middle[0] * 0.98 <= pair["p50_ns"] <= middle[1] * 1.02 + 1,
              f"{name}: middle is {middle}, not {pair['p50_ns']}")
    check(not lengths and not still, f"stat has no {set(lengths) | set(still)}")


def check_tracks(page, table, times):
    last = {}
    for begin, length, row in slices(page, table, times):
        track = page.log["tracks"][row["track"]]
        check((track["kind"] == "object") == (table == "holds"), f"{track}")
        if length < 0:
            continue
        check(last.get(row["track"], begin) <= begin or page.log["range"][0] < 0
              or is_set_back(times), f"{table} overlap at {begin}")
        last[row["track"]] = begin + length


def is_set_back(times):
    return times is not None and any(a > b for a, b in zip(times, times[1:]))


def exact(value):
    """Integers that no double holds are texts."""
    if isinstance(value, dict):
        return {k: exact(v) for k, v in value.items()}
    if isinstance(value, list):
        return [exact(v) for v in value]
    if isinstance(value, int) and not isinstance(value, bool) and len(str(value)) > 15:
        return str(value)
    return value


def compare_texts(page, path):
    """Each text that a template made is in what show printed."""
    with open(path, encoding="utf-8") as file:
        shown = file.read()
    count = 0
    for event in page.events():
        for field, value in event["fields"]:
            if field["kind"] == "template" and value is not None:
                count += 1
                for line in value.split("\n"):
                    check(line.strip() in shown, f"show has no {line!r}")
    check(count, "no event has a text")


def main():
    page = Page(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as lines:
        show = [json.loads(line) for line in lines]
    with open(sys.argv[3], encoding="utf-8") as file:
        stat = json.load(file)
    times = None
    if "left_out" in page.log:
        check(page.log["log"]["rows"] == 0, "events that are left out are there")
    else:
        compare_events(page, show)
        times = [row["t"] for row in page.table("log")]
    compare_losses(page, show)
    compare_spans(page, stat, times)
    check_tracks(page, "spans", times)
    check_tracks(page, "holds", times)
    page.table("levels")
    check(page.log["stat"] == exact(stat), "the figures are others")
    if len(sys.argv) > 4:
        compare_texts(page, sys.argv[4])


main()
