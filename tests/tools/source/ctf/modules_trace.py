# modules_trace.py - a CTF trace that tells of modules as LTTng-UST does
#
#	python3 modules_trace.py DIRECTORY < EVENTS
#
# A line of EVENTS is a time in microseconds, a process, the address of the event
# in hex, its name, and its fields:
#
#	start | end
#	bin_info BADDR MEMSZ PATH IS_PIC HAS_BUILD_ID
#	build_id BADDR HEX
#	load BADDR MEMSZ PATH HAS_BUILD_ID
#	lib_id BADDR HEX
#	unload BADDR
#	call
#	func_entry ADDR | func_exit ADDR
import os
import struct
import sys

from odd_trace import HEAD, packet

CONTEXT = "	event.context := struct { integer { size = 32; align = 8; " \
	"signed = true; } vpid; u32 vtid; u64 ip; };\n};\n"

ID = "u64 baddr; u32 _build_id_length; u8 build_id[_build_id_length];"
BINARY = "u64 baddr; u64 memsz; string path;"
EVENTS = {
	"start": ("lttng_ust_statedump:start", ""),
	"end": ("lttng_ust_statedump:end", ""),
	"bin_info": ("lttng_ust_statedump:bin_info",
		     BINARY + " u8 is_pic; u8 has_build_id;"),
	"build_id": ("lttng_ust_statedump:build_id", ID),
	"load": ("lttng_ust_lib:load", BINARY + " u8 has_build_id;"),
	"lib_id": ("lttng_ust_lib:build_id", ID),
	"unload": ("lttng_ust_lib:unload", "u64 baddr;"),
	"call": ("orders:call", ""),
	"func_entry": ("lttng_ust_cyg_profile_fast:func_entry", "u64 addr;"),
	"func_exit": ("lttng_ust_cyg_profile_fast:func_exit", "u64 addr;"),
}
NUMBERS = list(EVENTS)


def metadata():
	end = HEAD.rindex("};\n")
	return HEAD[:end] + CONTEXT + "".join(
		"event { name = \"%s\"; id = %d; stream_id = 0; "
		"fields := struct { %s }; };\n" % (EVENTS[name][0], number, fields)
		for number, name in enumerate(NUMBERS)
		for fields in [EVENTS[name][1]])


def fields(name, words):
	if not words:
		return b""
	data = struct.pack("<Q", int(words[0], 16))
	if name.endswith("_id"):
		identity = bytes.fromhex(words[1])
		data += struct.pack("<I", len(identity)) + identity
	elif len(words) > 1:
		data += struct.pack("<Q", int(words[1], 16))
		data += words[2].encode() + b"\0"
		data += bytes(int(word) for word in words[3:])
	return data


def main():
	events = []
	for line in sys.stdin:
		time, pid, ip, name, *words = line.split()
		context = struct.pack("<iIQ", int(pid), abs(int(pid)), int(ip, 16))
		events.append((NUMBERS.index(name), int(time),
			       context + fields(name, words)))
	os.makedirs(sys.argv[1])
	with open(os.path.join(sys.argv[1], "metadata"), "w") as file:
		file.write(metadata())
	with open(os.path.join(sys.argv[1], "stream"), "wb") as file:
		file.write(packet(events, events[0][1], events[-1][1], 0, 0))


main()
