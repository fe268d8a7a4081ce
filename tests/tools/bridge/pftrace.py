"""
pftrace.py - what a trace in Perfetto's format says, in lines

	pftrace.py [--from-state N] FILE

Knows the format by its numbers only, and refuses what the viewer could not
know: names and tracks that the present state of a sequence lacks. --from-state
begins with the N-th packet that begins a state, as if all before were damaged.

Lines, whose columns are separated by "|":
	slice|ns|duration; -1 is open|track|category|name|arguments|place
	process|machine|pid|name	thread|machine|pid|tid|name
	counter|ns|name|unit|value	flow|number|ns ns ns; . ends it
	total|what|number
"""
import struct
import sys
from collections import defaultdict

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """The fields of a message: number, then value or bytes."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == VARINT:
            value, at = varint(data, at)
        elif kind == FIXED64:
            value = data[at:at + 8]
            at += 8
        elif kind == FIXED32:
            value = data[at:at + 4]
            at += 4
        elif kind == BYTES:
            length, at = varint(data, at)
            value = data[at:at + length]
            if len(value) != length:
                sys.exit('a field is longer than its message')
            at += length
        else:
            sys.exit(f'no such kind of field: {kind}')
        yield tag >> 3, value


def message(data):
    """The fields of a message, each with all its values."""
    found = defaultdict(list)
    for number, value in fields(data):
        found[number].append(value)
    return found


def one(found, number, default=None):
    return found[number][-1] if number in found else default


def text(data):
    return data.decode('utf-8')


def signed(value):
    return value - (1 << 64) if value >> 63 else value


class Sequence:
    def __init__(self, machine):
        self.machine = machine
        self.states = 0

    def begin_state(self):
        self.states += 1
        self.names = {kind: {} for kind in (1, 2, 3, 4, 29)}
        self.tracks = set()

    def look_up(self, kind, iid):
        if iid not in self.names[kind]:
            sys.exit(f'name {iid} of kind {kind} is not in the state')
        return self.names[kind][iid]


class Trace:
    def __init__(self, is_part):
        self.is_part = is_part  # its beginning is missing
        self.sequences = {}
        self.tracks = {}  # what they are called, by machine and number
        self.open = defaultdict(list)
        self.slices = []
        self.counters = []
        self.flows = defaultdict(list)
        self.lines = set()
        self.totals = defaultdict(int)

    def add(self, data):
        packet = message(data)
        number = one(packet, 10)
        machine = one(packet, 98, 0)
        sequence = self.sequences.setdefault(number, Sequence(machine))
        if sequence.machine != machine:
            sys.exit('a sequence has two machines')
        self.totals['packets'] += 1
        if one(packet, 13) == 1:
            self.begin_state(sequence, packet)
        elif not sequence.states or one(packet, 13, 0) != self.flags(packet):
            sys.exit('a packet has no state')
        if 12 in packet:
            self.learn(sequence, one(packet, 12))
        if 60 in packet:
            self.declare(sequence, message(one(packet, 60)))
        if 11 in packet:
            self.add_event(sequence, self.stamp(sequence, packet),
                           message(one(packet, 11)))

    @staticmethod
    def flags(packet):
        """Track events without new names need no flag."""
        return 0 if 11 in packet and 12 not in packet else 2

    def begin_state(self, sequence, packet):
        snapshot = message(one(packet, 6))
        clocks = [message(clock) for clock in snapshot[1]]
        defaults = message(one(packet, 59))
        now = one(packet, 8)

        if [one(clock, 2) for clock in clocks] != [now, now]:
            sys.exit('clocks differ when a state begins')
        if [one(clock, 1) for clock in clocks] != [1, 64]:
            sys.exit('not the clocks 1 and 64')
        if one(packet, 58) != 1 or one(defaults, 58) != 64 or \
           one(clocks[1], 3) != 1 or one(snapshot, 2) != 1:
            sys.exit('a state begins without its clocks')
        if not self.is_part and \
           (one(packet, 87, 0) == 1) != (sequence.states == 0):
            sys.exit('not the first packet of its sequence')
        sequence.begin_state()
        sequence.now = now
        sequence.track = one(message(one(defaults, 11)), 11)
        self.totals['states'] += 1

    @staticmethod
    def stamp(sequence, packet):
        if one(packet, 58) == 1:
            return one(packet, 8)
        sequence.now += one(packet, 8)
        return sequence.now

    @staticmethod
    def learn(sequence, data):
        for kind, value in fields(data):
            entry = message(value)
            if one(entry, 1) in sequence.names[kind] or not one(entry, 1):
                sys.exit('a number is there twice')
            if kind == 4:
                name = ':'.join([text(one(entry, 3, b''))] +
                                [text(value) for value in entry[2]] +
                                [str(value) for value in entry[4]])
            else:
                name = text(one(entry, 2))
            sequence.names[kind][one(entry, 1)] = name

    def declare(self, sequence, track):
        uuid = one(track, 1)
        key = sequence.machine, uuid
        if not uuid or uuid in sequence.tracks:
            sys.exit('a track is declared twice')
        if 5 in track and one(track, 5) not in sequence.tracks:
            sys.exit('a track is below none')
        sequence.tracks.add(uuid)
        self.tracks[key] = text(one(track, 2, b''))
        if 3 in track:
            process = message(one(track, 3))
            self.tracks[key] = 'process'
            self.lines.add(f'process|{sequence.machine}|{one(process, 1)}|'
                           f'{text(one(process, 6))}')
        if 4 in track:
            thread = message(one(track, 4))
            self.tracks[key] = str(one(thread, 2))
            self.lines.add(f'thread|{sequence.machine}|{one(thread, 1)}|'
                           f'{one(thread, 2)}|{text(one(thread, 5))}')
        if 8 in track:
            unit = text(one(message(one(track, 8)), 6, b''))
            self.tracks[key] += '|' + unit

    def argument(self, sequence, data, name, into):
        value = message(data)
        name = name or sequence.look_up(3, one(value, 1))
        for i, element in enumerate(value[12]):
            self.argument(sequence, element, f'{name}[{i}]', into)
        if 2 in value:
            into[name] = 'true' if one(value, 2) else 'false'
        if 3 in value:
            into[name] = str(one(value, 3))
        if 4 in value:
            into[name] = str(signed(one(value, 4)))
        if 5 in value:
            into[name] = repr(struct.unpack('<d', one(value, 5))[0])
        if 6 in value:
            into[name] = text(one(value, 6))
        if 7 in value:
            into[name] = hex(one(value, 7))
        if 17 in value:
            into[name] = sequence.look_up(29, one(value, 17))

    def add_event(self, sequence, ns, event):
        uuid = one(event, 11, sequence.track)
        if uuid not in sequence.tracks:
            sys.exit(f'track {uuid} is not declared in this state')
        key = sequence.machine, uuid
        for flow in event[47] + event[48]:
            self.flows[flow.hex()].append(str(ns))
        for flow in event[48]:
            self.flows[flow.hex()].append('.')
        kind = one(event, 9)
        if kind == 4:
            value = one(event, 30)
            value = struct.unpack('<d', one(event, 44))[0] \
                if value is None else signed(value)
            self.counters.append(
                f'counter|{ns}|{self.tracks[key]}|{value}')
            return
        arguments = {}
        for data in event[4]:
            self.argument(sequence, data, None, arguments)
        place = sequence.look_up(4, one(event, 34)) if 34 in event else ''
        self.totals['annotations'] += len(arguments)
        if kind == 2:
            self.end(key, ns, arguments)
            return
        category = ','.join(sequence.look_up(1, iid) for iid in event[3])
        begun = [ns, 0 if kind == 3 else -1, self.tracks[key], category,
                 sequence.look_up(2, one(event, 10)), arguments, place]
        self.slices.append(begun)
        if kind == 1:
            self.open[key].append(begun)
        elif kind == 3:
            self.totals['instants'] += 1
        else:
            sys.exit(f'no such event: {kind}')

    def end(self, key, ns, arguments):
        if not self.open[key] and self.is_part:
            return
        if not self.open[key]:
            sys.exit('a slice ends that has not begun')
        begun = self.open[key].pop()
        begun[1] = ns - begun[0]
        begun[5].update(arguments)
        if begun[1] < 0:
            sys.exit('a slice ends before it has begun')

    def print(self):
        for begun in self.slices:
            ns, duration, track, category, name, arguments, place = begun
            if category == 'span':
                what = 'open' if duration < 0 else 'closed'
                self.totals[what] += 1
            shown = ','.join(f'{key}={value}' for key, value
                             in sorted(arguments.items()))
            print(f'slice|{ns}|{duration}|{track}|{category}|{name}|{shown}'
                  f'|{place}')
        for line in sorted(self.lines) + self.counters:
            print(line)
        for flow, times in self.flows.items():
            print(f'flow|{flow}|{" ".join(times)}')
        for what, number in sorted(self.totals.items()):
            print(f'total|{what}|{number}')


def main():
    arguments = sys.argv[1:]
    first = 1
    if arguments[0] == '--from-state':
        first = int(arguments[1])
        arguments = arguments[2:]
    with open(arguments[0], 'rb') as file:
        data = file.read()
    trace = Trace(first > 1)
    states = 0
    for number, packet in fields(data):
        if number != 1:
            sys.exit('not a packet')
        states += one(message(packet), 13) == 1
        if states >= first:
            trace.add(packet)
    trace.print()


if __name__ == "__main__":
    main()
