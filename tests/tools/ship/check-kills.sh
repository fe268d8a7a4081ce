#!/bin/sh
#
# check-kills.sh - shipping that is killed goes on, and nothing comes twice
. "${top_srcdir:?}/tests/tools/lib.sh"

kills=25

mkdir there
"$posixtrace" record -q -o a.ptl -- "$ticker" -n 6000 -s 500 -u 500 2> rec.err &
recorder=$!
remember $recorder
wait_for 'the log' test -s a.ptl

# Up to 0.13 s
random_moment() {
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 / 2 }')"
}

killed=0
while [ $killed -lt $kills ]; do
	"$posixtrace" ship a.ptl --to there --name x 2> err &
	shipper=$!
	random_moment
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	killed=$((killed + 1))
	[ -e there/a.ptl ] || continue
	# It is a log at each instant, of what is in the other.
	cmp -s -n "$(stat -c %s there/a.ptl)" a.ptl there/a.ptl ||
		fail "after $killed kills there is something else"
	"$posixtrace" info there/a.ptl > info 2> err
	status=$?
	[ $status -eq 0 ] || status_is 3 $status 'a log that grows' err
done
wait $recorder
status_is 0 $? 'the recording' rec.err

"$posixtrace" ship a.ptl --to there --name x --once 2> err
status_is 0 $? 'the rest' err
cmp -s a.ptl there/a.ptl || fail 'the log there is another' err
[ "$("$posixtrace" show there/a.ptl | grep -c ' tick ')" -eq 12000 ] ||
	fail 'not all ticks are there'
ls -A there > names
lines_are 1 names

finish
