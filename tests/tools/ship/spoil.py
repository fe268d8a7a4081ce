#
# spoil.py - a copy of a log with a chunk that is sound, but cannot be read
#
#	spoil.py LOG COPY [CHUNK]: the records of a chunk, by default the first one,
#	are all ones, under a checksum that says so. Prints the number of its
#	section, and of its events.
#
import struct
import sys

sys.dont_write_bytecode = True
from sections import UUID, UUID_AT, section, sections  # noqa: E402

CHUNK, CHUNK_HEAD = 4, 112

with open(sys.argv[1], 'rb') as log:
	data = bytearray(log.read())
chunks = [found for found in sections(bytes(data)) if found[1] == CHUNK]
at, kind, number, payload = chunks[
	int(sys.argv[3]) - 1 if len(sys.argv) > 3 else 0]
payload = payload[:CHUNK_HEAD] + b'\xff' * (len(payload) - CHUNK_HEAD)
spoilt = section(kind, number, payload, bytes(data[UUID_AT:UUID_AT + UUID]))
data[at:at + len(spoilt)] = spoilt
with open(sys.argv[2], 'wb') as copy:
	copy.write(data)
print(number, *struct.unpack_from('<I', payload, 4))
