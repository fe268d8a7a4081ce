# compare.py - a CTF trace as babeltrace2 reads it, and as posixtrace does
#
#	python3 compare.py TEXT JSON [contexts]
#
# TEXT is what `babeltrace2 --clock-seconds --no-delta' says of the trace, with
# standard error, JSON what `posixtrace show -f json' does. Names, times,
# processes, threads, addresses and each field are to be the same, and the sum of
# what is lost. With "contexts" fields of contexts count as well.
import json
import re
import sys

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\](),=:]|[^\s{}\[\](),=:"]+')


def unquote(text):
    return re.sub(r'\\(.)', lambda m: {
        'a': '\a', 'b': '\b', 'e': '\x1b', 'f': '\f', 'n': '\n', 'r': '\r',
        't': '\t', 'v': '\v'}.get(
        m.group(1), m.group(1)), text[1:-1])


class Reader:
    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self):
        token = self.take()
        if token == "{":
            return self.members("}")
        if token == "[":
            return list(self.members("]").values())
        if token == "(":
            return self.label()
        if token.startswith('"'):
            return unquote(token)
        base = 0 if re.match(r"-?(0x|0$|[1-9])", token) else 8
        try:
            return int(token, base)
        except ValueError:
            return float(token)

    # ( "buy" : container = 1 ), ( <unknown> : container = 7 )
    def label(self):
        labels = []
        while self.peek() != ":":
            token = self.take()
            if token.startswith('"'):
                labels.append(unquote(token))
        while self.take() != "=":
            pass
        number = self.value()
        self.take()
        return (", ".join(labels), number)

    def members(self, end):
        found = {}
        while self.peek() != end:
            name = self.take()
            if name == ",":
                continue
            if name == "[":
                name = self.take()
                self.take()
            self.take()
            found[name] = self.value()
        self.take()
        return found


def theirs(path):
    events, lost = [], 0
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    warning = re.compile(r"WARNING: Tracer (?:may have )?discarded "
                         r"(\d+) events? between [^\n]*\n")
    lost = sum(int(m.group(1)) for m in warning.finditer(text))
    for line in warning.sub("", text).splitlines():
        head = re.match(r"\[(\d+)\.(\d+)\] (?:(\S+) )?(\S+): (\{.*)$", line)
        if not head:
            continue
        reader = Reader(head.group(5))
        groups = []
        while reader.peek():
            groups.append(reader.value())
            if reader.peek() == ",":
                reader.take()
        events.append((int(head.group(1) + head.group(2)), head.group(4),
                       groups))
    return events, lost


def ours(path):
    events, lost = [], 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            item = json.loads(line)
            if "name" in item:
                events.append(item)
            else:
                lost += item.get("lost", 0)
    return events, lost


def number(text):
    return ord(text) if len(text) == 1 else int(text or "0", 0)


# Texts that are not UTF-8 are not compared, nor what posixtrace writes as bytes.
# An empty text babeltrace2 may print as what was in its place before.
def is_same(theirs, our, numbers):
    if isinstance(our, dict) or (our == "" and isinstance(theirs, str)):
        return True
    if isinstance(theirs, tuple):
        if theirs[0] and our == theirs[0]:
            return numbers is None or numbers == theirs[1]
        return our == theirs[1]
    if isinstance(theirs, float) or isinstance(our, float):
        theirs, our = float(theirs), float(our)
        if theirs != theirs or abs(theirs) == float("inf"):
            return repr(theirs) == repr(our)
        return abs(theirs - our) <= 1e-5 * max(1, abs(theirs))
    if isinstance(our, str) and isinstance(theirs, int):
        return number(our) == theirs
    return theirs == our


def differs(event, item, contexts):
    time, name, groups = event
    flat = {key: value for group in groups for key, value in group.items()}
    if (time, name) != (item["ts"], item["name"]):
        return "ts, name"
    for key, fact in (("pid", "vpid"), ("tid", "vtid")):
        if flat.get(fact) and item.get(key) != flat[fact]:
            return key
    if "ip" in flat and int(item["addr"], 16) != flat["ip"]:
        return "addr"
    payload = flat if contexts else groups[-1]
    facts = ("vpid", "vtid", "pid", "tid", "procname", "ip")
    for field, value in payload.items():
        if re.fullmatch("_.*_length", field) or (
                field in facts and payload is flat):
            continue
        if field == "data" and field not in item.get("args", {}):
            continue
        if field not in item["args"] or not is_same(
                value, item["args"][field],
                item.get("numbers", {}).get(field)):
            return field
    return None


def main():
    events, lost = theirs(sys.argv[1])
    items, our_lost = ours(sys.argv[2])
    if not events:
        sys.exit("babeltrace2 has no events")
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
        what = [differs(event, item, len(sys.argv) > 3) for item in left]
        if all(what):
            sys.exit("%s: %s, and %s" % (what[0], event, left[0]))
        del left[what.index(None)]
    if lost != our_lost:
        sys.exit("%d lost, and %d" % (lost, our_lost))


main()
