#
# cut.py - the beginning of a log
#
#	cut.py LOG COPY NUMBER: a copy that ends with the section of that number
#
import sys

sys.dont_write_bytecode = True
from sections import HEAD, sections  # noqa: E402

with open(sys.argv[1], 'rb') as log:
	data = log.read()
for at, kind, number, payload in sections(data):
	if number == int(sys.argv[3]):
		end = at + HEAD + (len(payload) + 7 & ~7)
with open(sys.argv[2], 'wb') as copy:
	copy.write(data[:end])
