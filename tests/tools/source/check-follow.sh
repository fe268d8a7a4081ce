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
rm -f shown
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

# A recording that goes on in other logs, of which the first is there, by their
# name and by their directory
for name in part.ptl '' part.%n.ptl; do
	mkdir set
	"$posixtrace" record -q --rotate=100ms -o set/part.ptl \
		-- "$ticker" -n 700 2> rec-err &
	record=$!
	remember $record
	wait_for 'a log' test -s set/part.000001.ptl
	"$posixtrace" show -F "set/$name" > shown 2> err
	status_is 0 $? "following set/$name" err
	wait $record
	status_is 0 $? 'recording' rec-err
	lines_are 0 err
	[ -s set/part.000003.ptl ] || fail 'there are no three logs' rec-err
	"$posixtrace" show set > all
	cmp -s shown all || fail "set/$name: what was followed differs" shown
	for thread in 0 1; do
		ticks_follow shown $thread 700 ||
			fail "set/$name: ticks are missing, or there twice" shown
	done
	rm -rf set
done

# What comes and is no log is told of, once, and the rest is shown.
mkdir set
cp t.ptl set/a.ptl
"$posixtrace" record -q -o set/b.ptl -- "$ticker" -n 100000 2> rec-err &
record=$!
remember $record
wait_for 'a log' test -s set/b.ptl
rm -f shown
"$posixtrace" show -F set > shown 2> err &
follower=$!
remember $follower
wait_for 'ticks of both' grep -q ' tick  *[01] 2( |$)' -E shown
echo 'no log' > set/c.ptl
kill -TERM $record
wait $record
wait $follower
status_is 3 $? 'following what is no log' err
has '^posixtrace: set/c.ptl: ' err
lines_are 1 err
"$posixtrace" show set/a.ptl set/b.ptl > all
cmp -s shown all || fail 'what was followed differs' shown all

# is_reading PID FILE: it has it open
is_reading() {
	find "/proc/$1/fd" -lname "*/$2" | grep -q .
}

# What comes behind something that is missing is held back until the user has
# enough, and then shown; or shown at once, if that will not come any more.
size=$(wc -c < t.ptl)
for part in 2 3; do
	head -c $((size * part / 4 / 8 * 8)) t.ptl > cut.ptl
	"$posixtrace" show cut.ptl > all 2> err
	status_is 3 $? 'what was cut' err
	"$posixtrace" show -F cut.ptl > shown 2> err &
	follower=$!
	remember $follower
	wait_for 'a reader' is_reading $follower cut.ptl
	kill -TERM $follower
	wait $follower
	cmp -s shown all || fail 'what was cut is not all there' shown all

	rm shown
	touch -d '1 hour ago' cut.ptl
	"$posixtrace" show -F cut.ptl > shown 2> err &
	follower=$!
	remember $follower
	wait_for 'what was cut' cmp -s shown all
	kill -TERM $follower
	wait $follower
	cmp -s shown all || fail 'there is more than was cut' shown all
done

both_begun() {
	grep -q '	0 ' shown && grep -q '	1 ' shown
}

# A recorder that is stopped does not answer, and that is all.
"$posixtrace" record -q -o t4.ptl -- "$ticker" -n 100000 2> rec-err &
record=$!
remember $record
wait_for 'a log' test -s t4.ptl
rm -f shown
"$posixtrace" show -F t4.ptl > shown 2> err &
follower=$!
remember $follower
wait_for 'ticks of both' grep -q ' tick  *1 ' shown
kill -STOP $record
"$posixtrace" show -F --to +1ms t4.ptl > other 2> other-err
status_is 0 $? 'following a recorder that is stopped' other-err
lines_are 0 other-err
kill -TERM $follower
wait $follower
status_is 0 $? 'following until SIGTERM' err
lines_are 0 err
kill -CONT $record
kill -TERM $record
wait $record

# A follower that is stopped while the log is overwritten tells what it missed.
"$posixtrace" record -q --size=64K --log-policy=loop --log-size=64K \
	-o t5.ptl -- "$ticker" -n 3000 -s 400 &
record=$!
remember $record
wait_for 'a log' test -s t5.ptl
rm -f shown
"$posixtrace" show -F --strict -f tsv -O name,lost,data t5.ptl > shown 2> err &
follower=$!
remember $follower
wait_for 'ticks of both' both_begun
kill -STOP $follower
wait $record
kill -CONT $follower
wait $follower
status_is 4 $? 'following by one that is stopped for long' err
has 'events are lost' err
awk -F '\t' '$1 == "tick" {
	split($3, text, " ")
	if (!(text[1] in last))
		first[text[1]] = text[2]
	last[text[1]] = text[2]
	shown++
}
{ lost += $2 }
END {
	for (thread in first)
		made += last[thread] - first[thread] + 1
	if (shown == made || lost < made - shown)
		print made, shown, lost
}' shown > odd
lines_are 0 odd

# A recorder that is killed: its log gets its end, and that of the following.
"$ticker" -c counts -n 100000 &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
"$posixtrace" record -q -p $target -o t3.ptl 2> rec-err &
record=$!
remember $record
wait_for 'a log' test -s t3.ptl
rm -f shown
"$posixtrace" show -F t3.ptl > shown 2> err &
follower=$!
remember $follower
wait_for 'ticks of both' grep -q ' tick  *1 ' shown
kill -KILL $record
wait $record 2> /dev/null
wait $follower
status_is 0 $? 'following a recorder that is killed' err
lines_are 0 err
kill -KILL $target
wait $target 2> /dev/null
"$posixtrace" show t3.ptl > all
cmp -s shown all || fail 'what was followed differs' shown all
[ "$(tail -n 1 shown | grep -c ' posix_trace_stop ')" -eq 1 ] ||
	fail 'the end is missing' shown

finish
