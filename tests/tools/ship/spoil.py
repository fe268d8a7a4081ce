#
# spoil.py - a copy of a log with a chunk that is sound, but cannot be read
#
#	spoil.py LOG COPY [CHUNK]: the records of a chunk, by default the first one,
#	are all ones, under a checksum that says so. Prints the number of its
#	section, and of its events.
#
import struct
import sys

HEAD, CHUNK, CHUNK_HEAD, UUID_AT, UUID = 32, 4, 112, 48, 16


def crc32c(data, crc=0):
	crc ^= 0xffffffff
	for byte in data:
		crc ^= byte
		for _ in range(8):
			crc = crc >> 1 ^ 0x82f63b78 * (crc & 1)
	return crc ^ 0xffffffff


with open(sys.argv[1], 'rb') as log:
	data = bytearray(log.read())
chunks = [i for i in range(0, len(data), 8) if data[i:i + 8] ==
	b'PTLS' + struct.pack('<I', CHUNK)]
at = chunks[int(sys.argv[3]) - 1 if len(sys.argv) > 3 else 0]
length, number = struct.unpack_from('<QQ', data, at + 8)
payload = at + HEAD
data[payload + CHUNK_HEAD:payload + length] = b'\xff' * (length - CHUNK_HEAD)
struct.pack_into('<I', data, at + 24, crc32c(data[payload:payload + length]))
struct.pack_into('<I', data, at + 28, crc32c(
	data[at:at + HEAD - 4] + data[UUID_AT:UUID_AT + UUID]))
with open(sys.argv[2], 'wb') as copy:
	copy.write(data)
print(number, *struct.unpack_from('<I', data, payload + 4))
