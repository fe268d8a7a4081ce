#!/bin/sh
#
# check-postgresql-kills.sh - shipping to PostgreSQL, where either side is killed
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
start_postgresql

kills=25

"$posixtrace" record -q --size 64K -o a.ptl -- "$ticker" -n 5000 -s 300 -u 400 \
	2> rec.err &
recorder=$!
remember $recorder
wait_for 'the log' test -s a.ptl

# Up to 0.13 s
random_moment() {
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 / 2 }')"
}

# Each time it may have written anything, and does not know it.
killed=0
while [ $killed -lt $kills ]; do
	[ $((killed % 5)) -ne 3 ] || rm -f a.ptl.ship-x
	"$posixtrace" ship a.ptl --to "$postgres" --create --name x 2> err &
	shipper=$!
	random_moment
	case $killed in
	5 | 12 | 20)
		kill_postgresql
		random_moment
		;;
	esac
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	case $killed in
	5 | 12 | 20) run_postgresql ;;
	esac
	killed=$((killed + 1))
done
kill -INT $recorder 2> /dev/null
wait $recorder

# Without the server it waits, and goes on when that is there again.
kill_postgresql
"$posixtrace" ship a.ptl --to "$postgres" --create --name x 2> ship.err &
shipper=$!
remember $shipper
wait_for 'the failure' grep -q 'it is tried again until it succeeds$' ship.err
run_postgresql
wait_for 'the news' grep -q ' is there again$' ship.err
kill -TERM $shipper
wait $shipper
"$posixtrace" ship a.ptl --to "$postgres" --name x --once 2> err
status_is 0 $? 'the rest' err

events=$("$posixtrace" show -f json a.ptl | grep -c '"name":')
[ "$(ask 'select count(*) from posixtrace.event')" -eq "$events" ] ||
	fail "there are not $events events, but $(ask \
		'select count(*) from posixtrace.event')"
[ "$(ask 'select count(*) from (select distinct log, seq, i
	from posixtrace.event) e')" -eq "$events" ] || fail 'events are twice there'
[ "$(ask 'select sum(events) from posixtrace.section')" -eq "$events" ] ||
	fail 'sections have other events'
# Events of the stream itself, as those of a flush, have no thread.
[ "$(ask 'select sum(events) from posixtrace.threads')" -eq "$(ask \
	'select count(*) from posixtrace.event where tid <> 0')" ] ||
	fail 'threads have other events'
[ "$(ask 'select sum(events) from posixtrace.types')" -eq "$events" ] ||
	fail 'types have other events'
[ "$(ask 'select has_ended from posixtrace.log')" = t ] || fail 'the log has no end'

# A log of many batches, of which only the last before a checkpoint waits for the
# disk: what goes with the server is sent again.
"$posixtrace" record -q --size 4M -o many.ptl -- "$ticker" -n 15000 -s 300 -u 0 \
	2> err
status_is 0 $? 'a longer log' err
killed=0
while [ $killed -lt 6 ]; do
	"$posixtrace" ship many.ptl --to "$postgres" --name x 2> ship.err &
	shipper=$!
	remember $shipper
	random_moment
	random_moment
	kill_postgresql
	[ $((killed % 2)) -eq 0 ] || rm -f many.ptl.ship-x
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	run_postgresql
	killed=$((killed + 1))
done
"$posixtrace" ship many.ptl --to "$postgres" --name x --once 2> err
status_is 0 $? 'the rest of the longer log' err
lacks 'has less of it than it had' err
events=$("$posixtrace" show -f json many.ptl | grep -c '"name":')
[ "$(ask 'select count(*), count(distinct (seq, i)) from posixtrace.event
	where log = (select max(id) from posixtrace.log)')" = \
	"$events	$events" ] || fail "there are not $events events of the longer log"
stop_postgresql

finish
