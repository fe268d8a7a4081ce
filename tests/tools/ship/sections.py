#
# sections.py - the sections of a log, for the programs of tests
#
import struct

HEAD, UUID_AT, UUID, HEADER = 32, 48, 16, 1


def make_table():
	table = []
	for byte in range(256):
		for _ in range(8):
			byte = byte >> 1 ^ 0x82f63b78 * (byte & 1)
		table.append(byte)
	return table


TABLE = make_table()


def crc32c(data):
	crc = 0xffffffff
	for byte in data:
		crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
	return crc ^ 0xffffffff


def sections(data):
	"""Offset, type, number and payload of each, HEADERs first."""
	at = 16
	while at + HEAD <= len(data):
		if data[at:at + 4] == b'PTLS':
			kind, length, number = struct.unpack_from('<IQQ', data, at + 4)
			yield at, kind, number, data[at + HEAD:at + HEAD + length]
			at += HEAD + (length + 7 & ~7)
		else:
			at += 8


def section(kind, number, payload, uuid):
	"""The bytes of a section, with its checksums."""
	head = struct.pack('<4sIQQI', b'PTLS', kind, len(payload), number,
			   crc32c(payload))
	whole = head + (b'' if kind == HEADER else uuid)
	return (head + struct.pack('<I', crc32c(whole)) + payload +
		b'\0' * (-len(payload) % 8))
