#!/bin/sh
#
# check-attach.sh - record a process that runs, and leave it running
. "${top_srcdir:?}/tests/tools/lib.sh"

# A shell starts what runs behind it with SIGINT ignored: this one too must
# end by it.
start_recording() {
	rm -f err
	env --default-signal=HUP "$posixtrace" record "$@" > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' grep -q '^posixtrace: tracing ' err
}

end_recording() {
	kill -"$1" $recorder
	wait $recorder
	status_is "$2" $? "recording a process until SIG$1" err
}

"$ticker" -c counts &
target=$!
remember $target
wait_for 'a ticker' both_tick counts

for signal in INT TERM HUP; do
	log=$signal.ptl
	start_recording -o $log -p $target
	before=$(counts counts | head -n 1)
	sleep 0.3
	after=$(counts counts | head -n 1)
	end_recording $signal 0
	has "^posixtrace: tracing [a-z-]*ticker \($target\), all events," err
	has ", flush to $log$" err
	has "^$log  .* [0-9,]+ events  2 threads  .*  0 lost$" err
	kill -0 $target || fail "SIG$signal: the process did not live on"

	"$posixtrace" show $log > shown 2> err
	status_is 0 $? "showing $log" err
	seen=$(grep -Ec ' tick +0 [0-9]+( |$)' shown)
	[ "$seen" -ge $((after - before)) ] ||
		fail "$seen ticks, at least $((after - before)) wanted" shown
	ticks_follow shown 0 ||
		fail "SIG$signal: ticks are missing in between" shown
done

# It still ticks.
before=$(counts counts | head -n 1)
later() { [ "$(counts counts | head -n 1)" -gt $((before + 20)) ]; }
wait_for 'the process to go on' later

# By default the log is named after the program; the end of the process ends
# the recording.
start_recording -v -p $target
kill -KILL $target
wait $recorder
status_is 0 $? 'recording a process until its end' err
has "^posixtrace: [a-z-]*ticker \($target\) has ended$" err
set -- *ticker-"$target".ptl
[ -e "$1" ] || fail "there is no ticker-$target.ptl"
wait $target 2> /dev/null

# Nobody there
"$posixtrace" record -p $target > out 2> err
status_is 6 $? 'recording a process that has ended' err
has "^posixtrace: $target: No such process$" err
lines_are 1 err
"$posixtrace" record -o none.ptl -p 2147483647 > out 2> err
status_is 6 $? 'recording a process that never was' err
[ ! -e none.ptl ] || fail "a log of no process is left behind"

finish
