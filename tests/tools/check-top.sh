#!/bin/sh
#
# check-top.sh - rates, fill and losses, again and again
. "${top_srcdir:?}/tests/tools/lib.sh"

top_is() {
	wanted_status=$1
	what=$2
	shift 2
	timeout 120 "$posixtrace" top "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
}

# Nothing is no error here: something may begin.
top_is 0 'nothing' -b -n 1 -d 0.05
has '^TIME +PROCESSES  STREAMS  EVENTS/S  LOST/S$' out
has '^[0-9:]{8} +0 +0 +0 +0$' out

"$ticker" -t -c counts &
self=$!
remember $self
wait_for 'a ticker' both_tick counts
top_is 0 'a stream, twice' -b -n 2 -d 0.3
[ "$(grep -c '^TIME' out)" -eq 2 ] || fail 'not two of them' out
has "^ +0 +$self  $self +loop    256 KiB +[0-9]+% +[0-9.]+( k)? +0  running  -$" out
has "^ *$self  [^ ]+ +ticker +1 +1 +[0-9.]+( k)?$" out
lacks "$(printf '\033')" out

top_is 0 'json' -f json -n 2 -d 0.3
lines_are 2 out
has '^\{"summary":\[\{"time_ns":[0-9]+,.*"events_per_s":[0-9.]+,.*"streams":\[\{' out

# The rate is what was counted.
before=$(counts counts | awk '{ n += $1 } END { print n }')
top_is 0 'a rate' -f json -n 1 -d 2
after=$(counts counts | awk '{ n += $1 } END { print n }')
told=$(sed -n 's/.*"lost_per_s.*"streams":.*"events_per_s":\([0-9]*\)[.0-9]*,"lost".*/\1/p' out)
[ "$told" -gt 0 ] && [ "$told" -le $((after - before)) ] ||
	fail "$told a second are not $((after - before)) in more than two" out

# On a terminal it is drawn in place, and q ends it.
if command -v script > /dev/null; then
	: > out
	drawn=$(printf '\033\\[H')
	{
		wait_for 'a drawing' grep -q "$drawn" out
		printf q
	} | timeout 120 script -qec "$posixtrace top -d 0.2" typescript \
			> out 2> err
	status_is 0 $? 'on a terminal' err
	has "$drawn" out
fi

# What is wrong.
top_is 2 'no number' -n 0
has '^posixtrace top: -n 0: not a number of times$' err
top_is 2 'no delay' -d never
top_is 2 'no form for it' -f csv
top_is 2 'an argument' 0
kill -KILL $self
wait $self 2> /dev/null
top_is 6 'a process that is gone' -b -n 1 -p $self

finish
