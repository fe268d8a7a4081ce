#!/bin/sh
#
# check-ctf.sh - traces in CTF: a real one, odd ones, and hostile ones
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libbabeltrace2' ||
	skip 'built without libbabeltrace2'
command -v python3 > /dev/null || skip 'there is no python3'

here=$top_srcdir/tests/tools/source/ctf
data=$top_srcdir/tests/data/ctf

# show STATUS TRACE [ARGUMENT]...: into out and err
show() {
	status=$1
	shift
	"$posixtrace" show --no-pager "$@" > out 2> err
	status_is "$status" $? "show $*" err
}

# A recording of LTTng-UST is what babeltrace2 says of it
show 0 -f json "$data/orders"
python3 "$here/compare.py" "$data/orders.txt" out > why 2>&1 ||
	fail 'orders: posixtrace and babeltrace2 differ' why
sed 's/"id":3/"id":4/' out > changed
! python3 "$here/compare.py" "$data/orders.txt" changed > why 2>&1 ||
	fail 'the comparison misses a changed field'
sed 3d out > shorter
! python3 "$here/compare.py" "$data/orders.txt" shorter > why 2>&1 ||
	fail 'the comparison misses a lost event'
# A directory above it is that trace as well
mkdir -p deep/er
cp -R "$data/orders" deep/er/orders
show 0 -f json deep
python3 "$here/compare.py" "$data/orders.txt" out > why 2>&1 ||
	fail 'deep/er: posixtrace and babeltrace2 differ' why
"$posixtrace" info "$data/orders" > out 2>&1
has 'format +ctf: ' out
has 'system +Linux$' out
has 'damage +none' out
has '^ +ust_orders-ust ' out

# What LTTng's helpers record has its meaning, and the user's spans have theirs
"$posixtrace" stat --no-pager "$data/orders" > out 2>&1
has '^SPAN lock: lttng_ust_pthread:pthread_mutex_lock_req -> ' out
has '^mutex/0x[0-9a-f]+ +6 +6 ' out
"$posixtrace" stat --no-pager -o spans=orders:received:orders:filled \
	"$data/orders" > out 2>&1
has '^SPAN orders:received: orders:received -> orders:filled by thread' out
has '^  n 6 ' out
show 2 -o spans=a "$data/orders"
has 'a span is BEGIN:END or BEGIN:END:KEY' err

# The trace is a source like any other
for type in ptl folded; do
	"$posixtrace" convert -q "$data/orders" -t $type -o "out.$type" 2> err
	status_is 0 $? "convert -t $type" err
done
show 0 -f json out.ptl
grep -v '"lost"' out | sed 's/"name":"posix_[^}]*//' > from-log
python3 "$here/compare.py" "$data/orders.txt" out > why 2>&1 ||
	fail 'the log made of it and babeltrace2 differ' why
show 0 -e orders:received -w 'id > 3' "$data/orders"
lines_are 3 out
show 0 --range +1ms.. "$data/orders"
has 'orders:filled' out
mkdir both
cp out.ptl both
show 0 "$data/orders" both/out.ptl
show 2 -F "$data/orders"
has 'cannot be followed' err
show 2 --from rkh "$data/orders"
has 'rkh is not a directory' err
show 3 --from ctf "$data/orders/metadata"

# Nested fields become a list
python3 "$here/odd_trace.py" odd
show 0 -f json odd
has '"twelve":-5,"four":9,"outer_a":3,"outer_b_s":"inner","which":"TEXT"' out
has '"choice_tag":"TEXT","choice_TEXT":"chosen"' out
has '"choice_tag":"NUMBER","choice_NUMBER_x":77' out
has '"pair":"\[\{\\"x\\":1,\\"y\\":2\},' out
has '"count":2,"second":"\[12,13\]","int_":42,"cpu_id":3,"first":\[10,11\]' out
has '"f62":62,"rest":"\{\\"f63\\":63,.*\\"f79\\":79,\\"cpu_id\\":3\}"' out
has '"ts":1700000000000010000,"name":"odd"' out
has '"lost":7,"over_ns":40000,"why":"discarded"' out
has '"lost":0,"over_ns":20000,"why":"2 packets discarded"' out
lines_are 6 out
if command -v babeltrace2 > /dev/null; then
	show 0 -f json odd
	babeltrace2 --clock-seconds --no-delta odd > theirs 2>&1
	grep -c ' odd: ' theirs > count
	grep -qx 3 count || fail 'babeltrace2 does not read it' theirs
fi

# A trace of one process says which in its environment; hostile ones say anything
for pid in 77 -77 4294967297 '"77"'; do
	rm -rf only
	python3 "$here/odd_trace.py" only
	sed "s/tracer_name = \"barectf\";/& vpid = $pid; procname = \"till\";/" \
		only/metadata > metadata && mv metadata only/metadata
	show 0 -f json only
	case $pid in
	77) has '"name":"odd",.*"pid":77,.*"comm":"till"' out ;;
	*) has '"name":"odd",' out && lacks '"pid":|till' out ;;
	esac
done

# The library leaves in an empty text what was there before
python3 "$here/odd_trace.py" texts texts
show 0 -f json texts
for text in '' first second; do
	grep -c "\"name\":\"$text\",\"cpu_id\"" out | grep -qx 20 ||
		fail "there are not 20 texts \"$text\"" out
done

# The kernel's scheduler says whose its events are
python3 "$here/odd_trace.py" kernel kernel
show 0 -f json kernel
has '"name":"syscall_entry_read","host":"board7"' out
has '"name":"sched_switch","host":"board7".*"prev_tid":5' out
has 'syscall_entry_read","pid":70,"tid":71,"comm":"worker".*"fd":4,"cpu_id":3' out
has 'sched_switch","pid":70,"tid":71,.*"prev_tid":71' out
has 'syscall_entry_read","pid":99,"tid":99,"comm":"other"' out
has 'events of a processor have no thread before its first sched_switch' err
lines_are 1 err
"$posixtrace" info kernel > out 2> err
has 'system +Linux 6\.1\.0$' out
"$posixtrace" stat --no-pager kernel > out 2> err
has '^SPAN read: syscall_entry_read -> syscall_exit_read by thread' out
# What a processor runs is a span, from one switch to the next
has '^SPAN running: sched_switch -> sched_switch by cpu_id$' out
has '^  n 1   at once 1   .* max 30 us   not ended 1, ' out
"$posixtrace" stat --no-pager -o spans=sched_switch:sched_switch:cpu_id kernel \
	> out 2> err
has '^SPAN sched_switch: sched_switch -> sched_switch by cpu_id$' out
has '^  n 1   unmatched 2 ' out
python3 "$here/odd_trace.py" without without-cpu
"$posixtrace" stat --no-pager without > out 2> err
has '^SPAN read: ' out
lacks '^SPAN running' out

# refuses FAULT WORDS: in one line
refuses() {
	python3 "$here/odd_trace.py" "faulty-$1" "$1"
	show 3 "faulty-$1"
	has "faulty-$1: $2" err
	lines_are 1 err
}
refuses deep 'its metadata nests deeper than 64 levels'
refuses long 'its metadata has arrays of more than 65,536 elements'
refuses large 'its metadata has more than 16 MiB'
refuses ctf2 'this is CTF 2, which libbabeltrace2 can read from version 2.1 on'
refuses syntax 'libbabeltrace2: '
refuses cut 'libbabeltrace2: '
# The library ends its process when it finds no memory; sanitizers forbid that.
if ! has_sanitizer; then
	refuses memory 'libbabeltrace2 has failed here'
	refuses sequence 'libbabeltrace2 has failed here'
fi

# Damage in the middle leaves what is before
python3 "$here/odd_trace.py" damaged
printf '\377' | dd of=damaged/stream bs=1 seek=60 conv=notrunc 2> /dev/null
show 3 damaged
has 'damaged: the end: libbabeltrace2: ' err

# Other directories are told apart
mkdir empty
show 2 empty
has 'empty: neither \*\.ptl nor a CTF trace is in this directory' err
mkdir pipe
mkfifo pipe/metadata
show 2 pipe
mkdir loop
ln -s . loop/loop
show 2 loop
finish
