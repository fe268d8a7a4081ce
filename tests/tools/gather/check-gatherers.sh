#!/bin/sh
#
# check-gatherers.sh - several gatherers share the work, and any may be killed
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

kills=25
logs='a b c d e f'

start_server
mkdir there
for log in $logs; do
	record 0 "ticker $log" -q -o $log.ptl -- "$ticker" -n 2000 -s 500
done

# Up to 0.13 s
random_moment() {
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 / 2 }')"
}

all_have_come() {
	for log in $logs; do
		has_come $log.ptl || return
	done
}

# Gatherers that are killed, three at a time, while messages come
stream=kills
"$publisher" -C "$url/$stream"
for log in $logs; do
	publish $log.ptl
done &
publishing=$!
remember $publishing
killed=0
one= two= three=
while [ $killed -lt $kills ]; do
	three=$two two=$one
	"$posixtrace" gather "$url/$stream" -q --to there 2>> err &
	one=$!
	remember $one
	random_moment
	if [ -n "$three" ]; then
		kill -KILL "$three"
		wait "$three" 2> /dev/null
		killed=$((killed + 1))
	fi
	for log in there/here/ticker/*.ptl; do
		[ -e "$log" ] || continue
		[ $((killed % 5)) -eq 0 ] || break
		"$posixtrace" info "$log" > info 2> info.err
		status=$?
		[ $status -eq 0 ] || status_is 3 $status 'a log that grows' \
			info.err
	done
done
kill -KILL $one $two
wait $publishing $one $two 2> /dev/null
gather 0 'the rest'
all_have_come || fail 'not all is there as it was written' err
ls there/here/ticker > names
lines_are 6 names

# Two, and three, that live share the work.
for gatherers in 2 3; do
	stream=together$gatherers
	rm -r there/here
	"$publisher" -C "$url/$stream"
	running=
	for i in $(seq $gatherers); do
		"$posixtrace" gather "$url/$stream" --to there \
			--metrics metrics$i 2> err$i &
		running="$running $!"
		remember $!
	done
	for log in $logs; do
		publish $log.ptl
	done
	wait_for 'all logs' all_have_come
	for pid in $running; do
		kill -TERM $pid
		wait $pid
		status_is 0 $? "one of $gatherers gatherers" err1
	done
	sum=$(cat metrics[0-9] | awk '
		/^posixtrace_gather_sections_total/ { n += $2 }
		END { print n }')
	[ "$sum" -gt 0 ] || fail 'nothing is counted'
	rm metrics*
done

finish
