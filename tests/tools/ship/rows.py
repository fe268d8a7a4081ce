# rows.py - the rows of two files of JSON lines, compared
#
#	rows.py ONE OTHER
#
# The order of rows does not matter, nor that of keys. A text that is JSON is
# what it stands for.
import json
import sys


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
	with open(name, encoding='utf-8') as file:
		return sorted(json.dumps(plain(json.loads(line)), sort_keys=True)
			      for line in file if line.strip())


one, other = rows(sys.argv[1]), rows(sys.argv[2])
if one != other:
	print(len(one), 'rows and', len(other))
	for name, here, there in ((sys.argv[1], one, other),
				  (sys.argv[2], other, one)):
		for row in sorted(set(here) - set(there))[:5]:
			print('only', name, row)
	sys.exit(1)
