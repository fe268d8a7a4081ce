#!/usr/bin/python3
#
# chrome.py - compares Chrome's JSON of a trace with what show and stat have
#
#	chrome.py CHROME SHOW STAT AGAIN
#
# SHOW is of show -f json, STAT of stat -f csv; AGAIN is of stat -f csv for CHROME.
import collections
import csv
import json
import math
import sys

failures = 0


def same(what, got, wanted):
    global failures
    if got != wanted:
        print(f'{what}: {got}, not {wanted}')
        failures += 1


def read_tables(name):
    """The tables of stat, each by the names of its columns."""
    tables, table = [], None
    for row in csv.reader(open(name)):
        if not row:
            table = None
        elif table is None:
            table = (row, [])
            tables.append(table)
        else:
            table[1].append(dict(zip(table[0], row)))
    return tables


def find(tables, column):
    return [row for columns, rows in tables if columns[0] == column
            for row in rows]


chrome = json.load(open(sys.argv[1]))
shown = [json.loads(line) for line in open(sys.argv[2])]
tables = read_tables(sys.argv[3])
lines = open(sys.argv[1]).read().splitlines()
events = chrome['traceEvents']
start = int(chrome['otherData']['start_ns'])

same('lines', len(lines), len(events) + 2)
for line in lines[1:-1]:
    json.loads(line.rstrip(','))

of = collections.defaultdict(list)
for event in events:
    kind = event['ph']
    of[kind + event.get('cat', '') if kind in 'be' else kind].append(event)
items = [item for item in shown if 'name' in item]
losses = [item for item in shown if 'name' not in item]


def ns(event, key='ts'):
    whole, parts = f"{event[key]:.3f}".split('.')
    return int(whole) * 1000 + int(parts)


# Each event is there once.
# A lane's number is free again once its span has ended.
open_spans = {}
for event in events:
    if event['ph'] not in 'be' or event['cat'] != 'span':
        continue
    lane = event['pid'], event['id2']['local'], event['name']
    if event['ph'] == 'b':
        same(f'{lane} is free', lane in open_spans, False)
        open_spans[lane] = event
    else:
        same(f'{lane} begins', open_spans.pop(lane, None) is not None, True)
open_lanes = list(open_spans.values())
same('ends of lanes', len(of['espan']), len(of['bspan']) - len(open_lanes))
same('events', len(of['i']) + 2 * len(of['X']) + len(of['B']) +
     len(of['bspan']) + len(of['espan']), len(items))
same('start', start, min(item['ts'] for item in shown))

# Spans are those of stat. Names of spans about objects have the object behind.
spans = [row for row in find(tables, 'span') if 'n' in row]
for span in spans:
    def of_span(event):
        return event['name'] == span['span'] or \
            event['name'].startswith(span['span'] + ' ')
    whole = [e for e in of['X'] + of['espan'] if of_span(e)]
    same(f"spans {span['span']}", len(whole), int(span['n']))
    still = [e for e in of['B'] + open_lanes if of_span(e)]
    same(f"open spans {span['span']}", len(still), int(span['not_ended']))
same('unmatched', len([e for e in of['i']
                       if e.get('args', {}).get('unmatched')]),
     sum(int(span['unmatched']) - int(span['not_ended']) for span in spans))
for event in of['X']:
    begin = start + ns(event)
    same('an event at the beginning', begin in {i['ts'] for i in items}, True)
    same('an event at the end', begin + ns(event, 'dur') in
         {i['ts'] for i in items}, True)

# Instants have the time and the fields that show has.
by_time = collections.defaultdict(list)
for item in items:
    by_time[item['ts'], item['name']].append(item)
for event in of['i']:
    found = by_time[start + ns(event), event['name']]
    same(f"instants {event['name']}", len(found) > 0, True)
    args = event.get('args', {})
    if not found or 'data' in args or len(found) > 1:
        continue
    for key, value in found[0].get('args', {}).items():
        if isinstance(value, int) and abs(value) > 1 << 53:
            value = str(value)
        if key not in found[0].get('objects', {}) and \
           not isinstance(value, dict) and \
           not str(args.get(key)).startswith('0x'):
            same(f"{event['name']}.{key}", args.get(key), value)

# Counters
counters = collections.defaultdict(list)
for event in of['C']:
    counters[event['name'].split(' ')[0]] += event['args'].values()
wanted = {f"{row['name']}.{row['field']}": row for row in find(tables, 'name')
          if 'field' in row}
same('counters', set(counters), set(wanted))
for name, values in counters.items():
    row = wanted.get(name)
    if row:
        same(f'{name} count', len(values), int(row['count']))
        same(f'{name} last', math.isclose(values[-1], float(row['last'])), True)
        same(f'{name} max', math.isclose(max(values), float(row['max'])), True)

# Objects that threads have
same('holds', len(of['bhold']), sum(int(row.get('taken') or 0) for _, rows in
                                    tables for row in rows if 'taken' in row))

# Losses
same('losses', [(e['args'].get('lost', 0), start + ns(e))
                for e in of['blost']],
     [(item['lost'], item['ts']) for item in losses])
same('ends of losses', [start + ns(e) for e in of['elost']],
     [item['ts'] + item['over_ns'] for item in losses])

# Flows begin once, and nothing is behind their end.
state = {}
for event in events:
    if event['ph'] in 'stf' and event.get('cat') == 'flow':
        before = state.get(event['id'])
        same(f"flow {event['id']} {event['ph']}", before in
             ((None,) if event['ph'] == 's' else ('s', 't')), True)
        state[event['id']] = event['ph']

# Tracks have names.
named = {(e['name'], e['pid'], e['tid'] if e['name'] == 'thread_name' else 0)
         for e in of['M'] if e['args'].get('name')}
for event in events:
    if event['ph'] == 'M':
        continue
    same('a process has a name', ('process_name', event['pid'], 0) in named,
         True)
    if event['tid'] != event['pid']:
        same('a thread has a name',
             ('thread_name', event['pid'], event['tid']) in named, True)

# What is read again has the same spans, counters and losses.
again = read_tables(sys.argv[4])


def of_name(rows, key, name):
    return [row for row in rows
            if row[key] == name or row[key].startswith(name + ' ')]


again_spans = [row for row in find(again, 'span') if 'n' in row]
for span in spans:
    found = of_name(again_spans, 'span', span['span'])
    for column in 'n', 'not_ended':
        same(f"{span['span']} read again, {column}",
             sum(int(row[column]) for row in found), int(span[column]))
    if int(span['n']):
        same(f"{span['span']} read again, longest",
             max(int(row['max_ns'] or 0) for row in found),
             int(span['max_ns']))
again_counters = [row for row in find(again, 'name') if 'field' in row]
for name, row in wanted.items():
    found = of_name(again_counters, 'name', name)
    same(f'{name} read again', sum(int(r['count']) for r in found),
         int(row['count']))
    same(f'{name} read again, last', found and found[-1]['last'], row['last'])
same('lost, read again', sum(int(row['lost']) for _, rows in again
                             for row in rows if 'lost' in row),
     sum(item['lost'] for item in losses))

sys.exit(failures != 0)
