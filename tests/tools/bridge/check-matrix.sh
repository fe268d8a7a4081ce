#!/bin/sh
#
# check-matrix.sh - any trace goes to any viewer, with each event once or counted
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/matrix.sh"

make_sources

# The formats for viewers are all those that are written, but for those of boards.
formats=$("$posixtrace" convert --list |
	awk '/^[a-z]/ { name = $1 } /written/ { print name }' |
	grep -Evx 'liteos|ptl|rkh|threadx')
[ -n "$formats" ] || fail 'no formats'

# shellcheck disable=SC2086
matrix "$formats" drawing.ptl more.ptl calls.ptl phases.ptl demo_threadx.trx \
	all-std.bin l64-ext-smp4.raw m32-objs-partial.dump.tlv merged.ptl \
	drawing.json $lttng

# A format that leaves out an event, without a word, does not add up.
ask drawing.ptl show -f json > show
ask drawing.ptl stat -f csv > stat
rm -rf result
"$posixtrace" convert drawing.ptl -t otlp -o result > out 2> told &&
	sed 's/{[^{}]*"eventName":"stock".*"eventName":"stray_end"/{"severityNumber":9/' \
		result > less
cmp -s result less && ! grep -q 'built without nettle' told &&
	fail 'nothing was left out' result
python3 "$top_srcdir/tests/tools/bridge/matrix.py" otlp less show stat told \
	> sums 2>&1 && fail 'an event is missing, and it adds up' sums

finish
