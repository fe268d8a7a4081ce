#!/bin/sh
#
# check-leftovers.sh - what killed processes leave is gone with the next
# recording, and what strangers put there is left alone
. "${top_srcdir:?}/tests/tools/lib.sh"

POSIXTRACE_DIR=$work/run
export POSIXTRACE_DIR

listing() { ls -A "$POSIXTRACE_DIR"; }

# old_enough PATTERN: these files are no longer taken for being made
old_enough() {
	for file in "$POSIXTRACE_DIR"/$1; do
		[ -e "$file" ] || continue
		[ $(($(date +%s) - $(stat -c %Z "$file"))) -gt 10 ] || return 1
	done
}

# record_once: a stream is made, and ends in order
record_once() {
	rm -f once.ptl
	"$posixtrace" record -q -o once.ptl -- "$ticker" -n 5 > out 2> err
	status_is 0 $? 'recording' err
}

# Killed: a program with its controller, and one that nobody traced.
"$posixtrace" record -q -o killed.ptl -- "$ticker" -c counts > out 2> err &
recorder=$!
remember $recorder
wait_for 'a ticker' both_tick counts
target=$(pgrep -P $recorder) || skip 'there is no pgrep'
remember "$target"
# A stream whose controller is gone takes no more events, which the ticker would
# count; and a controller that sees its target end completes the log.
kill -STOP $recorder
kill -KILL "$target"
kill -KILL $recorder
wait $recorder 2> /dev/null
"$ticker" > out 2> err &
alone=$!
remember $alone
has_file() { ls "$POSIXTRACE_DIR/$1"-* 2> /dev/null; }
wait_for 'another' has_file $alone
kill -KILL $alone
wait $alone 2> /dev/null
[ -e "$POSIXTRACE_DIR/stream-0" ] || fail 'nothing was left behind to begin with'
listing | grep -q "^$target-" || fail 'no process left a file'

# Half made, by makers that were killed then; and names of nobody.
head -c 100 /dev/zero > "$POSIXTRACE_DIR/stream-1"
head -c 1000000 /dev/zero > "$POSIXTRACE_DIR/stream-2"
: > "$POSIXTRACE_DIR/stream-3"
: > "$POSIXTRACE_DIR/new-$target-77"
: > "$POSIXTRACE_DIR/$target-99"
cp "$(ls "$POSIXTRACE_DIR"/names-* | head -n 1)" \
	"$POSIXTRACE_DIR/names-00000000deadbeef"
chmod 600 "$POSIXTRACE_DIR"/*

# Of strangers: names that are not ours, and ours for what is no file.
mkdir "$POSIXTRACE_DIR/stream-5" "$POSIXTRACE_DIR/folder"
mkfifo "$POSIXTRACE_DIR/stream-6" "$POSIXTRACE_DIR/pipe"
ln -s "$work/counts" "$POSIXTRACE_DIR/stream-7"
ln -s nowhere "$POSIXTRACE_DIR/link"
: > "$POSIXTRACE_DIR/unlike"
: > "$POSIXTRACE_DIR/stream-x"
: > "$POSIXTRACE_DIR/names-x"
: > "$POSIXTRACE_DIR/-5"
: > "$POSIXTRACE_DIR/5-"
strangers='-5 5- folder link names-x pipe stream-5 stream-6 stream-7 stream-x unlike'
before=$(cksum < counts)

# To look is enough for what a process that was killed has left, names and all:
# in a directory of its own, where nothing else is.
(
	POSIXTRACE_DIR=$work/alone
	export POSIXTRACE_DIR
	"$ticker" > out 2> err &
	killed=$!
	wait_for 'a process' has_file $killed
	kill -KILL $killed
	wait $killed 2> /dev/null
	"$posixtrace" ls > out 2> err
	[ -z "$(listing)" ] || { listing > left; fail 'ls leaves files' left; }

	# The directory is not safe: it is said why.
	chmod 755 "$POSIXTRACE_DIR"
	for what in ls recover; do
		"$posixtrace" $what > out 2> err
		status_is 5 $? "$what" err
		has 'its mode is 0755, so that others may use it; ' err
	done
	finish
) || failures=$((failures + 1))

# What is known to be of the dead goes at once; what may be about to be
# finished, when it is old.
record_once
for gone in "$target-*" "$alone-*" stream-0 stream-1 stream-2 stream-3; do
	set -- "$POSIXTRACE_DIR"/$gone
	[ ! -e "$1" ] || fail "$gone is still there"
done
"$posixtrace" show killed.ptl > shown 2> err
status_is 0 $? 'showing the log of a killed recording' err
check_ticks shown counts

wait_for 'files to grow old' old_enough 'n*-*'
i=0
recorders=
while [ $i -lt 4 ]; do
	"$posixtrace" record -o $i.ptl -- "$ticker" > out$i 2> err$i &
	recorders="$recorders $!"
	i=$((i + 1))
done
remember "$recorders"
all_recorded() {
	[ "$(ls -d "$POSIXTRACE_DIR"/stream-[0-9]* | wc -l)" -ge 7 ]
}
wait_for 'four recordings' all_recorded
for i in 0 1 2 3; do
	wait_for 'a recording' grep -q '^posixtrace: tracing' err$i
done
for one in $recorders; do
	kill -TERM $one
	wait $one
done
record_once
# The race detector has a thread to the end of each program, which therefore
# leaves its files.
of_others() {
	if finds_races; then
		grep -vE '^([0-9]+-[0-9]+|names-[0-9a-f]{16})$'
	else
		cat
	fi
}
nothing_else_is_left() {
	left=$(listing | of_others | sort | tr '\n' ' ')
	[ "$left" = "$(printf '%s\n' $strangers | sort | tr '\n' ' ')" ] ||
		fail "$1: left are: $left"
}
nothing_else_is_left 'one recording later'
"$posixtrace" record -q -o family.ptl -- sh -c '"$0" -n 3; "$0" -n 3' \
	"$ticker" > out 2> err
status_is 0 $? 'recording a family' err
nothing_else_is_left 'behind a family'
[ "$(cksum < counts)" = "$before" ] || fail 'a link was followed'
finish
