#!/usr/bin/env python3
#
# matrix.py - adds up what a viewer's file has of a trace
#
#	matrix.py FORMAT FILE SHOW STAT TOLD
#
# SHOW is of show -f json, STAT of stat -f csv, and TOLD what convert said on
# standard error. Of all events,
#
#	instants + 2 x closed spans + open spans + not carried = events + both
#
# holds, where `both' are the events that end a span and begin one; spans are those
# of stat, and losses those of show. Exit status 77: FORMAT has no reader here, or
# what it needs is not there.
import collections
import csv
import json
import os
import re
import sqlite3
import subprocess
import sys

Counts = collections.namedtuple("Counts", "instants closed open places lost")


def spans_of_stat(path):
    """Closed and open spans, ends without a beginning, and events that end a
    span and begin one: spans whose two sides are the same events. Of these, also
    those without a key."""
    closed = still = unmatched = both = nested = 0
    columns = None
    with open(path, newline="", encoding="utf-8", errors="replace") as lines:
        for row in csv.reader(lines):
            if not row:
                columns = None
            elif columns is None:
                columns = row
            elif columns[0] == "span" and "not_ended" in columns:
                span = dict(zip(columns, row))
                closed += int(span["n"])
                still += int(span["not_ended"])
                unmatched += int(span["unmatched"]) - int(span["not_ended"])
                if span["begin"] == span["end"]:
                    both += int(span["n"])
                    nested += int(span["n"]) * (span["by"] == "thread")
    return closed, still, unmatched, both, nested


def counts_of_show(path):
    """Events, places of losses, and lost events."""
    events = places = lost = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if "name" in item:
                events += 1
            else:
                places += 1
                lost += item["lost"]
    return events, places, lost


def read_told(path):
    told = collections.Counter()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            found = re.search(r": ([^:]+): ([0-9,]+) times?$", line)
            if found:
                told[found[1]] += int(found[2].replace(",", ""))
    return told


def sum_told(told, beginning):
    return sum(n for what, n in told.items() if what.startswith(beginning))


class Sum:
    def __init__(self, show, stat, told):
        self.events, self.places, self.lost = counts_of_show(show)
        spans = spans_of_stat(stat)
        self.closed, self.open, self.unmatched = spans[:3]
        self.both, self.both_nested = spans[3:]
        self.told = read_told(told)
        self.failures = 0

    def same(self, what, got, wanted):
        if got != wanted:
            print("%s: %s, not %s" % (what, got, wanted))
            self.failures += 1

    def whole(self, counts):
        """For formats that have each event."""
        self.same(
            "events",
            counts.instants + 2 * counts.closed + counts.open,
            self.events + self.both,
        )
        self.same("closed spans", counts.closed, self.closed)
        self.same("open spans", counts.open, self.open)
        self.same("losses", counts.places, self.places)
        self.same("lost events", counts.lost, self.lost)

    def stacks(self, frames, timeless, lost):
        """For formats that have only spans that nest. timeless: events that
        are not carried."""
        still = sum_told(self.told, "spans without an end, ")
        beside = sum_told(self.told, "spans that end after") + sum_told(
            self.told, "spans with a key"
        )
        closed = frames - still
        self.same(
            "spans that are not carried",
            self.closed - closed + self.open - still,
            beside,
        )
        self.same(
            "events that are not in spans",
            self.events + self.both - 2 * self.closed - self.open,
            timeless,
        )
        self.same("lost events", lost, self.lost)


def read_chrome(path, total):
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    of = collections.Counter()
    lost = 0
    for event in events:
        kind = event["ph"]
        if kind in "be":
            kind += event["cat"]
        of[kind] += 1
        if kind == "blost":
            lost += event["args"].get("lost", 0)
    total.whole(
        Counts(
            of["i"],
            of["X"] + of["espan"],
            of["B"] + of["bspan"] - of["espan"],
            of["blost"],
            lost,
        )
    )


def value_of(record, key):
    for one in record["attributes"]:
        if one["key"] == key:
            return next(iter(one["value"].values()))
    return None


def read_otlp(path, total):
    of = collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            top = json.loads(line)
            for resource in top.get("resourceSpans", []):
                of["span"] += sum(
                    len(scope["spans"]) for scope in resource["scopeSpans"]
                )
            for resource in top.get("resourceLogs", []):
                for record in resource["scopeLogs"][0]["logRecords"]:
                    if record["severityNumber"] == 13:
                        of["loss"] += 1
                        of["lost"] += int(value_of(record, "lost") or 0)
                    elif value_of(record, "open"):
                        of["open"] += 1
                    else:
                        of["instant"] += 1
    total.whole(
        Counts(of["instant"], of["span"], of["open"], of["loss"], of["lost"])
    )


def read_speedscope(path, total):
    with open(path, encoding="utf-8") as file:
        scope = json.load(file)
    names = [frame["name"] for frame in scope["shared"]["frames"]]
    frames = sum(
        event["type"] == "O" and not names[event["frame"]].startswith("[")
        for profile in scope["profiles"]
        for event in profile["events"]
    )
    total.stacks(
        frames,
        total.told["events that take no time"]
        + total.told["ends of spans without a beginning"],
        total.told["events lost before"],
    )


def read_folded(path, total):
    """Of stacks that count events: the ends of frames are not counted."""
    counted = lost = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            stack, value = line.rsplit(" ", 1)
            if stack.split(";")[-1].startswith("["):
                lost += int(value)
            else:
                counted += int(value)
    ends = total.events - counted + total.both_nested
    still = sum_told(total.told, "spans without an end, ")
    total.stacks(
        ends + still,
        total.events + total.both - 2 * total.closed - total.open,
        lost,
    )


def read_ctf(path, total):
    """Of what babeltrace2 prints. Spans are not among it."""
    try:
        done = subprocess.run(
            ["babeltrace2", path],
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
    except FileNotFoundError:
        sys.exit(77)
    losses = re.findall("racer (?:may have )?discarded", done.stderr)
    numbers = re.findall(r"racer discarded (\d+) event", done.stderr)
    total.same("events", done.stdout.count("\n"), total.events)
    total.same("losses", len(losses), total.places)
    total.same(
        "lost events",
        sum(map(int, numbers))
        - sum_told(total.told, "losses of an unknown number"),
        total.lost,
    )


def read_perfetto(path, total):
    """Of what the reader of Perfetto's traces beside this says."""
    reader = os.path.join(os.path.dirname(__file__), "pftrace.py")
    said = subprocess.run(
        [sys.executable, reader, path],
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ).stdout
    of = collections.Counter()
    for line in said.split("\n"):
        columns = line.split("|")
        if columns[0] == "total":
            of[columns[1]] += int(columns[2])
        elif columns[0] == "slice" and columns[4] == "lost":
            of["losses"] += 1
            number = re.search(r"\|lost=(\d+)", line)
            of["lost"] += int(number[1]) if number else 0
    total.whole(
        Counts(
            of["instants"], of["closed"], of["open"], of["losses"], of["lost"]
        )
    )


# Names of what an exporter makes up for a trace that says nothing of it: what
# numbers mean. For ThreadX it tells how many events it has made up.
made_up = {
    "liteos": "$",
    "ptl": "$",
    "rkh": "FWK_(AO|OBJ|TCFG|TUSR)$",
    "threadx": "$",
}


def runs_of_losses(path):
    """Places of losses, where those without an event between are one place."""
    runs, was_loss = 0, False
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            is_loss = "name" not in json.loads(line)
            runs += is_loss and not was_loss
            was_loss = is_loss
    return runs


def count_made_up(path, name):
    with open(path, encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    return sum(
        bool(re.match(made_up[name], item.get("name", ""))) for item in items
    )


def read_back(path, total, name, show):
    """Of what the command shows of a board's trace, or of a log. A loss may be
    told instead, and several in one place may be one."""
    events, places, lost = counts_of_show(path)
    of_ours, of_theirs = count_made_up(show, name), count_made_up(path, name)
    if of_theirs > of_ours:
        events -= of_theirs - of_ours
    events -= sum_told(total.told, "events that were made up")
    events += sum_told(total.told, "events of too many")
    total.same("events", events, total.events)
    places += sum_told(total.told, "places where events are missing")
    total.same(
        "losses",
        min(max(places, runs_of_losses(show)), total.places),
        places,
    )
    if name == "ptl":
        total.same("lost events", lost, total.lost)


def read_sqlite(path, total):
    """Each event is a row, and each span another one."""
    database = sqlite3.connect(path)

    def ask(what):
        return database.execute("select " + what).fetchone()[0] or 0

    total.same("events", ask("count(*) from events"), total.events)
    total.same("closed spans", ask("count(dur) from spans"), total.closed)
    total.same(
        "open spans",
        ask("count(*) from spans where ts not null and dur is null"),
        total.open,
    )
    total.same("losses", ask("count(*) from losses"), total.places)
    total.same("lost events", ask("sum(lost) from losses"), total.lost)


readers = {
    "chrome": read_chrome,
    "ctf": read_ctf,
    "folded": read_folded,
    "otlp": read_otlp,
    "perfetto": read_perfetto,
    "speedscope": read_speedscope,
    "sqlite": read_sqlite,
}


def main():
    name, path, show, stat, told = sys.argv[1:]
    if name not in readers and name not in made_up:
        sys.exit(77)
    total = Sum(show, stat, told)
    if name in made_up:
        read_back(path, total, name, show)
    else:
        readers[name](path, total)
    print(
        "%s: %d events, %d closed and %d open spans, %d lost"
        % (name, total.events, total.closed, total.open, total.lost)
    )
    sys.exit(total.failures != 0)


main()
