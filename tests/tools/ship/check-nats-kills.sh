#!/bin/sh
#
# check-nats-kills.sh - shippers to NATS are killed, and so is the leader of three
# servers; nothing is lost, or comes twice
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/ship/nats.sh"

kills=15

# Up to 0.25 s
random_moment() {
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 }')"
}

start_cluster
"$posixtrace" record -q -o a.ptl -- "$ticker" -n 6000 -s 500 -u 700 2> rec.err &
recorder=$!
remember $recorder
wait_for 'the log' test -s a.ptl

# The stream is made by the first that comes so far.
killed=0
while [ $killed -lt $kills ]; do
	"$posixtrace" ship a.ptl --to "$to" --create --replicas 3 --name x \
		2> err &
	shipper=$!
	random_moment
	kill -KILL $shipper
	wait $shipper 2> /dev/null
	killed=$((killed + 1))
done

"$posixtrace" ship a.ptl --to "$to" --create --replicas 3 --name x \
	2> ship.err &
shipper=$!
remember $shipper
wait_for 'a checkpoint' test -s a.ptl.ship-x

# The leader dies while its stream grows.
set -- $servers
for port in $ports; do
	name=$(leader "$port") && break
done
eval "victim=\$$name"
kill -KILL "$victim"
wait "$victim" 2> /dev/null
wait $recorder
status_is 0 $? 'the recording' rec.err
wait_for 'the end of the log' grep -q '^ended 1' a.ptl.ship-x
kill -TERM $shipper
wait $shipper
status_is 0 $? 'shipping when the leader is killed' ship.err

[ "$name" -eq 1 ] && shift
set -- $ports
[ "$name" -eq 1 ] && shift
messages "$1"
arrived a.ptl
"$posixtrace" show "there/$(uuid a.ptl).ptl" > shown 2> err
[ "$(grep -c ' tick ' shown)" -eq 12000 ] || fail 'not all ticks are there' err

finish
