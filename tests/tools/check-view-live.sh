#!/bin/sh
#
# check-view-live.sh - what comes, on a terminal: a process, and a log that grows
. "${top_srcdir:?}/tests/tools/lib.sh"
. "${top_srcdir:?}/tests/tools/screens.sh"

needs_screens
"$posixtrace" --version | grep -q '^with  *ncurses ' ||
	skip 'built without ncurses'

# events_exceed NUMBER: the head says so
events_exceed() {
	on_tmux capture-pane -p > screen
	shown=$(sed -n '1s/.*  \([0-9,]*\) events  .*/\1/p' screen | tr -d ,)
	[ "${shown:-0}" -gt "$1" ]
}

is_past() {
	on_tmux capture-pane -p > screen && ! grep -q ' live' screen
}

"$ticker" -c counts -u 2000 &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
open_screen 100 30 C.UTF-8 view -F -p $self
wait_for 'the present' on_screen '^ticker .* \+10 s  .* live'
wait_for 'events' events_exceed 50
wait_for 'a thread' on_screen '^ticker/[0-9]+ .*[▁▂▃▄▅▆▇█]'
wait_for 'the last events' on_screen '^[0-9:.]+ .*ticker/[0-9]+ +tick '
before=$shown
wait_for 'more' events_exceed "$((before + 50))"
press +
wait_for 'less time' on_screen ' \+5 s '
press - -
wait_for 'more time' on_screen ' \+20 s '
wait_for 'what was before' on_screen '^ticker/[0-9]+ .*[▁▂▃▄▅▆▇█]{2}'

# Its past is there, to be searched, moved in, and saved
press Home
wait_for 'the past' on_screen '\+0.000us .*ticker/[0-9]+ +(tick|posix_trace_start) '
wait_for 'a past that is not live' is_past
press /
press 'tick' Enter
wait_for 'what was searched' on_screen '\+0.000us .*ticker/[0-9]+ +tick '
press F
wait_for 'the present again' on_screen ' live'
wait_for 'still more' events_exceed 200
press Left Left Left
wait_for 'the past again' on_screen '^[0-9:.]+ .*ticker/[0-9]+ +tick '
wait_for 'this, which is not live' is_past
press f
wait_for 'all of it' events_exceed 200
press s seen.ptl Enter
wait_for 'a log of it' on_screen '^seen.ptl .* [0-9,]+ events'
"$posixtrace" show -e tick -F seen.ptl > saved
[ "$(wc -l < saved)" -gt 200 ] || fail 'little was saved' saved
press q
wait_for 'the end' on_screen '^status 0'
close_screen
[ "$("$posixtrace" ls streams 2> err | wc -l)" -eq 0 ] || fail 'a stream is left'

# Nothing is kept, or no more than is wanted
open_screen 100 30 C.UTF-8 view --keep=0 -p $self -F
wait_for 'events that pass' events_exceed 50
press / tick Enter
wait_for 'no search' on_screen 'this is not kept'
press s no.ptl Enter
wait_for 'no log' on_screen 'this is not kept'
press q
close_screen

# What is kept moves on with what comes, and what was let go is counted
"$ticker" -s 8000 -u 500 &
large=$!
remember $large
open_screen 160 30 C.UTF-8 view -F --keep=1M -p $large
wait_for 'the limit' on_screen 'older events are let go from here on: --keep'
wait_for 'their number' on_screen '[0-9,]*[0-9]{3} older events let go +live'
press +
wait_for 'a key' on_screen ' \+5 s .* live'
press Home
wait_for 'the oldest that is kept' on_screen \
	'\+0.000us .*ticker/[0-9]+ +tick +[01] [0-9]+\.'
wait_for 'what is not live' is_past
on_screen 'tick +[01] [1-9]\.' && fail 'the first events are still there' screen
press / tick Enter
wait_for 'what was searched' on_screen '\+0.000us .*ticker/[0-9]+ +tick '
kill -STOP $large
press End
wait_for 'the newest' on_screen '^[0-9:.]+ +\+0.000us .*ticker/[0-9]+ +tick '
press Left Left Left
press s part.ptl Enter
wait_for 'a part of what is kept' on_screen '^part.ptl .* [0-9,]+ events'
"$posixtrace" show -e tick part.ptl > out 2> err
status_is 0 $? 'what was saved' err
[ -s out ] || fail 'nothing was saved' out
kill -CONT $large
press F
wait_for 'the present' on_screen 'let go +live'
press q
wait_for 'the end behind the limit' on_screen '^status 0'
close_screen
kill -KILL $large

# A disk without room for others as well keeps nothing
mkdir disk
if mount -t tmpfs -o size=32m none disk 2> err; then
	mounted=$work/disk
	open_screen 100 30 C.UTF-8 env TMPDIR="$mounted" "$posixtrace" view -F -p $self
	wait_for 'a full disk' on_screen 'no more is kept: there is no way back'
	wait_for 'what comes' events_exceed 50
	wait_for 'and what comes then' events_exceed "$((shown + 50))"
	press / tick Enter
	wait_for 'no search' on_screen 'this is not kept'
	press q
	wait_for 'the end on a full disk' on_screen '^status 0'
	close_screen
fi
"$posixtrace" view -F --keep=many -p $self 2> err
status_is 2 $? 'no size' err
kill -KILL $self

# A log that grows, its past, and its end
"$posixtrace" record -q -o grows.ptl -- "$ticker" -c more -u 2000 2> err &
recorder=$!
remember $recorder
wait_for 'a log' both_tick more
open_screen 100 30 C.UTF-8 view -F grows.ptl
wait_for 'the log' events_exceed 50
on_screen ' live' || fail 'it is not live' screen
press Home
wait_for 'the past' on_screen '\+0.000us .*posix_trace_start'
wait_for 'a past that is not live' is_past
before=$("$posixtrace" stat -f csv grows.ptl | sed -n '2s/^tick,\([0-9]*\),.*/\1/p')
log_is_longer() {
	now=$("$posixtrace" stat -f csv grows.ptl |
		sed -n '2s/^tick,\([0-9]*\),.*/\1/p')
	[ "$now" -gt "$((before + 100))" ]
}
wait_for 'a longer log' log_is_longer
all_exceed() {
	press f
	events_exceed "$1"
}
wait_for 'all of what came meanwhile' all_exceed "$((before + 100))"
wait_for 'all of it, which is not live' is_past
press F
wait_for 'the present again' on_screen ' live'
kill -TERM $recorder
wait_for 'the end of the log' on_screen 'the trace has come to its end'
press f
wait_for 'all of it' on_screen " $("$posixtrace" stat -f csv grows.ptl |
	sed -n '2s/^tick,\([0-9]*\),.*/\1/p' | sed 's/...$/,&/;s/^,//') events"
press q
wait_for 'the end of the picture' on_screen '^status 0'
close_screen
finish
