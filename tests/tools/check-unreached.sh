#!/bin/sh
#
# check-unreached.sh - what a program records that cannot map its stream is
# counted, told where it is missing, and why; and it goes on when it can again
. "${top_srcdir:?}/tests/tools/lib.sh"

starved=$(tool tests/tools/starved) || exit 99
finds_races && skip 'the race detector needs the memory that is taken away'

# begin WORD...: a starved program that has done these, and its recorder's
# arguments are in $options
begin() {
	rm -f in said log.ptl
	mkfifo in
	"$starved" < in > said &
	target=$!
	remember $target
	exec 3> in
	done_so_far=1
	wait_for 'the program' has_said
	for word; do
		order "$word"
	done
	# shellcheck disable=SC2086
	"$posixtrace" record $options -o log.ptl -p $target > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' is_traced
}

has_said() {
	[ "$(wc -l < said)" -ge $done_so_far ]
}

is_traced() {
	"$posixtrace" ls streams -p $target | grep -q running
}

# order WORD: and it is done
order() {
	done_so_far=$((done_so_far + 1))
	echo "$1" >&3
	wait_for "the program to do '$1'" has_said
}

# Of a program that has what it needs: some tries are too early.
recovered() {
	order "$1"
	sent=$((sent + 100))
	"$posixtrace" doctor -p $target > doctor
	! grep -q 'cannot map a stream' doctor
}

finish_recording() {
	kill -INT $recorder
	wait $recorder
	status_is 0 $? 'the recorder' err
	exec 3>&-
	wait $target
	"$posixtrace" show -O name,data log.ptl > events 2> show_err
	"$posixtrace" show log.ptl > listing 2> show_err
	"$posixtrace" show --strict log.ptl > /dev/null 2>&1
	status_is 4 $? 'a log that has losses' listing
}

# The events of the log, and those that it says are missing for this reason
seen() {
	grep -cE " ($1) " listing
}

unreached() {
	sed -En "s/.* ([0-9,]+) events? lost \\($1\\).*/\\1/p" listing |
		tr -d , | awk '{ sum += $1 } END { print sum + 0 }'
}

# all_are WORDS REASON: each of $sent events is there, or told as missing
all_are() {
	there=$(seen "$1")
	missing=$(unreached "$2")
	[ $((there + missing)) -eq "$sent" ] ||
		fail "$there events and $missing missing are not $sent" listing
	[ "$missing" -gt 0 ] || fail 'none is missing' listing
}

# sinks WORD REASON ERROR: from beginning to end
sinks() {
	begin "$1"
	order tick
	order tock
	sent=200
	"$posixtrace" doctor -p $target > doctor
	has "it cannot map a stream, and its events are lost: $3   try: " doctor
	finish_recording
	all_are 'tick|tock' "$2"
	has "^log.ptl .* $sent lost\$" err
	has "200 events were lost because the program could not map the stream: $3" err
}

# rises WORD REASON: it gets back what it had lost
rises() {
	begin "$1"
	sent=100
	order tick
	order free
	wait_for 'the program to record' recovered tick
	order tock
	sent=$((sent + 100))
	finish_recording
	all_are 'tick|tock' "$2"
	# Where it belongs: behind the beginning, before what was recorded.
	first=$(grep -nE ' (tick|tock) ' listing | head -n 1 | cut -d: -f1)
	sed "1,${first}d" listing | grep -q "$2" &&
		fail 'a loss is told behind what comes after it' listing
	[ "$(seen tock)" -eq 100 ] || fail 'tocks are missing' listing
}

no_file='the process had no descriptor left to map the stream'
no_memory='the process had no memory left to map the stream'

options=
sinks files "$no_file" 'Too many open files'
sinks memory "$no_memory" 'Cannot allocate memory'
rises files "$no_file"
rises memory "$no_memory"

# What the stream would not have recorded is not missing.
options='-e tick'
begin files
order tick
order tock
sent=100
finish_recording
all_are tick "$no_file"

# Names that are opened meanwhile are chosen all the same.
options='-e fresh'
begin files
order new
order free
sent=1
wait_for 'the program to record' recovered tick
order new
finish_recording
sent=2
all_are fresh "$no_file"

# One that is killed has counted, too.
options=
begin files
order tick
kill -KILL $target
wait_for 'the end of the recorder' is_gone $recorder
wait $recorder
exec 3>&-
"$posixtrace" show log.ptl > listing 2> show_err
sent=100
all_are tick "$no_file"

# So has a child, that has inherited the stream.
begin
order fork
order files
order tick
sent=100
finish_recording
all_are tick "$no_file"
finish
