#
# hostile_names.py - a log whose names nobody would give
#
#	hostile_names.py LOG COPY KIND: host, program, threads, objects and event
#	types of the copy have names of that kind, which are whole ones or stand
#	before the names of types that there were. Checksums are right, the UUID is
#	another one for each kind, and there is no END.
#
import datetime
import sys

sys.dont_write_bytecode = True
from sections import HEADER, UUID, section, sections  # noqa: E402

NAME, PROCESS, END, THREAD, OBJECT = 2, 3, 5, 9, 10
HEADER_STRINGS, HEADER_COPY = 96, 4096
tomorrow = datetime.datetime.now(datetime.timezone.utc) + \
	datetime.timedelta(days=1)
KINDS = {
	'quotes': b'a\'b"c\\d`$(touch x)$$;drop schema posixtrace cascade;--',
	'dots': b'../../../../../x',
	'controls': b'a\nb\r\x1b[31m\x07c\x7f',
	'no-utf8': b'\xff\xfe\xc3(\xed\xa0\x80\xf4\x90\x80\x80',
	'long': b'x' * 65535,
	'nothing': b'',
	'null': b'a\0b',
	'percent': b'%s%n%2e%2E%I',
	'day': tomorrow.strftime('event_%Y%m%d').encode(),
	'table': b'EVENT',
	'view': b'Events',
}
WHOLE = 'day', 'table', 'view'

kind = sys.argv[3]
name = KINDS[kind]
with open(sys.argv[1], 'rb') as log:
	data = log.read()
uuid = bytes([list(KINDS).index(kind)]) + data[49:64]


def header(payload):
	program, version, host, rest = payload[HEADER_STRINGS:].split(b'\0', 3)
	short = name[:1000].replace(b'\0', b'')
	return (uuid + payload[UUID:HEADER_STRINGS] + short + b'\0' + version +
		b'\0' + short + b'\0' + rest)


def types(payload):
	made = b''
	while len(payload) > 8:
		old, rest = payload[8:].split(b'\0', 1)
		new = old
		if not old.startswith(b'posix_'):
			new = name if kind in WHOLE else name + old
		made += payload[:8] + new + b'\0'
		payload = rest
	return made


def texts(payload, fixed, kept, count):
	rest = payload[fixed:].split(b'\0', kept + count)
	return (payload[:fixed] +
		b'\0'.join(rest[:kept] + [name] * count + rest[kept + count:]))


def renamed(type_, payload):
	if type_ == NAME:
		return types(payload)
	if type_ == PROCESS:
		return texts(payload, 8, 0, 2)
	if type_ == THREAD:
		return texts(payload, 12, 0, 1)
	if type_ == OBJECT:
		return texts(payload, 24, 0, 3)
	return payload


copy = data[:16]
for at, type_, number, payload in sections(data):
	if type_ == HEADER:
		copy += b'\0' * (number * (HEADER_COPY - len(copy)))
		payload = header(payload)
	if type_ != END:
		copy += section(type_, number, renamed(type_, payload), uuid)
with open(sys.argv[2], 'wb') as out:
	out.write(copy)
