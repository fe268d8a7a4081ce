#!/bin/sh
#
# redis.sh - what a server of redis loses when its calls are recorded
#
#	redis.sh [GROUPS [ROUNDS [REQUESTS]]]
#
# Two servers, one of them recorded, serve the same benchmark in turns. Printed
# are the medians of the rate, and of the time on a processor for a request, and
# what they are of each other; then how much smaller the log is, compressed. The
# targets are for the groups mutex,cond,io,net.
set -eu
export LC_ALL=C

posixtrace=${posixtrace:-build/tools/posixtrace}
groups=${1:-mutex,cond,io,net}
rounds=${2:-11}
requests=${3:-50000}
work=$(mktemp -d)
posixtrace=$(realpath "$posixtrace")
bare= traced=

for program in redis-check-rdb redis-cli redis-benchmark; do
	command -v $program > "$work/out" || {
		rm -rf "$work"
		echo "SKIPPED: redis: $program is not there: install redis-tools"
		exit 0
	}
done

clean_up() {
	redis bare shutdown nosave > "$work/out" 2>&1 || :
	redis traced shutdown nosave > "$work/out" 2>&1 || :
	wait
	rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# redis NAME COMMAND...: to one of the servers
redis() {
	socket=$work/$1
	shift
	redis-cli -s "$socket" "$@"
}

# serve NAME [COMMAND]...: start it, by some command
serve() {
	socket=$work/$1
	shift
	"$@" "$work/redis-server" --port 0 --unixsocket "$socket" \
		--dir "$work" --save '' --appendonly no > "$work/out" 2>&1 &
	for _ in $(seq 200); do
		redis-cli -s "$socket" ping > "$work/ping" 2>&1 && return
		sleep 0.05
	done
	echo "redis.sh: the server does not serve" >&2
	exit 1
}

process_of() {
	redis "$1" info server | sed -n 's/^process_id:\([0-9]*\).*/\1/p'
}

# In microseconds, of all its threads
time_of() {
	cat "/proc/$1/task/"*/schedstat |
		awk '{ sum += $1 } END { printf "%.0f\n", sum / 1000 }'
}

# run NAME PROCESS: a line with the rate, and with the time
run() {
	before=$(time_of "$2")
	rate=$(redis-benchmark -s "$work/$1" --csv -c 20 -n "$requests" -t set |
		sed -n 's/^"SET","\([0-9.]*\)".*/\1/p')
	echo "$rate $(($(time_of "$2") - before))" >> "$work/$1.runs"
}

# median NAME COLUMN
median() {
	awk -v column="$2" '{ print $column }' "$work/$1.runs" | sort -n |
		awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

# ratio A B FACTOR
ratio() {
	awk -v a="$1" -v b="$2" -v factor="$3" 'BEGIN {
		printf "%.3f\n", factor * a / b }'
}

# conclude WHAT WANTED UNIT MEASURED
conclude() {
	awk -v what="$1" -v wanted="$2" -v unit="$3" -v measured="$4" 'BEGIN {
		printf "%-46s >= %-12s %10.4g  %s\n", what, wanted " " unit,
			measured, (measured >= wanted) ? "met" : "MISSED" }'
}

ln -s "$(command -v redis-check-rdb)" "$work/redis-server"
serve bare env
serve traced "$posixtrace" record -q --wrap="$groups" -o "$work/log.ptl" --
bare=$(process_of bare)
traced=$(process_of traced)
recorder=$!
for _ in $(seq "$rounds"); do
	run bare "$bare"
	run traced "$traced"
done

for name in bare traced; do
	awk -v name=$name -v rate="$(median $name 1)" \
		-v time="$(median $name 2)" -v requests="$requests" 'BEGIN {
		printf "%-7s %8.0f requests/s  %6.2f us of a processor each\n",
			name, rate, time / requests }'
done
rate=$(ratio "$(median traced 1)" "$(median bare 1)" 100)
printf 'traced  %7.1f %% of the rate   %5.1f %% of the time\n' "$rate" \
	"$(ratio "$(median traced 2)" "$(median bare 2)" 100)"

redis traced shutdown nosave > "$work/out" 2>&1 || :
wait "$recorder" || :
plain=$(stat -c %s "$work/log.ptl")
smaller=
if "$posixtrace" convert -q --compress -o "$work/packed.ptl" \
	"$work/log.ptl"; then
	packed=$(stat -c %s "$work/packed.ptl")
	smaller=$(ratio "$plain" "$packed" 1)
	printf 'log     %8.1f MB  %8.1f MB compressed\n' \
		"$(ratio "$plain" 1000000 1)" "$(ratio "$packed" 1000000 1)"
else
	echo "SKIPPED: redis: a log cannot be compressed here"
fi

echo
printf '%-46s %-15s %10s\n' target wanted measured
conclude 'the rate of a recorded server' 85 % "$rate"
[ -z "$smaller" ] || conclude 'its log, compressed, is smaller by' 4 x "$smaller"
