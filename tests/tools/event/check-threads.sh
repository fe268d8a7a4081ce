#!/bin/sh
#
# check-threads.sh - threads that have names, and selecting by these
. "${top_srcdir:?}/tests/tools/lib.sh"

name_change=$(tool tests/tools/event/name_change) || exit 99

# at_work LOG: the threads have recorded what they are to
at_work() {
	[ "$("$posixtrace" show -O name -e at_work "$1" 2> /dev/null |
		grep -c at_work)" -eq 3 ]
}

mkfifo to from
"$name_change" < to > from &
program=$!
remember $program
exec 8> to 9< from
wait_for "a program that can be traced" "$posixtrace" ls events -p $program
"$posixtrace" record -o live.ptl -p $program 2> err &
recorder=$!
remember $recorder
wait_for "a recording" grep -q "^posixtrace: tracing " err
printf x >&8
wait_for 'events of three threads' at_work live.ptl

# shows NUMBER LOG THREAD
shows() {
	"$posixtrace" show -O name,tid -e at_work -t "$3" "$2" > shown 2> err
	lines_are "$1" shown
}

# Asked for when they are met, and in the log before it ends.
shows 1 live.ptl alpha
tid=$(awk '{ print $2 }' shown)
shows 1 live.ptl beta
shows 2 live.ptl 'alpha,beta'
shows 1 live.ptl '!*a'
shows 1 live.ptl '*name_change'
shows 1 live.ptl "$tid"
shows 0 live.ptl gamma

# Another name, when the recording ends before the program does
printf x >&8
head -c 1 <&9 > /dev/null
kill -TERM $recorder
wait $recorder
shows 1 live.ptl alpha
shows 1 live.ptl gamma
shows 0 live.ptl beta
"$posixtrace" info --verify live.ptl > info
has '^  damage +none' info

# In a column, in JSON, and in conditions
"$posixtrace" show -f tsv -O tname,name -e at_work live.ptl | sort > shown
printf '%s\n' '	at_work' 'alpha	at_work' 'gamma	at_work' 'tname	name' |
	cmp -s - shown || fail 'a column of names' shown
if "$posixtrace" show -f json -t gamma live.ptl > shown 2> err; then
	has '"comm":"[a-z-]*name_change","tname":"gamma","host":"' shown
	"$posixtrace" show -f json -t '!gamma,!alpha' live.ptl > shown
	lacks tname shown
else
	has 'built without yajl' err
fi
"$posixtrace" show -O name -w 'tname =~ "[ag]*"' live.ptl > shown
lines_are 2 shown
"$posixtrace" show -O name -e at_work -w '!tname' live.ptl > shown
lines_are 1 shown

# A copy knows them.
"$posixtrace" cut -q -t gamma -o cut.ptl live.ptl
status_is 0 $? 'cutting by the name of a thread'
shows 1 cut.ptl gamma
shows 0 cut.ptl alpha
exec 8>&-
wait $program
status_is 0 $? 'the program'

# Another log of the same recording has them, too; and the names end with it.
"$posixtrace" record -q --rotate=64K -o many.%n.ptl -- "$ticker" -n 800 -s 200
for log in many.*.ptl; do
	"$posixtrace" show -O name -t '*ticker' "$log" > shown 2> err
	status_is 0 $? "show -t of $log" err
done

finish
