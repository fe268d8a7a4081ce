#!/bin/sh
#
# check-threadx-under-fire.sh - threads, interrupts and children share a trace of
# ThreadX; its buffer has one slot, its registry is full, its notification enables
# another buffer
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

build under_fire

# perform SCENE WANTED: prints WANTED, whether it is traced or not
perform() {
	printf '%s\n' "$2" > wanted
	timeout 100 ./under_fire "$1" "$1.untraced.trx" > out ||
		fail "$1: status $?" out
	diff wanted out > differ || fail "$1, not traced" differ
	record 0 "$1" --size=16M -o "$1.ptl" -- ./under_fire "$1" "$1.trx"
	diff wanted out > differ || fail "$1, traced" differ
	"$posixtrace" info -v "$1.ptl" > "$1.info" 2> err
}

# The same, and the log has all events.
play() {
	perform "$1" "$2"
	has '^  lost +0$' "$1.info"
}

# count NAME FILE: events of that name
count() {
	grep -c "^$1 " "$2"
}

# One slot: the buffer has the last event, the log all of them.
play one 'enable 0, full 2
full 7, last 4
full 7, last 5'
events one.ptl > log
events one.trx > dump
lines_are 8 log
lines_are 1 dump
tail -n 1 log | sed 's/"relative_ticks":[0-9]*/"relative_ticks":0/
	s/"under_fire"/"unregistered thread"/' |
	diff - dump > differ || fail 'the last event' differ

# Three slots for five objects
play registry 'thread, 2 free: 0/1/under_fire 1/0/ 1/0/
full, 0 free: 0/1/under_fire 0/3/a 0/4/b
deleted, 1 free: 0/1/under_fire 1/3/a 0/4/b
reused, 0 free: 0/1/under_fire 0/6/d 0/4/b'
"$posixtrace" show --no-symbols registry.ptl > log 2> err
"$posixtrace" show registry.trx > dump 2> err
has 'TX_MUTEX_GET +mutex_ptr=mutex/c ' log
has 'TX_MUTEX_GET +mutex_ptr=0x[0-9a-f]+ ' dump

play clocks 'back 0, early 0, late 0'

# Buffers, one behind the other, are the log.
play notify 'codes 0 0'
edit='s/"relative_ticks":[0-9]*//'
events notify.ptl | sed "$edit" > log
events notify.trx | sed "$edit" | diff log - > differ ||
	fail 'buffers and log differ' differ
[ "$(count USER_5000 log)" -eq 1000 ] || fail 'events of the user' log

# in_order NUMBER EVENTS FILE: those of a thread
in_order() {
	sed -n "s/^USER_500$1 {\"i1\":\\([0-9]*\\),.*/\\1/p" "$3" |
		awk -v events="$2" '
			NR > 1 && $1 <= before { wrong = 1 }
			{ before = $1 }
			END { exit wrong || before >= events }' ||
		fail "thread $1: another order" "$3"
}

# ordered NUMBER EVENTS: those of a thread, in the log and in the buffer
ordered() {
	in_order "$1" "$2" log
	in_order "$1" "$2" dump
	[ "$(count "USER_500$1" log)" -eq "$2" ] ||
		fail "thread $1: events are missing" log
}

# Stamps do not go back: the buffer is in the order of time.
stamps_go_on() {
	sed 's/.*"raw_time_stamp":\([0-9]*\).*/\1/' "$1" | awk '
		NR > 1 && $1 < before && before - $1 < 2147483648 { wrong = 1 }
		{ before = $1 } END { exit wrong }' ||
		fail 'stamps go back' "$1"
}

# buffer_alone NUMBER EVENTS: a buffer without a log may lack events of a thread that had
# to wait for too long, which nothing tells
buffer_alone() {
	in_order "$1" "$2" untraced
	[ "$(count "USER_500$1" untraced)" -ge $(($2 * 9 / 10)) ] ||
		fail "thread $1: the buffer alone lacks events" untraced
}

# fire SCENE: each thread's events are in their order; those that the buffer lacks
# are told. A buffer without a log has them likewise.
fire() {
	play "$1" 'disable 0'
	events "$1.ptl" > log
	events "$1.trx" > dump
	events "$1.untraced.trx" > untraced
	left_out=$(sed -n 's/^ *trace_buffer .* left_out=\([0-9]*\).*/\1/p' "$1.info" |
		tail -n 1)
	[ "$(wc -l < log)" -eq $(($(wc -l < dump) + ${left_out:-0})) ] ||
		fail "of $(wc -l < log) events $(wc -l < dump) are in the buffer, ${left_out:-none} left out" "$1.info"
	for number in 0 1 2 3; do
		ordered $number 4000
		buffer_alone $number 4000
	done
	interrupts=$(count USER_6000 log)
	[ "$interrupts" -ge 100 ] || fail 'interrupts' log
	[ "$(count TX_ISR_ENTER log)" -eq "$interrupts" ] || fail 'entries' log
	grep '^USER_6000 ' log | grep -vq '"context":4294967295,' &&
		fail 'interrupts have another context' log
	grep '^USER_500. ' log | grep -q '"context":4294967295,' &&
		fail 'threads have the context of an interrupt' log
	stamps_go_on dump
	stamps_go_on untraced
}

fire threads
fire alone
ordered 4 60000
ordered 5 20000
buffer_alone 4 60000
buffer_alone 5 20000

# Names are opened in handlers, too; from a thousand on there are no more.
play types 'ended 20, disable 0'
"$posixtrace" show --no-symbols types.ptl > log 2> err
[ "$(grep -c ' USER_\| posix_trace_unnamed_userevent' log)" -ge 40000 ] ||
	fail 'events of new types are missing' types.info

# Buffers that change in the middle of inserts have what was inserted, and no byte
# behind them is written to; a clock of the program's own is read once an event.
build by_turns
build by_turns by_own_clock -DOWN_CLOCK
for wanted in 'by_turns halves:missing 0, wrong header 0' \
	'by_turns again:behind 0' \
	'by_own_clock halves:missing 0, wrong header 0 reads once'; do
	# shellcheck disable=SC2086
	timeout 100 ./${wanted%%:*} > out || fail "${wanted%%:*}: status $?" out
	[ "$(tr '\n' ' ' < out)" = "${wanted#*:} " ] || fail "$wanted" out
	# shellcheck disable=SC2086
	record 0 "$wanted" -q --force -o turns.ptl -- ./${wanted%%:*}
	[ "$(tr '\n' ' ' < out)" = "${wanted#*:} " ] || fail "$wanted, traced" out
done

# What a thread had got when it ended is the next one's. Threads insert until they
# are ended, on a busy machine more than a log takes.
perform ends 'missing 0, disable 0'

play buffers 'wrong 0, disable 0x20'
play changes 'disable 0x20'
play children 'children 0'
events children.ptl > log
[ "$(count USER_5001 log)" -eq 500 ] || fail 'events of children' log
# Addresses of several processes get others in one buffer.
"$posixtrace" convert -t threadx children.ptl -o family.trx > out 2> err ||
	fail 'not converted' err
events family.trx > log
[ "$(count USER_5001 log)" -eq 500 ] || fail 'converted' log

finish
