# bt2_compare.py - a CTF trace as babeltrace2's Python module reads it, and as
# posixtrace shows it
#
#	python3 bt2_compare.py TRACE JSON [written|cut]
#
# JSON is what `posixtrace show -f json' says: of the trace, or, with "written",
# of the log that the trace was made of. Each event is in both, with name, time,
# process, thread, program, address and all fields, and so is each loss, with
# number and interval; of written ones with the thread, too. "cut": intervals of
# losses differ.
import base64
import collections
import json
import os
import re
import sys

import bt2

FACTS = {"vpid": "pid", "pid": "pid", "vtid": "tid", "tid": "tid",
         "procname": "comm", "ip": "addr"}

Loss = collections.namedtuple("Loss", "begin end lost pid tid")


def labels_of(field):
    """The module asserts that there are some."""
    try:
        return ", ".join(field.labels)
    except AssertionError:
        return ""


def plain(field):
    """The value in Python of a field that is not flattened."""
    if isinstance(field, bt2._EnumerationFieldConst):
        return (labels_of(field), int(field))
    if isinstance(field, bt2._VariantFieldConst):
        return plain(field.selected_option)
    if isinstance(field, bt2._ArrayFieldConst):
        return [plain(element) for element in field]
    if isinstance(field, bt2._StructureFieldConst):
        return {name: plain(its) for name, its in field.items()}
    if isinstance(field, bt2._BoolFieldConst):
        return bool(field)
    if isinstance(field, bt2._IntegerFieldConst):
        return int(field)
    if isinstance(field, bt2._RealFieldConst):
        return float(field)
    # The module gives an empty text as what was there before.
    return str(field) if len(field) else ""


def flatten(name, field):
    """Structs have their members, variants the chosen option and its name."""
    if isinstance(field, bt2._StructureFieldConst):
        for member, its in field.items():
            yield from flatten("%s_%s" % (name, member) if name else member,
                               its)
    elif isinstance(field, bt2._VariantFieldConst):
        option = list(field.cls.keys())[field.selected_option_index]
        yield name + "_tag", option
        yield from flatten("%s_%s" % (name, option), field.selected_option)
    else:
        yield name, plain(field)


def event_of(message):
    event = message.event
    facts = {}
    fields = []
    if event.payload_field is not None:
        fields = list(flatten("", event.payload_field))
    for scope in event.specific_context_field, event.common_context_field:
        for name, value in flatten("", scope) if scope is not None else ():
            if name in FACTS:
                facts[FACTS[name]] = value
            else:
                fields.append((name, value))
    context = event.packet.context_field if event.packet else None
    if context is not None and "cpu_id" in context:
        fields.append(("cpu_id", int(context["cpu_id"])))
    return (message.default_clock_snapshot.ns_from_origin, event.name, facts,
            fields)


def loss_of(message, written):
    begin = message.beginning_default_clock_snapshot.ns_from_origin
    end = message.end_default_clock_snapshot.ns_from_origin
    count = message.count if type(message) is \
        bt2._DiscardedEventsMessageConst else 0
    name = os.path.basename(message.stream.name or "")
    thread = re.fullmatch(r"(\d+)-(\d+)", name) if written else None
    return Loss(begin, end, count or 0, *(
        (int(thread[1]), int(thread[2])) if thread else (0, 0)))


def theirs(path, written):
    events, losses = [], []
    for message in bt2.TraceCollectionMessageIterator(path):
        if type(message) is bt2._EventMessageConst:
            events.append(event_of(message))
        elif type(message) in (bt2._DiscardedEventsMessageConst,
                               bt2._DiscardedPacketsMessageConst):
            losses.append(loss_of(message, written))
    return events, losses


# A number of lost events that is not known is 1 in a trace that was written.
def ours(path, written):
    events, losses = [], []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            item = json.loads(line)
            if "name" in item:
                events.append(item)
                continue
            losses.append(Loss(
                item["ts"], item["ts"] + item["over_ns"],
                item["lost"] or int(written),
                item.get("pid", 0) if written else 0,
                item.get("tid", 0) if written else 0))
    return events, losses


def bytes_of(our):
    if isinstance(our, dict):
        return base64.b64decode(our["b64"])
    return our.encode("utf-8", "surrogateescape")


def is_number(theirs, our):
    if isinstance(our, str) and len(our) == 1 and isinstance(theirs, int):
        return ord(our) == theirs
    if isinstance(our, str):
        our = float(our) if isinstance(theirs, float) else int(our or "0", 0)
    if theirs != theirs:
        return our != our
    if abs(theirs) == float("inf") or isinstance(theirs, int):
        return theirs == our
    return abs(theirs - our) <= 1e-6 * abs(theirs)


# An enumeration is its label, or else its number; arrays of structs, and second
# sequences, are JSON.
def is_same(theirs, our, number):
    if isinstance(theirs, tuple):
        if number is not None:
            return our == theirs[0] and number == theirs[1]
        return our == theirs[1] or our == theirs[0]
    if isinstance(theirs, str):
        return theirs.encode("utf-8", "surrogateescape") == bytes_of(our)
    if isinstance(theirs, (list, dict)) and isinstance(our, str):
        return without_labels(theirs) == json.loads(our)
    if isinstance(theirs, list):
        return len(theirs) == len(our) and all(
            is_same(one, other, None) for one, other in zip(theirs, our))
    return is_number(theirs, our)


def without_labels(value):
    if isinstance(value, list):
        return [without_labels(one) for one in value]
    if isinstance(value, dict):
        return {name: without_labels(one) for name, one in value.items()}
    return value[1] if isinstance(value, tuple) else value


# Data that its description does not fit is bytes: here its rest, or all of it.
def differs_in_data(data, item):
    data = bytes(data)
    if item["name"].startswith("posix_trace_"):
        return None
    if "rest" in item:
        return None if data.endswith(bytes.fromhex(item["rest"])) else "rest"
    its = bytes_of(item.get("data", ""))
    return None if its in (data, data.rstrip(b"\0")) else "data"


def take(args, name):
    for one in (name, name + "_", "_" + name):
        if one in args:
            return one
    return None


def differs_in_fields(fields, item):
    args = dict(item.get("args", {}))
    rest = json.loads(args.pop("rest")) if isinstance(
        args.get("rest"), str) and args["rest"].startswith("{") else {}
    for name, value in fields:
        found = take(args, name)
        if found:
            if not is_same(value, args.pop(found),
                           item.get("numbers", {}).get(found)):
                return name
        elif name in rest:
            if without_labels(value) != rest.pop(name):
                return name
        elif not re.fullmatch("_?.*_length", name):
            return name
    left = [name for name in list(args) + list(rest)
            if not name.endswith("_label")]
    return left[0] if left else None


def differs(event, item):
    time, name, facts, fields = event
    for fact, value in facts.items():
        its = item.get(fact, 0 if isinstance(value, int) else "")
        if fact == "addr":
            its = int(its or "0", 16)
        # Events of no thread stand in their process.
        if fact == "tid" and its == item.get("pid"):
            value = value or its
        # LTTng's procname is a thread's name.
        if its != value and (fact != "comm" or item.get("tname") != value):
            return fact
    found = dict(fields)
    if list(found) in (["data"], ["_data_length", "data"]) and \
            isinstance(found["data"], list) and \
            "data" not in item.get("args", {}):
        return differs_in_data(found["data"], item)
    return differs_in_fields(fields, item)


def main():
    how = sys.argv[3:]
    written = bool(how)
    events, losses = theirs(sys.argv[1], written)
    items, our_losses = ours(sys.argv[2], written)
    if not events:
        sys.exit("bt2 has no events")
    if len(events) != len(items):
        sys.exit("%d events, and %d" % (len(events), len(items)))
    # Of events at the same time any may come first.
    at = {}
    for item in items:
        at.setdefault((item["ts"], item["name"]), []).append(item)
    for event in events:
        left = at.get(event[:2])
        if not left:
            sys.exit("posixtrace has no %s" % (event,))
        what = [differs(event, item) for item in left]
        if all(what):
            sys.exit("%s: %s, and %s" % (what[0], event, left[0]))
        del left[what.index(None)]
    if how == ["cut"]:
        losses = [loss._replace(begin=0, end=0) for loss in losses]
        our_losses = [loss._replace(begin=0, end=0) for loss in our_losses]
    if sorted(losses) != sorted(our_losses):
        sys.exit("lost: %s, and %s" % (losses, our_losses))
    print("%d events, %d losses" % (len(events), len(losses)))


main()
