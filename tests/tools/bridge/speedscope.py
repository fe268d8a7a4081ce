#!/usr/bin/python3
#
# speedscope.py - compares speedscope's profiles with Chrome's JSON of a trace
#
#	speedscope.py SPEEDSCOPE CHROME
#
# A profile is valid, and its frames are the slices of its thread.
import collections
import json
import sys

failures = 0


def same(what, got, wanted):
    global failures
    if got != wanted:
        print(f'{what}: {got}, not {wanted}')
        failures += 1


scope = json.load(open(sys.argv[1]))
chrome = json.load(open(sys.argv[2]))
names = [frame['name'] for frame in scope['shared']['frames']]
same('frames', len({json.dumps(f) for f in scope['shared']['frames']}),
     len(names))

slices = collections.Counter()
for profile in scope['profiles']:
    what = profile['name']
    tid = what.split('/')[-1].split(':')[-1]
    last, stack = profile['startValue'], []
    for event in profile['events']:
        same(f'{what}: a time goes back', event['at'] >= last, True)
        last = event['at']
        if event['type'] == 'O':
            stack.append(event)
            continue
        same(f'{what}: the frame that ends', event['frame'],
             stack[-1]['frame'])
        begin = stack.pop()
        if not names[begin['frame']].startswith('['):
            slices[tid, names[begin['frame']], begin['at'], last] += 1
    same(f'{what}: open frames', stack, [])
    same(f'{what}: its end', last <= profile['endValue'], True)


def ns(event, key='ts'):
    return round(event[key] * 1000)


ends = {p['name'].split('/')[-1].split(':')[-1]: p['endValue']
        for p in scope['profiles']}
wanted = collections.Counter()
for event in chrome['traceEvents']:
    tid = str(event['tid'])
    if event['ph'] == 'X':
        wanted[tid, event['name'], ns(event), ns(event) + ns(event, 'dur')] += 1
    elif event['ph'] == 'B':
        wanted[tid, event['name'], ns(event), ends[tid]] += 1
same('slices', sorted((slices - wanted).items()), [])
same('slices', sorted((wanted - slices).items()), [])
sys.exit(failures != 0)
