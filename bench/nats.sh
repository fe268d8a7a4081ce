#!/bin/sh
#
# nats.sh - what it takes to send a log to servers of NATS
#
#	nats.sh [EVENTS [ROUNDS]]
#
# A log with so many events of 16 bytes is shipped to one server, and to three that
# replicate it, in turns, all on this machine. Printed are the events that were
# acknowledged in a second, in the best round, and the time on a processor for a
# million of them: of the shipper, and of all servers together. The aim: a million
# events a second into three.
set -eu

posixtrace=$(realpath "${posixtrace:-build/tools/posixtrace}")
ticker=$(realpath "${ticker:-build/tests/tools/ticker}")
events=${1:-4000000}
rounds=${2:-5}
work=$(mktemp -d)
servers=

clean_up() {
	for process in $servers; do
		kill -TERM "$process"
	done
	wait
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
cd "$work"

# Ports of servers and routes, that nobody listens at now
ports=$(python3 -c '
import socket
sockets = [socket.socket() for i in range(7)]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))')

# serve NAME PORT [ARGUMENT]...
serve() {
	name=$1
	port=$2
	shift 2
	nats-server -n "$name" -a 127.0.0.1 -p "$port" -js -sd "$work/$name" \
		"$@" 2> "$name.log" &
	servers="$servers $!"
}

# is_leading SERVERS: a stream of that many servers is made, and has a leader
is_leading() {
	rm -f few.ptl.ship-*
	"$posixtrace" ship few.ptl -q --once --create --replicas "$1" \
		--name first --to "$(url "$1" first)" 2> err
}

# time_of PROCESS...: milliseconds, of all their threads
time_of() {
	cat $(printf '/proc/%s/stat ' "$@") |
		awk -v ticks="$(getconf CLK_TCK)" '{ sum += $14 + $15 }
			END { printf "%.0f\n", sum * 1000 / ticks }'
}

# url SERVERS STREAM
url() {
	if [ "$1" -eq 1 ]; then
		echo "nats://127.0.0.1:$one/$2"
	else
		echo "nats://127.0.0.1:$a,127.0.0.1:$b,127.0.0.1:$c/$2"
	fi
}

# ship SERVERS ROUND: rate, and times for a million events
ship() {
	if [ "$1" -eq 1 ]; then set -- "$@" "$single"; else
		set -- "$@" $members
	fi
	to=$(url "$1" "round$2")
	count=$1
	shift 2
	rm -f log.ptl.ship-*
	before=$(time_of "$@")
	time=$(/usr/bin/time -f '%e %U %S' "$posixtrace" ship log.ptl -q \
		--once --create --replicas "$count" --to "$to" 2>&1)
	after=$(time_of "$@")
	echo "$time" "$((after - before))" | awk -v n="$counted" '{
		printf "%.0f %.3f %.3f\n", n / $1, ($2 + $3) * 1e6 / n,
			$4 * 1e3 / n
	}'
}

"$posixtrace" record -q --size=16M -o log.ptl -- \
	"$ticker" -n $((events / 2)) -s 16 -u 0
"$posixtrace" record -q -o few.ptl -- "$ticker" -n 10
counted=$("$posixtrace" info log.ptl | sed -n 's/^ *events *//p' | tr -d ,)
sections=$("$posixtrace" info log.ptl |
	sed -n 's/^ *size .* in \([0-9,]*\) chunks.*/\1/p')

set -- $ports
one=$1 a=$2 b=$3 c=$4
routes=nats://127.0.0.1:$5,nats://127.0.0.1:$6,nats://127.0.0.1:$7
serve single "$one"
single=$!
serve n1 "$a" --cluster "nats://127.0.0.1:$5" --cluster_name bench \
	--routes "$routes"
members=$!
serve n2 "$b" --cluster "nats://127.0.0.1:$6" --cluster_name bench \
	--routes "$routes"
members="$members $!"
serve n3 "$c" --cluster "nats://127.0.0.1:$7" --cluster_name bench \
	--routes "$routes"
members="$members $!"
for count in 1 3; do
	tries=0
	until is_leading $count; do
		tries=$((tries + 1))
		[ $tries -lt 60 ] || {
			cat err >&2
			exit 1
		}
		sleep 0.5
	done
done

echo "$counted events, $sections chunks, $(stat -c %s log.ptl) bytes"
for round in $(seq "$rounds"); do
	for count in 1 3; do
		ship $count "$round" >> rates.$count
	done
done
for count in 1 3; do
	sort -rn rates.$count | awk -v count=$count 'NR == 1 { best = $1 }
		{ ship += $2; serve += $3 }
		END {
			printf "servers %d: %.2f M events/s in the best of %d " \
				"rounds; processor for a million events: " \
				"shipper %.3f s, servers %.3f s\n", count,
				best / 1e6, NR, ship / NR, serve / NR
		}'
done
