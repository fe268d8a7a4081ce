#!/bin/sh
#
# check-disk.sh - the disk fails, hangs or goes away while a program is recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

faulty_fs=$top_builddir/tests/log/faulty_fs
[ -x "$faulty_fs" ] || skip 'built without libfuse3: no disk that fails'
[ "$(id -u)" -eq 0 ] || skip 'only root may mount a disk that fails'
[ -c /dev/fuse ] || skip 'there is no /dev/fuse'

# What is in folder is on disk, and fails there as ordered.
mkdir folder disk
: > orders
"$faulty_fs" folder disk orders 2> fs.err &
fs=$!
remember $fs
mounted=$work/disk
wait_for 'the file system' mountpoint -q disk || skip 'it cannot be mounted'

order() {
	echo "$1" > orders.new
	mv orders.new orders
}

# refuses: the disk has refused something since the last order
refuses() {
	[ "$(stat -c %s orders.refused)" -gt "$refused" ]
}

# start_recording ARGUMENT...
start_recording() {
	rm -f err
	env --default-signal=INT,QUIT "$posixtrace" record "$@" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' grep -q '^posixtrace: tracing ' err
	wait_for 'a ticker' both_tick counts
}

# has_bytes FILE: some hundred events
has_bytes() {
	[ "$(stat -c %s "$1")" -gt 500000 ]
}

# More than the stream of 4 MiB holds, at 2 KiB each
many_more() {
	wanted=$(($(counts counts | head -n 1) + 3000))
	wait_for 'ticks on a failing disk' ticked "$wanted"
}

ticked() {
	[ "$(counts counts | head -n 1)" -ge "$1" ]
}

# A disk that refuses, and then does not
start_recording -o disk/eio.ptl -- "$ticker" -n 15000 -s 2048 -u 50 -c counts
wait_for 'a log' has_bytes folder/eio.ptl
order torn
wait_for 'the error' grep -q 'Input/output error' err
many_more
"$posixtrace" show disk/eio.ptl > shown 2> err2
grep -q ' tick  *[01] 1\.' shown || fail 'nothing can be read meanwhile' err2
order ''
wait_for 'the disk that works again' grep -q 'writing again' err
wait $recorder
status_is 125 $? 'recording onto a disk that fails' err
has '^posixtrace: disk/eio.ptl: Input/output error; recording goes on as far as the stream holds$' \
	err
has '^posixtrace: disk/eio.ptl: writing again; [1-9][0-9,]* events were lost$' \
	err
[ "$(grep -c '^posixtrace: disk' err)" -eq 2 ] ||
	fail 'it is told more than once' err
[ "$(counts counts | sort -u)" = 15000 ] ||
	fail 'the program was disturbed' err
"$posixtrace" show disk/eio.ptl > shown 2> err2
status_is 0 $? 'showing the log of a disk that failed' err2
ticks_and_losses_are 30000 shown

# Each thread lost events in one place, unless the machine was too slow for
# this program later on.
if [ "$(sed -n 's/.*again; \(.*\) events were lost$/\1/p' err)" = \
	"$(sed -n 's/.*  \(.*\) lost$/\1/p' err)" ]; then
	lines_are 2 "$(grep ' lost (stream full)' shown > losses; echo losses)"
fi

# A disk that hangs, and then does not, and then hangs
rm -f counts
"$ticker" -s 2048 -u 50 -c counts &
target=$!
remember $target
start_recording -o disk/hang.ptl -p $target
wait_for 'a log' has_bytes folder/hang.ptl
refused=$(stat -c %s orders.refused)
order hang
wait_for 'a write that hangs' refuses
many_more
wait_for 'the standstill' grep -q 'does not answer' err
"$posixtrace" show disk/hang.ptl > shown 2> err2
grep -q ' tick  *[01] ' shown || fail 'nothing can be read meanwhile' err2
order ''
wait_for 'the disk that answers' grep -q 'writing again' err
has '^posixtrace: disk/hang.ptl: the disk does not answer; recording goes on as far as the stream holds$' \
	err
has '^posixtrace: disk/hang.ptl: writing again; [1-9][0-9,]* events were lost$' \
	err
refused=$(stat -c %s orders.refused)
order hang
wait_for 'a write that hangs' refuses
kill -INT $recorder
wait_for 'the way out' grep -q 'waiting for the disk' err
has "^posixtrace: waiting for the disk; Ctrl-C again gives up, and .posixtrace recover. then completes the log$" \
	err
! is_gone $recorder || fail 'it gave up by itself' err
kill -INT $recorder
wait $recorder
status_is 130 $? 'giving up a disk that hangs' err
kill -0 $target || fail 'the process did not live on'
many_more
kill $target
wait $target 2> /dev/null
order ''
"$posixtrace" show disk/hang.ptl > shown 2> err2
status_is 0 $? 'showing what was given up' err2
has ' posix_trace_stop ' shown

# A disk that is not there any more
rm -f counts
start_recording -o disk/gone.ptl -- "$ticker" -n 15000 -s 2048 -u 50 -c counts
wait_for 'a log' has_bytes folder/gone.ptl
kill -KILL $fs
wait $recorder
status_is 125 $? 'recording onto a disk that went away' err
has '^posixtrace: disk/gone.ptl: Transport endpoint is not connected; recording goes on as far as the stream holds$' \
	err
[ "$(counts counts | sort -u)" = 15000 ] ||
	fail 'the program was disturbed' err
"$posixtrace" show folder/gone.ptl > shown 2> err2
grep -q ' tick  *[01] 1\.' shown || fail 'what was written is gone' err2

finish
