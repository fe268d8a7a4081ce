#!/bin/sh
#
# check-unreached.sh - what a program records that cannot map its stream is
# counted, told where it is missing, and why; and it goes on when it can again
. "${top_srcdir:?}/tests/tools/lib.sh"

shortage=$(tool tests/session/shortage) || exit 99
finds_races && skip 'the race detector needs the memory that is taken away'

# begin WORD...: a program without means that has done these, and before anything else
# what is in $words; its recorder's arguments are in $options
begin() {
	rm -f in said log.ptl
	mkfifo in
	# shellcheck disable=SC2086
	"$shortage" $words < in > said &
	target=$!
	remember $target
	exec 3> in
	done_so_far=1
	wait_for 'the program' has_said
	for word; do
		order "$word"
	done
	# Times of files are only so fine: what comes from here on is later.
	sleep 0.1
	# shellcheck disable=SC2086
	"$posixtrace" record $options -o log.ptl -p $target > out 2> err &
	recorder=$!
	remember $recorder
	wait_for 'the recording' is_traced
	who=$target
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
	"$posixtrace" doctor -p "$who" > doctor
	! grep -q 'cannot map a stream' doctor
}

# The same of one that had no process file: it is mapped by the name that it has,
# or had when it was made.
settled() {
	order "$1"
	sent=$((sent + 100))
	grep -Eq "/(new-)?$who-[0-9]+( |\$)" "/proc/$who/maps"
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

unnamed=posix_trace_unnamed_userevent
options=
words=
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

# moves_in WORD REASON: the program, which found no way to a process file, gets
# one; from then on all is recorded, and what was before is told as missing
moves_in() {
	order "$1"
	sent=100
	order free
	wait_for 'the program to map its process file' settled "$1"
	order "$1"
	sent=$((sent + 100))
	finish_recording
	all_are "tick|tock|once|$unnamed" "$2"
	[ "$(seen "tick|tock|once|$unnamed")" -ge 100 ] ||
		fail 'the last events are missing' listing
}

# A program that used nothing of the library before. What it records before a
# stream is there is nobody's.
words=files
begin bare
moves_in bare "$no_file"
words=little
begin bare
moves_in bare "$no_memory"

# Names that it opens are right in the end, and chosen by their names.
words='files names'
begin tick once
moves_in tock "$no_file"
[ "$(seen tock)" -ge 100 ] || fail 'the name is not right' listing
begin
moves_in once "$no_file"
grep -q ' once  *i=99' listing || fail 'the place never described it' listing
options='-e tick'
begin
order tock
order once
moves_in tick "$no_file"
options=

# A child that inherits the stream, and its own child: they count for it without
# a file, and even if they never get one.
words=
for generations in fork 'fork fork'; do
	begin
	order files
	for word in $generations; do
		order "$word"
	done
	order tick
	sent=100
	finish_recording
	all_are tick "$no_file"
	begin
	order files
	who=$target
	for word in $generations; do
		order "$word"
		who=$(pgrep -P "$who")
	done
	moves_in tick "$no_file"
done
begin
order little
order fork
who=$(pgrep -P "$target")
moves_in tick "$no_memory"

# launch COMMAND: record a shell's command that ends in a program without means, which
# may have one descriptor besides the standard ones: enough for the linker, and
# too few for a process file
launch() {
	rm -f in said log.ptl
	mkfifo in
	"$posixtrace" record -o log.ptl -- sh -c "$1" sh \
		"$shortage_program" < in > said 2> err &
	recorder=$!
	remember $recorder
	exec 3> in
	done_so_far=1
	wait_for 'the program' has_said
}

# ends_in_time REASON: what comes when there are descriptors is recorded
ends_in_time() {
	order tick
	sent=100
	order free
	wait_for 'the program to map its process file' settled tick
	order tick
	sent=$((sent + 100))
	exec 3>&-
	wait $recorder
	status_is 0 $? 'the recorder' err
	"$posixtrace" show log.ptl > listing 2> show_err
	all_are tick "$1"
	[ "$(seen tick)" -ge 100 ] || fail 'the last events are missing' listing
}

# ends_at_once REASON: what it had no file for is told when it ends, at the latest
ends_at_once() {
	order tick
	sent=100
	order free
	exec 3>&-
	wait $recorder
	status_is 0 $? 'the recorder' err
	"$posixtrace" show log.ptl > listing 2> show_err
	all_are tick "$1"
}

# A program that has been recorded, or inherits the stream, since it began.
shortage_program=$(dirname "$shortage")/.libs/shortage
[ -x "$shortage_program" ] || shortage_program=$shortage
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
# shellcheck disable=SC2016
launch 'ulimit -S -n 4; exec "$1"'
who=$(pgrep -P $recorder)
ends_in_time "$no_file"
# shellcheck disable=SC2016
launch 'ulimit -S -n 4; exec "$1"'
ends_at_once "$no_file"
# shellcheck disable=SC2016
launch 'exec 3<&0; (exec <&3 3<&-; ulimit -S -n 4; exec "$1") & wait'
who=$(pgrep -P "$(pgrep -P $recorder)")
ends_in_time "$no_file"
# shellcheck disable=SC2016
launch 'exec 3<&0; (exec <&3 3<&-; ulimit -S -n 4; exec "$1") & wait'
ends_at_once "$no_file"

# One that records itself says that it cannot.
(
	ulimit -S -n 4
	POSIXTRACE=record,o=self.ptl exec "$shortage_program"
) < /dev/null > out 2> err
has '^posixtrace: POSIXTRACE: .*: ' err

# Where a process never gets a file nobody says that nothing was lost.
words='files names'
begin tick
order tick
"$posixtrace" doctor -p $target > doctor
has 'uses libposixtrace but has no process file: its descriptors are used up \(RLIMIT_NOFILE 64, 64 open\)   try: ' doctor
kill -INT $recorder
wait $recorder
status_is 6 $? 'a recording of nothing' err
has '^log.ptl .* an unknown number lost$' err
has 'has no process file: its descriptors are used up' err
"$posixtrace" info log.ptl > info
has 'uncounted  *its descriptors are used up' info
"$posixtrace" show --strict log.ptl > listing 2> show_err
status_is 4 $? 'a strict look' show_err
has '^posixtrace: log.ptl: events are lost, their number is unknown$' show_err
exec 3>&-
wait $target
finish
