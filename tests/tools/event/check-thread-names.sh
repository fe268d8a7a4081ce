#!/bin/sh
#
# check-thread-names.sh - threads that were there for a moment, and those that
# were renamed behind their events, are called by their last name
. "${top_srcdir:?}/tests/tools/lib.sh"

late_names=$(tool tests/tools/event/late_names) || exit 99

# names LOG NAME...: of the threads with events, in their order; - is none
names() {
	log=$1
	shift
	"$posixtrace" show -f tsv -O tname -e at_work "$log" > shown 2> err
	status_is 0 $? "showing $log" err
	sed 1d shown | sed 's/^$/-/' > got
	printf '%s\n' "$@" | cmp -s - got || fail "$log: names" got
}

# chooses LOG NAME: an event is of such a thread, which is shown with its name
chooses() {
	"$posixtrace" show -e at_work -t "$2" "$1" > shown 2> err
	status_is 0 $? "-t $2 of $1" err
	[ "$(grep -c "late_names/$2:[0-9]* *at_work" shown)" -eq 1 ] ||
		fail "$1: the events of $2" shown
}

# Recorded by another process, which has nothing of them while they run
record 0 'brief threads' -q -o brief.ptl -- "$late_names" threads main
names brief.ptl brief-1 brief-2 - boss
for name in brief-1 brief-2 boss; do
	chooses brief.ptl $name
done
"$posixtrace" show -O name -e at_work -t '*late_names' brief.ptl > shown
lines_are 1 shown
"$posixtrace" info --verify brief.ptl > info
has '^  damage +none' info
if "$posixtrace" show -f json -t brief-1 brief.ptl > shown 2> err; then
	has '"comm":"[a-z-]*late_names","tname":"brief-1"' shown
else
	has 'built without yajl' err
fi

# Its end is nothing that it could tell of.
record 0 '_exit()' -q -o exited.ptl -- "$late_names" main _exit
names exited.ptl boss
record 137 'a kill' -q -o killed.ptl -- "$late_names" main kill
names killed.ptl boss

record 0 'a child' -q -o child.ptl -- "$late_names" child
names child.ptl heir

# By itself
POSIXTRACE=record,o=own.ptl "$late_names" threads main 2> err
names own.ptl brief-1 brief-2 - boss

mkfifo to
"$late_names" threads main wait < to &
target=$!
remember $target
exec 8> to
wait_for 'a program that can be traced' "$posixtrace" ls events -p $target

# Without instrumentation, in front of the C library
if ! has_sanitizer; then
	record 0 'a wrapped program' -q --wrap=thread -o wrapped.ptl -- \
		"$late_names" threads main
	names wrapped.ptl brief-1 brief-2 - boss
	"$posixtrace" show -O name -e thread_exit -t brief-1 wrapped.ptl > shown
	lines_are 1 shown
fi

# A program that is watched, and gets its name then
"$posixtrace" show -F -p $target -e at_work > watched 2> err 8>&- &
viewer=$!
remember $viewer
# goes_on FILE PATTERN: after another event
goes_on() {
	printf e >&8
	sleep 0.2
	grep -Eq -e "$2" "$1"
}
wait_for 'events' goes_on watched "late_names/(boss:)?$target +at_work"
printf n >&8
wait_for 'the late name' goes_on watched "late_names/late:$target +at_work"
kill -INT $viewer
wait $viewer

# And the same in a log that grows
"$posixtrace" record -q -o grows.ptl -p $target 2> err 8>&- &
recorder=$!
remember $recorder
found() {
	printf e >&8
	"$posixtrace" show -t late -e at_work grows.ptl 2> err |
		grep -q "late_names/late:$target *at_work"
}
wait_for 'the name in a log that grows' found
exec 8>&-
wait $target
wait $recorder
finish
