# odd_trace.py - a CTF trace of what LTTng-UST does not write, and hostile ones
#
#	python3 odd_trace.py DIRECTORY [kernel|without-cpu|texts|FAULT]
import os
import struct
import sys

HEAD = """/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 16; align = 8; signed = false; } := u16;
typealias integer { size = 32; align = 8; signed = false; } := u32;
typealias integer { size = 64; align = 8; signed = false; } := u64;
trace {
	major = 1; minor = 8; byte_order = le;
	packet.header := struct { u32 magic; u32 stream_id; };
};
env { hostname = "board7"; tracer_name = "barectf"; };
clock { name = c; freq = 1000000; offset_s = 1700000000; };
typealias integer { size = 64; align = 8; map = clock.c.value; } := stamp;
stream {
	id = 0;
	packet.context := struct {
		stamp timestamp_begin; stamp timestamp_end;
		u32 content_size; u32 packet_size;
		u64 packet_seq_num; u64 events_discarded; u32 cpu_id;
	};
	event.header := struct { u16 id; stamp timestamp; };
};
"""

ODD = """event {
	name = "odd"; id = 0; stream_id = 0;
	fields := struct {
		integer { size = 12; align = 1; signed = true; } twelve;
		integer { size = 4; align = 1; base = 8; } four;
		struct { u8 a; struct { string s; } b; } outer;
		enum : u8 { NUMBER = 0, TEXT = 1 } which;
		variant <which> { struct { u32 x; } NUMBER; string TEXT; } choice;
		struct { u8 x; u8 y; } pair[2];
		u8 count; u16 first[count]; u16 second[count];
		u8 _int;
	};
};
"""

WIDE = 'event { name = "wide"; id = 1; stream_id = 0; fields := struct { ' + \
	"".join("u8 f%d; " % i for i in range(80)) + "}; };\n"

KERNEL = HEAD.replace('tracer_name = "barectf"',
		      'tracer_name = "lttng-modules"; domain = "kernel"; '
		      'sysname = "Linux"; kernel_release = "6.1.0"') + """
event {
	name = "lttng_statedump_process_state"; id = 0; stream_id = 0;
	fields := struct { u32 tid; u32 pid; string name; };
};
event {
	name = "sched_switch"; id = 1; stream_id = 0;
	fields := struct {
		u32 prev_tid; u32 prev_state; string next_comm; u32 next_tid;
	};
};
event { name = "syscall_entry_read"; id = 2; stream_id = 0;
	fields := struct { u32 fd; }; };
event { name = "syscall_exit_read"; id = 3; stream_id = 0;
	fields := struct { u64 ret; }; };
"""


# A processor that does not say which one it is.
NO_CPU = KERNEL.replace("u32 cpu_id;", "u32 number;")

KERNELS = {"kernel": KERNEL, "without-cpu": NO_CPU, "texts": KERNEL}


def kernel():
	return [
		(2, 10, struct.pack("<I", 3)),
		(0, 20, struct.pack("<II", 71, 70) + b"worker\0"),
		(1, 30, struct.pack("<II", 5, 1) + b"worker\0" +
			struct.pack("<I", 71)),
		(2, 40, struct.pack("<I", 4)),
		(3, 50, struct.pack("<Q", 9)),
		(1, 60, struct.pack("<II", 71, 0) + b"other\0" +
			struct.pack("<I", 99)),
		(2, 70, struct.pack("<I", 5)),
	]


# So many that the library uses the room of one event for another.
def texts():
	return [(0, 10 + i, struct.pack("<II", 71, 70) +
			(b"", b"first", b"second")[i % 3] + b"\0")
		for i in range(60)]


FAULTS = {
	"deep": HEAD + "struct { " * 100 + "u8 x; " + "} x; " * 100,
	"long": HEAD + "event { name = \"a\"; id = 0; stream_id = 0; fields := "
		"struct { u8 x[1000000000]; }; };",
	"product": HEAD + "event { name = \"a\"; id = 0; stream_id = 0; "
		"fields := struct { struct { struct { u8 x[60000]; } y[60000]; }"
		" z[60000]; }; };",
	"memory": HEAD + "struct a { u8 x[60000]; };\n"
		"struct b { struct a y[60000]; };\n"
		"struct c { struct b z[60000]; };\n"
		"event { name = \"a\"; id = 0; stream_id = 0; "
		"fields := struct { struct c c; }; };",
	"syntax": HEAD + "event { name = }",
	"sequence": HEAD + "event { name = \"a\"; id = 0; stream_id = 0; "
		"fields := struct { u64 n; integer { size = 1; align = 1; } "
		"x[n]; }; };",
	"large": HEAD + "/*" + " " * (17 << 20) + "*/",
	"ctf2": '\x1e{"type":"preamble","version":2}\n',
}


def odd(number):
	bits = struct.pack("<H", ((-5 & 0xfff) | 9 << 12))
	chosen = struct.pack("<BI", 0, 77) if number % 2 else b"\1chosen\0"
	return bits + struct.pack("<B", 3) + b"inner\0" + chosen + \
		bytes([1, 2, 3, 4]) + bytes([2]) + \
		struct.pack("<HHHH", 10, 11, 12, 13) + b"\x2a"


def packet(events, begin, end, number, discarded):
	body = b"".join(
		struct.pack("<HQ", kind, time) + data
		for kind, time, data in events)
	size = (8 + 8 + 8 + 4 + 4 + 8 + 8 + 4 + len(body)) * 8
	return struct.pack("<IIQQIIQQI", 0xc1fc1fc1, 0, begin, end, size, size,
			   number, discarded, 3) + body


def main():
	directory, fault = sys.argv[1], (sys.argv[2:] + [None])[0]
	text = FAULTS.get(fault, HEAD + ODD + WIDE)
	if fault in KERNELS:
		text = KERNELS[fault]
	kinds = [(0, 10, odd(0)), (0, 20, odd(1)), (1, 30, bytes(range(80)))]
	if fault == "sequence":
		kinds = [(0, 10, struct.pack("<Q", 1 << 60) + b"\1")]
	elif fault in FAULTS:
		kinds = [(0, 10, b"\1")]
	elif fault in KERNELS:
		kinds = texts() if fault == "texts" else kernel()
	stream = packet(kinds, 5, 80, 0, 0)
	if fault not in FAULTS and fault not in KERNELS:
		# Two packets and seven events are missing here.
		stream += packet([(0, 110, odd(0))], 100, 120, 3, 7)
	if fault == "cut":
		stream = stream[:-20]
	os.makedirs(directory)
	with open(os.path.join(directory, "metadata"), "w") as file:
		file.write(text)
	with open(os.path.join(directory, "stream"), "wb") as file:
		file.write(stream)


if __name__ == "__main__":
	main()
