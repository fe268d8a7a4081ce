#!/bin/sh
#
# check-bt2.sh - traces in CTF are to babeltrace2's Python module what they are here
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libbabeltrace2' ||
	skip 'built without libbabeltrace2'

# The module is that of the system's Python.
python=
for one in python3 /usr/bin/python3; do
	[ -n "$python" ] || ! $one -c 'import bt2' 2> /dev/null || python=$one
done
[ -n "$python" ] || skip "there is no bt2, babeltrace2's Python module"

here=$top_srcdir/tests/tools/source/ctf
data=$top_srcdir/tests/data/ctf
orders=$(tool tests/tools/orders) || exit 99
drawing=$(tool tests/tools/bridge/drawing) || exit 99
extremes=$(tool tests/tools/bridge/extremes) || exit 99

# is_same TRACE JSON [written]
is_same() {
	$python "$here/bt2_compare.py" "$@" > why 2>&1 && say "$1: $(cat why)"
}

# What others have written is read as the module reads it
"$python" "$here/odd_trace.py" odd
"$python" "$here/odd_trace.py" kernel kernel
for trace in "$data/orders" odd kernel; do
	"$posixtrace" show -f json "$trace" > shown 2> err
	status_is 0 $? "show $trace" err
	is_same "$trace" shown || fail "$trace: bt2 reads something else" why
done

# The comparison finds what differs: a field, a process, a loss, an event
"$posixtrace" show -f json odd > shown 2> err
for change in 's/"outer_a":3/"outer_a":4/' 's/"lost":7/"lost":8/' \
	's/"over_ns":40000/"over_ns":40001/' 3d \
	's/"ts":1700000000000010000/"ts":1700000000000010001/'; do
	sed "$change" shown > changed
	! cmp -s shown changed || fail "there is nothing for $change"
	! is_same odd changed || fail "the comparison misses $change"
done
"$posixtrace" show -f json "$data/orders" 2> err |
	sed '$s/"comm":"ust_orders"/"comm":"ust"/' > changed
! is_same "$data/orders" changed || fail 'the comparison misses a program'

# What is written is to the module what the log is
record 0 orders -q -o orders.ptl -- "$orders"
record 0 losses -q --size=16K -o lossy.ptl -- "$ticker" -u 0 -n 20000
"$drawing" drawing.ptl && "$drawing" more.ptl more &&
	"$extremes" fields fields.ptl && "$extremes" phases phases.ptl ||
	fail 'no logs'
for log in orders lossy drawing more fields phases; do
	"$posixtrace" convert -q $log.ptl -t ctf -o $log 2> err
	status_is 0 $? "convert $log.ptl" err
	# An interval that overlaps an event is cut, which is told.
	how=written
	! grep -q 'intervals of losses' err || how=cut
	"$posixtrace" show -f json $log.ptl > shown 2> err
	is_same $log shown $how || fail "$log: bt2 reads something else" why
done
finish
