#!/bin/sh
#
# check-select.sh - which events are shown: names, processes, conditions, times
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o t.ptl -- "$ticker" -n 50
status_is 0 $? 'recording a ticker'
"$posixtrace" show -O ts,name,pid,tid,data t.ptl > all
pid=$(awk '$2 == "posix_trace_start" { print $3 }' all)
tid=$(awk '$2 == "tick" { print $4; exit }' all)
events=$(wc -l < all)

# shows NUMBER ARGUMENT...: so many lines, all of them of the log
shows() {
	number=$1
	shift
	"$posixtrace" show -O ts,name,pid,tid,data "$@" t.ptl > shown 2> err
	status_is $((number ? 0 : 1)) $? "show $*" err
	lines_are "$number" shown
	sed 's/  */ /g' shown | sort > these
	sed 's/  */ /g' all | sort > those
	[ -z "$(comm -23 these those)" ] || fail "show $*: other lines" shown
}

[ "$(grep -c ' tick ' all)" -eq 100 ] || fail 'not 100 ticks' all

# Names
shows 100 -e tick
shows 100 -e 't*'
shows 100 -e 'nothing,tick'
shows 100 -e nothing -e tick
shows $((events - 100)) -e '!tick'
shows $((events - 100)) -e 'posix_*'
shows 1 -e 'posix_*,!*_start'
has ' posix_trace_stop ' shown
shows "$events" -e '*'
shows 0 -e nothing
lines_are 1 err
has '^posixtrace: t\.ptl: no event matches$' err
shows 0 -e 'tick,!tick'

# Processes and threads
shows "$events" -p "$pid"
shows "$events" -p '*ticker'
shows 0 -p '!*ticker'
shows 0 -p "!$pid"
shows 0 -p nobody
shows "$events" -p nobody,"$pid"
shows 50 -t "$tid"
awk -v tid="$tid" '$4 != tid { exit 1 }' shown || fail 'another thread' shown
shows $((events - 50)) -t "!$tid"
shows 0 -t 1
shows 50 -t "$tid" -e tick -p "$pid"

# Conditions
shows 100 -w 'name == "tick"'
shows 50 -w 'name == "tick" && data =~ "0 *"'
shows 2 -w 'data =~ "[01] 7"'
shows 18 -w 'name == "tick" && len == 3'
shows 50 -w "tid == $tid"
shows "$events" -w "pid == $pid && comm =~ '*ticker'"
shows 1 -w "ts == $(awk '$2 == "posix_trace_stop" { print $1 }' all)"
shows 100 -w 'addr != 0'
shows 0 -w 'no_such_field > 3'
shows 100 -w '!(name =~ "posix_*")'

# Times: what the table says, found from the start, the end and by events
third=$(awk '$2 == "tick" && ++n == 3 { print NR; exit }' all)
shows $((events - third + 1)) --from @tick:3
shows "$third" --to @tick:3
shows 1 --range @tick:3..@tick:3
shows $((100 - 2)) --range @tick:3.. -e tick
shows "$events" --range -1h..
shows 1 --range -0s..
has ' posix_trace_stop ' shown
shows "$events" --range +0s..+1h
last=$(awk 'END { print $1 }' all)
at=$(awk 'NR == 40 { print $1 }' all)
shows $((events - 39)) --range "-$((last - at))ns.."
shows 40 --range "..-$((last - at))ns"
shows 40 --to "@$(echo "$at" | sed 's/.\{9\}$/.&/')"

"$posixtrace" show --from @tick:101 t.ptl > shown 2> err
status_is 1 $? 'an event that is not there' err
has '^posixtrace: t\.ptl: no event is at that time: ' err
"$posixtrace" show --from @nothing:1 t.ptl > shown 2> err
status_is 1 $? 'an event of which there is none' err

# Losses are shown whatever events are asked for, and those of others are not.
"$posixtrace" record -q -o lost.ptl -- "$ticker" -n 20000 -u 0 -s 2000
"$posixtrace" show lost.ptl > shown
lost=$(told_lost shown)
"$posixtrace" show -e nothing lost.ptl > shown 2> err
status_is 1 $? 'only losses' err
[ "$(told_lost shown)" -eq "$lost" ] || fail 'losses are not shown' shown
"$posixtrace" show -p 1 lost.ptl > shown 2> err
[ "$(told_lost shown)" -eq 0 ] || fail 'losses of others are shown' shown

# misuse WHAT ARGUMENT...
misuse() {
	what=$1
	shift
	"$posixtrace" show "$@" t.ptl > shown 2> err
	status_is 2 $? "show $*" err
	grep -qF "posixtrace show: $what" err || fail "not told: $what" err
	lines_are 0 shown
}

misuse '-e a,,b: an empty name' -e a,,b
misuse '-e : an empty name' -e ''
misuse '-e !: an empty name' -e '!'
misuse '-t : an empty name' -t ''
misuse '-w len > : column 7: ' -w 'len > '
misuse '-w len >> 3: column 6: ' -w 'len >> 3'
misuse '-w (len: column 5: ' -w '(len'
misuse '--range=1: no range of times' --range 1
misuse '--range=..: no range of times' --range ..
misuse '--range=+1s..soon: no range of times' --range +1s..soon

finish
