#!/bin/sh
#
# check-recover.sh - a recorder is killed: every event is recovered
. "${top_srcdir:?}/tests/tools/lib.sh"

# record LOG [ARGUMENT]...: a ticker, $target, and its recorder, with $options
options=
record() {
	log=$1
	shift
	rm -f counts
	# shellcheck disable=SC2086
	"$posixtrace" record $options -o "$log" -- "$ticker" -c counts "$@" \
		> out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' grep -q '^posixtrace: tracing' err
	wait_for 'a ticker' both_tick counts
	target=$(sed -n 's/.*tracing .* (\([0-9]*\)),.*/\1/p' err)
	remember "$target"
	sleep 0.2
}

# kill_recorder LOG: a ticker that goes on without its recorder; at least what
# "known" counts was recorded by then
kill_recorder() {
	record "$1"
	cp counts known
	kill -KILL $recorder
	wait $recorder 2> /dev/null
}

end_target() {
	kill -KILL "$target"
	wait_for 'its end' is_gone "$target"
}

# recover STATUS WHAT ARGUMENT...
recover() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" recover "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	[ ! -s out ] || fail 'there is something on stdout' out
}

# assert_whole LOG: it has all ticks, its end, and no damage
assert_whole() {
	"$posixtrace" show "$1" > shown 2> err2
	status_is 0 $? "showing $1" err2
	check_ticks shown known
	tail -n 1 shown | grep -q ' posix_trace_stop ' ||
		fail "$1 does not end with STOP" shown
}

number() {
	sed -n 's/^stream \([0-9]*\) of .*/\1/p' err
}

env --default-signal=INT true 2> /dev/null ||
	skip 'env does not know --default-signal'

# There is nothing, at first.
recover 1 'recovering nothing'
has '^posixtrace: there is nothing to recover$' err
lines_are 1 err
recover 1 'recovering nothing, quietly' -q
lines_are 0 err

# The recorder is killed, the program goes on.
kill_recorder a.ptl
cp a.ptl before.ptl
recover 0 'a dry run' -n
has "^stream [0-9]+ of ticker \\($target, still running\\), controller $recorder gone$" err
has '/a.ptl: would be completed$' err
cmp -s a.ptl before.ptl || fail 'a dry run changes the log'
recover 0 'recovering all'
has "^stream [0-9]+ of ticker \\($target, still running\\), controller $recorder gone$" err
has '^  .*/a.ptl: [0-9,]+ events? in the log, [0-9,]+ only in memory$' err
has '^  -> .*/a.ptl  [0-9,]+ events  0 lost$' err
lines_are 3 err
assert_whole a.ptl
is_gone "$target" && fail 'the program did not go on'
cp counts now
goes_on() {
	[ "$(counts counts | head -n 1)" -gt $(($(counts now | head -n 1) + 50)) ]
}
wait_for 'ticks behind the recovery' goes_on
recover 1 'recovering again'
recover 1 'recovering a complete log' a.ptl
has '^posixtrace: a.ptl: it is complete already$' err
cp a.ptl bad.ptl
printf 'damaged!' | dd of=bad.ptl bs=1 seek=$(($(wc -c < bad.ptl) / 2)) \
	conv=notrunc 2> /dev/null
recover 3 'recovering a damaged log' bad.ptl
has '^posixtrace: bad.ptl: at byte [0-9]+: ' err
has '^posixtrace: bad.ptl: it is complete, and memory has nothing to repair' err
lines_are 2 err

# It can be recorded again.
"$posixtrace" record -o again.ptl -p "$target" > out 2> err &
recorder=$!
remember $recorder
wait_for 'the recording' grep -q '^posixtrace: tracing' err
cp counts now
wait_for 'ticks that are recorded again' goes_on
kill -INT $recorder
wait $recorder
status_is 0 $? 'recording the program again' err
"$posixtrace" show again.ptl > shown 2> err
has ' tick ' shown
end_target

# One that was asked to run on has what came after, too; to look does not
# end it.
options=--orphan=run
kill_recorder on.ptl
options=
"$posixtrace" show on.ptl > shown 2> err
cp counts now
wait_for 'ticks without a recorder' goes_on
cp counts known
end_target
recover 0 'recovering a stream that ran on' "$(
	"$posixtrace" recover -n 2>&1 |
		sed -n 's/^stream \([0-9]*\) of .*/\1/p'
)"
assert_whole on.ptl
"$posixtrace" record --orphan=walk -- true > out 2> err
status_is 2 $? 'asking an orphan to walk' err

# Both are killed. By the number, and quietly.
kill_recorder b.ptl
end_target
recover 0 'a dry run' -n
has "^stream [0-9]+ of ticker \\($target, ended\\), controller" err
recover 0 'recovering by the number, when both were killed' -q "$(number)"
lines_are 0 err
assert_whole b.ptl

# A log that replaced another file has that one's name, and is found by it.
knows_its_name() {
	grep -qazE '/forced\.ptl$' "$POSIXTRACE_DIR"/stream-*
}

echo old > forced.ptl
options=--force
record forced.ptl
options=
wait_for 'the name of the log' knows_its_name
cp counts known
kill -KILL $recorder
wait $recorder 2> /dev/null
end_target
recover 0 'recovering a log that replaced a file'
has '^  .*/forced.ptl: .* only in memory$' err
has '^  -> .*/forced.ptl  .*  0 lost$' err
assert_whole forced.ptl

# Into another file, by the log; the log itself stays as it is, and is then
# what a restart of the machine leaves.
kill_recorder c.ptl
end_target
printf torn >> c.ptl
cp c.ptl before.ptl
echo precious > there.ptl
recover 2 'recovering to a file that is there' -o there.ptl c.ptl
has '^posixtrace: there.ptl: exists already; --force replaces it$' err
[ "$(cat there.ptl)" = precious ] || fail 'a file is overwritten'
recover 0 'recovering to another file' -v -o copy.ptl c.ptl
has '^posixtrace: c.ptl: 4 bytes at its end were not finished, and are written anew$' err
has '^  c.ptl: .* only in memory$' err
has '^  -> copy.ptl  .*  0 lost$' err
assert_whole copy.ptl
cmp -s c.ptl before.ptl || fail 'the log is changed'
recover 1 'recovering what is in memory no more' c.ptl
has "^posixtrace: c.ptl: memory has no events of it any more; .posixtrace show' reads it as far as it was written$" err
"$posixtrace" show c.ptl > shown 2> err
status_is 3 $? 'showing a log without end' err

# Who is interrupted leaves no half of a file; it may be through already, or
# be interrupted when all of it is there.
record long.ptl -s 32768
cp counts known
sleep 0.5
kill -KILL $recorder
wait $recorder 2> /dev/null
end_target
env --default-signal=INT "$posixtrace" recover -o part.ptl long.ptl \
	> out 2> err &
recovering=$!
remember $recovering
wait_for 'the file' test -e part.ptl
kill -INT $recovering 2> /dev/null
wait $recovering
status=$?
if [ $status -ne 0 ]; then
	status_is 130 $status 'recovering, interrupted' err
fi
if [ ! -e part.ptl ]; then
	recover 0 'recovering behind an interruption' -o part.ptl long.ptl
fi
assert_whole part.ptl
rm part.ptl long.ptl

# Who is interrupted when the stream is gone keeps the only copy. Nothing is
# removed before that.
if strace -o strace.out -e trace=unlinkat true 2> /dev/null; then
	kill_recorder held.ptl
	end_target
	echo precious > whole.ptl
	env --default-signal=INT strace -f -o strace.out -e trace=unlinkat \
		-e inject=unlinkat:signal=INT:when=1 \
		"$posixtrace" recover --force -o whole.ptl held.ptl > out 2> err
	status_is 130 $? 'recovering, interrupted when the stream is gone' err
	grep 'unlinkat(' strace.out | sed -n 1p | grep -q '"stream-[0-9]*"' ||
		fail 'something else was removed then' strace.out
	assert_whole whole.ptl
	recover 1 'recovering what is in memory no more' held.ptl
	rm held.ptl whole.ptl
else
	say 'not tested: an interruption when the stream is gone, which takes strace'
fi

# The log is another file by now, and then has another name.
kill_recorder d.ptl
end_target
mv d.ptl moved.ptl
echo precious > d.ptl
recover 0 'a dry run where another file is' -n
has '/d.ptl: the log is gone$' err
recover 3 'recovering where another file is'
has '/d.ptl: the log is gone; ' err
[ "$(cat d.ptl)" = precious ] || fail 'a file is overwritten'
recover 3 'recovering without the log' -n d.ptl
has '^posixtrace: d.ptl: not a posixtrace log$' err
recover 0 'recovering a log that was moved' moved.ptl
assert_whole moved.ptl

# The log is gone: there is what was in memory.
kill_recorder gone.ptl
end_target
rm gone.ptl
recover 3 'recovering without the log, into a file that is there' \
	--force -o there.ptl
has '/gone.ptl: the log is gone; there.ptl has only the events in memory$' err
"$posixtrace" show there.ptl > shown 2> err
status_is 0 $? 'showing what was in memory' err
has ' tick ' shown

# Several at once; -o takes one.
record e.ptl
first=$recorder
mv counts counts.e
remember "$target"
other=$target
record f.ptl
cp counts known.f
cp counts.e known.e
kill -KILL "$first" "$recorder" "$other"
wait "$first" "$recorder" 2> /dev/null
end_target
recover 2 'recovering two streams to one file' -o one.ptl
has '^posixtrace: -o one.ptl takes one stream, and there are 2: ' err
recover 2 'recovering two streams to one file' -o one.ptl e.ptl f.ptl
[ ! -e one.ptl ] || fail 'half a file is left behind'
recover 0 'recovering two streams'
lines_are 6 err
for log in e f; do
	cp known.$log known
	assert_whole $log.ptl
done

# Flight recorders without a log.
for recorder in 1 2; do
	rm -f counts
	"$ticker" -t -c counts > out 2> err &
	target=$!
	remember $target
	wait_for 'a ticker' both_tick counts
	sleep 0.1
	cp counts known.$recorder
	kill -KILL $target
	wait $target 2> /dev/null
	eval "target$recorder=$target"
done
"$posixtrace" record -q -o other.ptl -- true
recover 0 'a dry run' -n
has "^  would be recovered to flight-$target1.recovered.ptl$" err
recover 0 'recovering flight recorders'
has '^  [0-9,]+ events only in memory$' err
has "^  -> flight-$target1.recovered.ptl  [0-9,]+ events  0 lost$" err
for recorder in 1 2; do
	eval "target=\$target$recorder"
	cp known.$recorder known
	assert_whole "flight-$target.recovered.ptl"
done

# A flight recorder whose log has no name, before a save and after one. Its
# window is in memory, all of it.
for saves in 0 1; do
	rm -f counts err.flight
	"$posixtrace" record --flight=1min -o "saved-$saves.ptl" -- \
		"$ticker" -c counts > out 2> err.flight &
	recorder=$!
	remember $recorder
	wait_for 'the recorder' grep -q 'keeping the last' err.flight
	wait_for 'a ticker' both_tick counts
	target=$(sed -n 's/.* of ticker (\([0-9]*\)) in .*/\1/p' err.flight)
	remember "$target"
	if [ $saves -eq 1 ]; then
		"$posixtrace" snapshot $recorder
		wait_for 'the save' grep -q 'saved-1.000001.ptl' err.flight
		cp counts before
		wait_for 'a tick after it' sh -c '! cmp -s counts before'
	fi
	cp counts known
	kill -KILL $recorder
	wait $recorder 2> /dev/null
	end_target
	"$posixtrace" recover -n > out 2> err
	has "^  would be recovered to ticker-$target.recovered.ptl$" err
	recover 0 'recovering a flight recorder'
	lacks 'deleted' err
	has "^  -> ticker-$target.recovered.ptl  [0-9,]+ events  0 lost$" err
	[ $saves -eq 1 ] || assert_whole "ticker-$target.recovered.ptl"
	"$posixtrace" show "ticker-$target.recovered.ptl" > shown 2> err
	status_is 0 $? 'showing what a flight recorder had' err
	has ' tick +[01] [0-9]+' shown
done

# What is there stays there.
rm -f counts
"$ticker" -t -c counts > out 2> err &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
cp counts known
kill -KILL $target
wait $target 2> /dev/null
echo precious > "flight-$target.recovered.ptl"
recover 0 'recovering beside another file'
[ "$(cat "flight-$target.recovered.ptl")" = precious ] ||
	fail 'a file is overwritten'
assert_whole "flight-$target.recovered-2.ptl"

# A stream that is damaged, or in use, or none.
kill_recorder g.ptl
recover 0 'a dry run' -n
stream=$(number)
printf garbage | dd of="$POSIXTRACE_DIR/stream-$stream" conv=notrunc \
	2> /dev/null
recover 3 'recovering a damaged stream'
has "^posixtrace: stream $stream: damaged, or of another version of posixtrace$" err
rm "$POSIXTRACE_DIR/stream-$stream"
end_target
recover 1 'recovering no stream' 31
has '^posixtrace: stream 31: no such stream$' err
recover 1 'recovering no stream' 99999
has '^posixtrace: stream 99999: no such stream$' err
recover 2 'recovering no file' ./nothing.ptl
recover 2 'a wrong option' --nothing

rm counts
"$posixtrace" record -o h.ptl -- "$ticker" -c counts > out 2>&1 &
recorder=$!
remember $recorder
wait_for 'the recording' grep -q '^posixtrace: tracing' out
wait_for 'a ticker' both_tick counts
recover 1 'recovering what is being recorded' h.ptl
has '^posixtrace: h.ptl: it is being recorded$' err
recover 1 'recovering what is being recorded' -v
has '^posixtrace: stream [0-9]+: it is in use$' err
kill -TERM $recorder
wait $recorder 2> /dev/null

# Files of processes that are gone
left_files() {
	set -- "$POSIXTRACE_DIR/$target-"*
	[ -e "$1" ]
}

rm counts
"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts
kill -KILL $target
wait $target 2> /dev/null
left_files || fail 'there is no file to sweep'
recover 1 'sweeping'
! left_files || fail 'a file is left behind'

# On a full disk nothing is lost.
if [ "$(id -u)" -eq 0 ] && mkdir disk &&
   mount -t tmpfs -o size=256k posixtrace-test disk 2> /dev/null; then
	mounted=$work/disk
	kill_recorder disk/full.ptl
	end_target
	cat /dev/zero > disk/filler 2> /dev/null
	recover 7 'recovering on a full disk'
	has '/disk/full.ptl: No space left on device; all events are still in memory' err
	recover 7 'recovering to a full disk' -o disk/copy.ptl
	[ ! -e disk/copy.ptl ] || fail 'half a file is left behind'
	recover 0 'recovering from a full disk' -o saved.ptl disk/full.ptl
	assert_whole saved.ptl

	rm disk/filler
	rm disk/full.ptl
	kill_recorder disk/full.ptl
	end_target
	cat /dev/zero > disk/filler 2> /dev/null
	recover 7 'recovering on a full disk'
	"$posixtrace" record -q -o other2.ptl -- true
	rm disk/filler
	recover 0 'recovering when there is room again'
	assert_whole disk/full.ptl
else
	say 'not tested: a full disk, which takes root'
fi

# Another user's, if that user may reach the build
nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
if [ "$(id -u)" -eq 0 ] && nobody_reaches; then
	chmod 711 .
	$nobody "$posixtrace" recover > out 2> err
	status_is 5 $? "recovering root's as nobody" err
	has '^posixtrace: /.*: Operation not permitted: it belongs to user 0; ' \
		err
	lines_are 1 err
else
	say 'not tested: another user, which takes root, and a build for all to see'
fi

finish
