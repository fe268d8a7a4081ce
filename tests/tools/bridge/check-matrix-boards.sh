#!/bin/sh
#
# check-matrix-boards.sh - any trace goes to boards' viewers and to logs, with each
# event once or counted
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/bridge/matrix.sh"

make_sources

# shellcheck disable=SC2086
matrix 'liteos ptl rkh threadx' drawing.ptl phases.ptl demo_threadx.trx \
	all-std.bin l64-ext-smp4.raw locks.ptl waits.ptl ends.ptl merged.ptl \
	drawing.json $lttng

# An event that is missing does not add up.
ask drawing.ptl show -f json > show
ask drawing.ptl stat -f csv > stat
"$posixtrace" convert --force drawing.ptl -t threadx -o result > out 2> told
read_back threadx
sed '/"name":"stock"/d' back > less
! cmp -s back less || fail 'nothing was left out' back
python3 "$top_srcdir/tests/tools/bridge/matrix.py" threadx less show stat told \
	> sums 2>&1 && fail 'an event is missing, and it adds up' sums

finish
