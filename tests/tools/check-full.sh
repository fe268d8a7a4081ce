#!/bin/sh
#
# check-full.sh - the disk is full while a program is recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

# A small disk, or else a small limit on files. That is set when the recording
# runs, as its stream is a file as well.
mkdir disk
disk_is_small() {
	[ "$(id -u)" -eq 0 ] &&
		mount -t tmpfs -o size=1m posixtrace-test disk 2> /dev/null
}

if disk_is_small; then
	mounted=$work/disk
	why='No space left on device'
	say 'on a tmpfs of 1 MiB'
else
	command -v prlimit > /dev/null ||
		skip 'neither a small disk nor prlimit is to be had'
	why='File too large'
	say 'on files of 1 MiB at most'
fi

# start_recording ARGUMENT...
start_recording() {
	"$posixtrace" record "$@" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' grep -q '^posixtrace: tracing ' err
	[ -n "$mounted" ] || prlimit --pid $recorder --fsize=1048576
}

# More than fits: 32 MiB
start_recording -o disk/full.ptl -- "$ticker" -n 8000 -s 2048 -u 50 -c counts
wait $recorder
status_is 125 $? 'recording onto a full disk' err
has "^posixtrace: disk/full.ptl: $why; recording goes on as far as the stream holds$" \
	err
[ "$(grep -c "$why" err)" -eq 1 ] || fail 'it is told more than once' err
has '^disk/full.ptl  .*  [1-9][0-9,]* lost$' err

# The program went on untouched.
[ "$(counts counts | sort -u)" = 8000 ] || fail 'the program was disturbed' err

# What is there can be read: the first ticks, without a gap.
"$posixtrace" show disk/full.ptl > shown 2> err2
status=$?
[ $status -eq 0 ] || status_is 3 $status 'showing the log of a full disk' err2
grep -c ' tick ' shown > seen
[ "$(cat seen)" -ge 100 ] || fail "only $(cat seen) ticks are there" err
sed -n 's/.* tick  *\([01]\) \([0-9]*\)\..*/\1 \2/p' shown | head -n 100 |
	awk '$2 != ++next_tick[$1] { exit 1 }' ||
	fail 'ticks are missing at the beginning' shown

# A process that was there before is not disturbed either.
rm -f disk/full.ptl counts
"$ticker" -s 2048 -u 50 -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
start_recording -o disk/full.ptl -p $target
wait_for 'the full disk' grep -q "$why" err
kill -INT $recorder
wait $recorder
status_is 7 $? 'recording a process onto a full disk' err
kill -0 $target || fail 'the process did not live on'
kill $target
wait $target 2> /dev/null

# So is a full disk where show writes to.
if [ -c /dev/full ]; then
	"$posixtrace" record -q -o w.ptl -- "$wordcount" "$top_srcdir/lib" > out
	"$posixtrace" show w.ptl > /dev/full 2> err
	status_is 7 $? 'showing onto a full disk' err
	has '^posixtrace: write error: No space left on device$' err
fi

finish
