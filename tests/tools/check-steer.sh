#!/bin/sh
#
# check-steer.sh - streams are steered by others than those who made them
. "${top_srcdir:?}/tests/tools/lib.sh"

# steer STATUS WHAT COMMAND ARGUMENT...
steer() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	[ ! -s out ] || fail 'there is something on stdout' out
}

state_is() {
	"$posixtrace" ls streams > out 2> err
	has " $1  " out
}

# A program that traces itself, and knows nothing of this.
"$ticker" -t -c counts &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
state_is running
steer 0 'stopping' stop 0
state_is stopped
steer 0 'starting' start 0
state_is running
steer 0 'clearing' clear 0
steer 1 'flushing without a log' flush 0
has '^posixtrace: stream 0: it has no log$' err

# It does not answer, and does nothing later.
kill -STOP $self
steer 7 'a stopped process' stop 0
has '^posixtrace: stream 0: its controller does not answer, and nothing was done; is it stopped\?$' err
kill -CONT $self
steer 0 'the same, going on' start 0
state_is running

steer 0 'its end' shutdown 0
kill -0 $self || fail 'the program has ended'
"$posixtrace" ls streams > out 2>&1
status_is 1 $? 'no stream is left' out
steer 1 'what has ended' stop 0
has '^posixtrace: stream 0: no such stream; see posixtrace ls streams$' err
kill -KILL $self
wait $self 2> /dev/null

# The recorder of a command: what comes between stop and start is not there.
rm counts
"$posixtrace" record -q -o log.ptl -- "$ticker" -c counts -n 100000 2> err2 &
recorder=$!
remember $recorder
wait_for 'the recording' both_tick counts
"$posixtrace" ls streams -f tsv > streams
remember "$(awk -F '\t' 'NR == 2 { print $2 }' streams)"
steer 0 'flushing' flush 0
"$posixtrace" show log.ptl > shown 2> err
has ' tick ' shown
steer 0 'stopping a recording' stop 0
before=$("$posixtrace" show log.ptl 2> err | grep -c ' tick ')
steer 0 'flushing what was recorded before that' flush 0
after=$("$posixtrace" show log.ptl 2> err | grep -c ' tick ')
sleep 0.2
steer 0 'flushing again' flush 0
later=$("$posixtrace" show log.ptl 2> err | grep -c ' tick ')
[ "$before" -le "$after" ] || fail "$before ticks, then only $after"
[ "$after" -eq "$later" ] || fail "it was stopped: $after ticks, then $later"
steer 0 'starting a recording' start 0
state_is running
kill -KILL $recorder
wait $recorder 2> /dev/null
steer 1 'nobody' start 0
has '^posixtrace: stream 0: its controller is gone; see posixtrace recover$' err

# A recording that is shut down has its log, and its command goes on.
"$posixtrace" recover -q
"$posixtrace" record -o ended.ptl -- "$ticker" -c counts2 -n 3000 2> err2 &
recorder=$!
remember $recorder
wait_for 'another recording' both_tick counts2
steer 0 'shutting a recording down' shutdown 0
wait $recorder
status_is 0 $? 'a recording that was shut down' err2
has '^posixtrace: ended.ptl: the stream was shut down by another process$' err2
has '^ended.ptl  [0-9.]+ m?s  [0-9,]+ events  [0-9.]+ K?i?B  0 lost$' err2
"$posixtrace" show ended.ptl > shown 2> err
status_is 0 $? 'showing its log' err
tail -n 1 shown | grep -q ' posix_trace_stop ' || fail 'no STOP' shown
told=$(sed -n 's/^ended.ptl .*  \([0-9,]*\) events .*/\1/p' err2 | tr -d ,)
[ "$told" -eq "$(grep -vc '^-- ' shown)" ] || fail "it has not $told events" shown

# The totals of a recording that was cleared, while it overwrote events and when
# it was full, are those of its log: what was lost before that is not there.
for policy in loop until-full; do
	rm -f counts3
	"$posixtrace" record --policy=$policy --size=64K -o clear.ptl --force -- \
		"$ticker" -c counts3 -n 20000 -u 100 2> err2 &
	recorder=$!
	remember $recorder
	wait_for 'a recording to clear' both_tick counts3
	for _ in 1 2 3; do
		sleep 0.5
		steer 0 'clearing a recording' clear 0
	done
	wait $recorder
	status_is 0 $? 'a recording that was cleared' err2
	"$posixtrace" info clear.ptl > shown 2> err
	lost=$(sed -n 's/^  lost  *//p' shown)
	has "^clear.ptl  .*  ${lost:-no number} lost$" err2
done

# What is wrong.
steer 2 'no stream' stop
has '^posixtrace stop: which stream\? see posixtrace ls streams$' err
steer 2 'no number' start three
has '^posixtrace: three: not a stream; expected NUMBER, USER/NUMBER or NUMBER@PID$' err
steer 2 'no user' clear nobody-of-that-name/0
steer 1 'a number too large' flush 9999
steer 2 'an option there is not' shutdown --hard 0
[ "$(id -u)" -eq 0 ] || steer 5 "root's stream" stop root/0

finish
