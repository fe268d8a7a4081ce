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
	rm -f err
	"$posixtrace" record "$@" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' grep -q '^posixtrace: tracing ' err
	[ -n "$mounted" ] || prlimit --pid $recorder --fsize=1048576
}

# ticked COUNT: as many ticks of each thread
ticked() {
	counts counts | awk -v wanted="$1" '$1 < wanted { exit 1 }'
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

# And at the end how many are missing: that fits where a chunk did not, unless
# the file is beyond the limit already. Flushes leave marks, lost as well.
if [ -n "$mounted" ]; then
	status_is 0 $status 'showing the log of a full disk' err2
	tail -n 1 shown > last
	has ' lost \(the log could not be written\)' last
	all=$(($(grep -c ' tick  *[01] ' shown) + $(told_lost shown)))
	[ $all -ge 16000 ] && [ $all -le 16016 ] ||
		fail "$all ticks and losses are not 16000" err
fi

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

# A device: what found room is there, and counted, also in place of another log.
sample=$top_srcdir/tests/data/liteos/a32-online-2sessions.tlv
for i in $(seq 400); do
	cat "$sample"
done > long.tlv
rm -f disk/*
echo old > disk/board.ptl
record_device() {
	if [ -n "$mounted" ]; then
		"$posixtrace" record "$@"
	else
		(trap '' XFSZ; prlimit --fsize=1048576 "$posixtrace" record "$@")
	fi
}
record_device --from liteos --force -o disk/board.ptl - < long.tlv 2> err
status_is 7 $? 'recording a device onto a full disk' err
[ "$(grep -c "$why" err)" -eq 1 ] || fail 'it is told more than once' err
"$posixtrace" show -f csv -O name disk/board.ptl 2> err2 | sed 1d |
	grep -c '[A-Z]' > seen
[ "$(cat seen)" -ge 100 ] || fail "only $(cat seen) events are there" err2
sed -n 's/^disk.* \([0-9,]*\) events .* [1-9][0-9,]* lost$/\1/p' err |
	tr -d , | cmp -s seen - || fail "$(cat seen) events are there" err
[ "$(ls disk)" = board.ptl ] || fail 'other files are left'

# When there is room again recording goes on, and the log counts what is missing.
if [ -n "$mounted" ]; then
	umount disk
	mount -t tmpfs -o size=64m posixtrace-test disk
	rm -f counts
	start_recording -o disk/full.ptl -- \
		"$ticker" -n 8000 -s 2048 -u 100 -c counts
	cat /dev/zero > disk/filler 2> /dev/null
	wait_for 'the full disk' grep -q "$why" err
	wait_for 'ticks beside a full disk' ticked 4000
	rm disk/filler
	wait_for 'the room' grep -q 'writing again' err
	wait $recorder
	status_is 125 $? 'recording onto a disk that was full' err
	has '^posixtrace: disk/full.ptl: writing again; [1-9][0-9,]* events were lost$' \
		err
	[ "$(counts counts | sort -u)" = 8000 ] ||
		fail 'the program was disturbed' err
	"$posixtrace" show disk/full.ptl > shown 2> err2
	status_is 0 $? 'showing the log of a disk that was full' err2
	ticks_and_losses_are 16000 shown
fi

# A limit on files is one on the files of streams, too: these become smaller, or
# the limit is named. Blocks have 512 bytes.
(
	ulimit -f 24576
	"$posixtrace" record -o small.ptl -- "$ticker" -n 100 -c counts
) 2> err || fail 'recording with files of 12 MiB at most' err
has '^small.ptl .* 0 lost$' err
"$posixtrace" show small.ptl > shown
ticks_and_losses_are 200 shown
(
	ulimit -f 8192
	"$posixtrace" record -o none.ptl -- "$ticker" -n 100
) 2> err
status_is 125 $? 'recording with files of 4 MiB at most' err
has 'cannot make a stream: .*files may have 4.0 MiB only \(ulimit -f\)$' err
(
	ulimit -f 8192
	POSIXTRACE=record,o=none.ptl "$ticker" -n 100
) 2> err || fail 'a program that records itself, with files of 4 MiB' err
has '^posixtrace: POSIXTRACE: no stream: the limit on files \(ulimit -f\)$' err

# A log that is full says how many events it had no room for, to every reader.
rm -f counts
"$posixtrace" record --policy=flush --log-policy=until-full --log-size=256K \
	--size=256K -o limited.ptl -- "$ticker" -n 4000 -s 512 -u 50 -c counts \
	2> err || fail 'recording into a limited log' err
sed -n 's/^limited.ptl .* \([1-9][0-9,]*\) lost$/\1/p' err | tr -d , > lost
[ -s lost ] || fail 'nothing is lost in a log that is full' err
"$posixtrace" show limited.ptl > shown
tail -n 1 shown > last
has "[^0-9]$(cat lost) events lost \(the log was full\)" last
"$posixtrace" info -f json limited.ptl > info.json
has "\"lost\":$(cat lost)[,}]" info.json
"$posixtrace" show --strict limited.ptl > shown
status_is 4 $? 'showing a limited log, strictly'

# So is a full disk where show writes to.
if [ -c /dev/full ]; then
	"$posixtrace" record -q -o w.ptl -- "$wordcount" "$top_srcdir/lib" > out
	"$posixtrace" show w.ptl > /dev/full 2> err
	status_is 7 $? 'showing onto a full disk' err
	has '^posixtrace: write error: No space left on device$' err
fi

finish
