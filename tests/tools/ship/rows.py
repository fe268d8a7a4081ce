# rows.py - the rows of two files of JSON lines, compared
#
#	rows.py ONE OTHER
#
# The order of rows does not matter, nor that of keys. A text that is JSON is
# what it stands for. Times of OTHER may be up to a microsecond before those of
# ONE: a database reads each chunk alone, and its times are not corrected by
# those of other threads.
import json
import sys

TIMES = ('ts', 'end_ts', 'first_ts', 'last_ts')
EARLIER_NS = 1000


def plain(value):
	if isinstance(value, str) and value[:1] in ('{', '['):
		try:
			return plain(json.loads(value))
		except ValueError:
			return value
	if isinstance(value, dict):
		return {key: plain(its) for key, its in value.items()}
	if isinstance(value, list):
		return [plain(its) for its in value]
	return value


def rows(name):
	"""Sorted pairs of what a row has besides its times, and its times."""
	found = []
	with open(name, encoding='utf-8') as file:
		for line in file:
			if line.strip():
				row = plain(json.loads(line))
				times = [(key, row.pop(key)) for key in TIMES
					 if row.get(key) is not None]
				found.append((json.dumps(row, sort_keys=True),
					      times))
	return sorted(found)


def are_alike(one, other):
	return one[0] == other[0] and len(one[1]) == len(other[1]) and all(
		a[0] == b[0] and 0 <= int(a[1]) - int(b[1]) <= EARLIER_NS
		for a, b in zip(one[1], other[1]))


one, other = rows(sys.argv[1]), rows(sys.argv[2])
apart = [pair for pair in zip(one, other) if not are_alike(*pair)]
if len(one) != len(other) or apart:
	print(len(one), 'rows and', len(other))
	for pair in apart[:5]:
		print('only', sys.argv[1], *pair[0])
		print('only', sys.argv[2], *pair[1])
	sys.exit(1)
