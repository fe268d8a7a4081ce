#!/bin/sh
#
# check-live.sh - show tells what programs do now: of a stream that somebody
# has, or with one of its own
. "${top_srcdir:?}/tests/tools/lib.sh"

speaker=$(tool tests/tools/speaker) || exit 99

streams() {
	find "$POSIXTRACE_DIR" -name 'stream-*' | wc -l
}

no_stream() {
	[ "$(streams)" -eq "${1:-0}" ] || fail "$(streams) streams are there"
}

start_ticker() {
	rm -f counts
	"$ticker" -c counts "$@" &
	target=$!
	remember $target
	wait_for 'a ticker' both_tick counts
}

stop_ticker() {
	kill -KILL $target
	wait $target 2> /dev/null
}

# watch ARGUMENT...: show -F with them, in the background
watch() {
	rm -f shown err
	"$posixtrace" show -F "$@" > shown 2> err &
	watcher=$!
	remember $watcher
	wait_for 'a beginning' test -s err
}

# interrupt PID: as Ctrl-C, which a shell's background job may ignore
interrupt() {
	kill -TERM "$1"
	wait "$1"
}

# A process, without a file: what it does now, until the user has enough. What
# the stream holds then is shown, too, and the stream is gone.
start_ticker
watch -p $target
wait_for 'ticks' grep -q ' tick  *1 ' shown
has "^posixtrace: watching ticker \\($target\\), all events, until it ends" err
no_stream 1
"$posixtrace" ls streams > list
has "  $target +$watcher  loop .*  \\(memory\\)\$" list
counts counts > before
interrupt $watcher
status_is 0 $? 'watching a process' err
lines_are 1 err
no_stream
has ' posix_trace_start ' shown
[ "$(tail -n 1 shown | grep -c ' posix_trace_stop ')" -eq 1 ] ||
	fail 'the end is missing' shown
for thread in 0 1; do
	ticks_follow shown $thread "$(sed -n $((thread + 1))p before)" ||
		fail "ticks of thread $thread are missing" shown
done

# By name, of which there is but one; as JSON; only some events, and
# others are not recorded at all
ln -s "$ticker" one-$$
stop_ticker
./one-$$ -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
watch -p one-$$ -e 't*k' -f json
wait_for 'ticks' grep -q '"name":"tick"' shown
interrupt $watcher
status_is 0 $? 'watching by name' err
has "watching one-$$ \\($target\\), t\\*k, until" err
lacks '"name":"posix_trace' shown
lacks '"lost"' shown

watch -p $target -e '!tick'
wait_for 'a beginning' grep -q ' posix_trace_start ' shown
interrupt $watcher
lacks ' filter: none' shown

# Nothing is as asked for.
watch -p $target -e '!tick' -w 'name == "none"'
interrupt $watcher
status_is 1 $? 'nothing that is wanted' err
lines_are 0 shown

# Whoever reads goes: there is nothing to be seen, and no stream is left, also
# where nothing comes that could not be written.
"$posixtrace" show -F -p $target 2> err | head -n 1 > shown
lines_are 1 shown
no_stream
"$posixtrace" show -F -p $target -e none 2> err | true
no_stream

# Killed: the process goes on, and the next one removes what is left.
watch -p $target
wait_for 'ticks' grep -q ' tick ' shown
kill -KILL $watcher
wait $watcher 2> /dev/null
counts counts > before
more_ticks() {
	counts counts > after
	! cmp -s before after
}
wait_for 'a process that goes on' more_ticks
"$posixtrace" show -F -p $target --to +1us > shown 2> err
no_stream

# The end of the process is the end; its children are watched as well.
stop_ticker
mkfifo gate
sh -c 'read -r go < gate; "$0" first; "$0" second' "$speaker" &
target=$!
remember $target
watch -p $target
wait_for 'a stream' grep -q watching err
echo go > gate
wait_for 'the end' is_gone $watcher
wait $watcher
status_is 0 $? 'watching until the end' err
has ' say  *first\b' shown
has ' say  *second\b' shown
no_stream

# A fast process and a slow reader: nobody waits, what is missing is told, and
# memory has a limit.
start_ticker -u 0 -s 100
mkfifo slow
rm -f err
"$posixtrace" show -F -p $target -e tick > slow 2> err &
watcher=$!
remember $watcher
exec 3< slow
wait_for 'the stream' grep -q '^posixtrace: watching' err
counts counts > before
many_ticks() {
	counts counts | paste - before | awk '$1 < $2 + 400000 { exit 1 }'
}
wait_for 'many ticks' many_ticks
memory=$(awk '/^VmRSS|^RssShmem/ { sum += $2 } END { print sum }' \
	"/proc/$watcher/status")
[ "$memory" -lt 200000 ] || fail "it takes $memory KiB"
stop_ticker
cat <&3 > shown
exec 3<&-
wait $watcher
status_is 0 $? 'a slow reader' err
[ "$(told_lost shown)" -gt 0 ] || fail 'no loss is told' shown
no_stream

# A stream that goes to its log: that is followed, up to now, and no event tells
# of it.
start_ticker
"$posixtrace" record -q -o r.ptl -p $target &
record=$!
remember $record
wait_for 'a log' test -s r.ptl
wait_for 'its stream' test -e "$POSIXTRACE_DIR/stream-0"
"$posixtrace" show 0 > shown 2> err
status_is 0 $? 'what a stream has now' err
has "^posixtrace: stream 0 of ticker \\($target\\), as it goes to .*/r\\.ptl\$" err
lines_are 1 err
watch 0
wait_for 'ticks' grep -q ' tick ' shown
counts counts > before
for thread in 0 1; do
	last=$(sed -n $((thread + 1))p before)
	# The flusher alone would take a second.
	wait_for "tick $last" grep -Eq " tick +$thread $last( |\$)" shown
done
no_stream 1
interrupt $watcher
status_is 0 $? 'following a stream' err
no_stream 1
watch 0
wait_for 'ticks' grep -q ' tick ' shown
kill -INT $record
kill -TERM $record
wait $record
wait_for 'the end' is_gone $watcher
wait $watcher
status_is 0 $? 'following a stream to its end' err
lines_are 1 err
"$posixtrace" show r.ptl > all
cmp -s shown all || fail 'what was followed differs' shown all
lacks ' posix_trace_flush_' all

# A controller that is stopped does not answer: its log is followed all the
# same.
"$posixtrace" record -q -o s.ptl -p $target &
record=$!
remember $record
has_flushed() {
	"$posixtrace" flush 0 > out 2> err &&
		"$posixtrace" show s.ptl 2> err | grep -q ' tick '
}
wait_for 'a controller that answers, and ticks in its log' has_flushed
kill -STOP $record
"$posixtrace" show 0 > shown 2> err
status_is 0 $? 'a controller that is stopped' err
has '^posixtrace: stream 0: its controller does not answer; its events' err
kill -CONT $record
kill -KILL $record
wait $record 2> /dev/null
"$posixtrace" show -F 0 > shown 2> err
status_is 1 $? 'a controller that is gone' err
has '^posixtrace: stream 0: its controller is gone; see' err
"$posixtrace" recover > /dev/null 2>&1
stop_ticker

# A stream that goes nowhere: -F watches what it watches.
start_ticker -t
"$posixtrace" show 0 > shown 2> err
status_is 1 $? 'a stream without log' err
has '^posixtrace: stream 0: its events are in no log; show -F 0 ' err
has "record -p $target makes a log of it\$" err
watch 0
wait_for 'ticks' grep -q ' tick ' shown
has "^posixtrace: watching ticker \\($target\\), all events" err
interrupt $watcher
status_is 0 $? 'watching what a stream does' err

# measure ARGUMENT...: rates of what happens now
measure() {
	rm -f shown err
	"$posixtrace" stat -F --every 10ms -f csv "$@" > shown 2> err &
	watcher=$!
	remember $watcher
	wait_for 'ticks' grep -q '"*event"*,"*tick"*,' shown
	has "^posixtrace: watching ticker \\($target\\), " err
	lacks ',posix_trace' shown
	interrupt $watcher
	status_is 0 $? "stat -F $*" err
	lines_are 1 err
	no_stream 1
}
measure 0
measure -p $target
measure -p $target -e tick
stop_ticker
"$posixtrace" stat -F --every 1s -p $target > shown 2> err
status_is 6 $? 'rates of a process that is gone' err

# What is there as a file is one.
echo no log > 3
"$posixtrace" show 3 > shown 2> err
status_is 3 $? 'a file whose name is a number' err
rm 3

# Misuse
"$posixtrace" show 3 > shown 2> err
status_is 2 $? 'no such stream' err
has '^posixtrace: 3: no file has that name, and no stream that number; ' err
"$posixtrace" show -F -p 999999999 > shown 2> err
status_is 6 $? 'no such process' err
"$posixtrace" show -F -p no-such-program > shown 2> err
status_is 6 $? 'no such program' err
"$posixtrace" show -F -p 1,2 > shown 2> err
status_is 2 $? 'two processes' err
has '^posixtrace: -p: one process can be watched at a time' err
"$posixtrace" show -F -p 'tick*' > shown 2> err
status_is 2 $? 'a pattern' err

finish
