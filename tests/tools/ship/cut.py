#
# cut.py - the beginning of a log
#
#	cut.py LOG COPY NUMBER: a copy that ends with the section of that number
#
import struct
import sys

HEADER_AT, HEAD = 4096, 32

with open(sys.argv[1], 'rb') as log:
	data = log.read()
at = HEADER_AT
number = 0
while number < int(sys.argv[3]):
	assert data[at:at + 4] == b'PTLS'
	length, number = struct.unpack_from('<QQ', data, at + 8)
	at += HEAD + (length + 7 & ~7)
with open(sys.argv[2], 'wb') as copy:
	copy.write(data[:at])
