#!/bin/sh
#
# check-follow.sh - show -F goes on with a log while it is recorded
. "${top_srcdir:?}/tests/tools/lib.sh"

# To its end
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 600 &
record=$!
remember $record
wait_for 'a log' test -s t.ptl
"$posixtrace" show -F t.ptl > shown 2> err
status_is 0 $? 'following to the end' err
wait $record
lines_are 0 err
"$posixtrace" show t.ptl > all
cmp -s shown all || fail 'what was followed differs' shown all
[ "$(grep -c ' tick  *[01] ' shown)" -eq 1200 ] || fail 'not 1200 ticks' shown

# Until the user has enough, and with a selection
"$posixtrace" record -q -o t2.ptl -- "$ticker" -n 100000 &
record=$!
remember $record
wait_for 'a log' test -s t2.ptl
"$posixtrace" show -F -e tick -f csv t2.ptl > shown 2> err &
follower=$!
remember $follower
wait_for 'two ticks' grep -q ',tick,.*,[01] 2,' shown
lines=$(wc -l < shown)
more() {
	[ "$(wc -l < shown)" -gt "$lines" ]
}
wait_for 'more ticks' more
kill -TERM $follower
wait $follower
status_is 0 $? 'following until SIGTERM' err
lines_are 0 err
tail -c 1 shown | od -An -c > last
has 'n' last
kill -TERM $record
wait $record

# A time ends it.
"$posixtrace" show -F --to +1ms t.ptl > shown 2> err
status_is 0 $? 'following to a time' err

finish
