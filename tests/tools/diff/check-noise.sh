#!/bin/sh
#
# check-noise.sh - runs of one distribution do not differ, others do
#
# The runs are made of a fixed sequence of random numbers: that so many of the
# comparisons find a difference is no matter of chance.
. "${top_srcdir:?}/tests/tools/lib.sh"

# runs PREFIX NUMBER FACTOR SEED: so many runs of 500 requests, whose durations are spread
# evenly and have a tail, with misses between them
runs() {
	awk -v prefix="$1" -v runs="$2" -v factor="$3" -v seed="$4" '
	# Lehmer; exact in the doubles of any awk
	function draw() {
		seed = (seed * 16807) % 2147483647
		return seed / 2147483647
	}

	function put(name, ph, dur) {
		printf ",\n{\"name\":\"%s\",\"ph\":\"%s\",\"ts\":%.3f,\"pid\":7,\"tid\":8%s}", name, ph, ts, dur > file
	}

	BEGIN {
		for (run = 1; run <= runs; run++) {
			file = prefix run ".json"
			printf "{\"traceEvents\":[{\"name\":\"start\",\"ph\":\"i\",\"s\":\"t\",\"ts\":0,\"pid\":7,\"tid\":8}" > file
			ts = 1
			for (i = 0; i < 500; i++) {
				ts += 100 + 200 * draw()
				us = factor * (50 + 50 * draw())
				if (draw() < 0.03)
					us *= 4
				put("req", "X", sprintf(",\"dur\":%.3f", us))
				ts += us + 1
				if (draw() < 0.1)
					put("miss", "i", ",\"s\":\"t\"")
			}
			print "]}" > file
			close(file)
		}
	}'
}

runs a 60 1 11
runs b 5 1.25 12

# names PREFIX FROM TO: the runs of these numbers
names() {
	i=$2
	while [ "$i" -le "$3" ]; do
		echo "$1$i.json"
		i=$((i + 1))
	done
}

# count_differing: how many of the comparisons, a line each, find a difference
count_differing() {
	count=0
	while read -r arguments; do
		# shellcheck disable=SC2086
		"$posixtrace" diff $arguments > out 2> err
		status=$?
		[ $status -le 1 ] || fail "diff $arguments: status $status" err
		[ $status -eq 0 ] || { count=$((count + 1)); cat out >> differing; }
	done
}

# One run a side: at a level of 5 %, three of thirty differ in one of five sequences
# of numbers, four in one of sixteen.
i=1
while [ $i -lt 60 ]; do
	echo "a$i.json a$((i + 1)).json"
	i=$((i + 2))
done > pairs
count_differing < pairs
[ "$count" -le 3 ] || fail "$count of 30 pairs of equal runs differ" differing

# Several runs a side: the same runs in thirty divisions
i=0
while [ $i -lt 30 ]; do
	names a $((2 * i + 1 > 41 ? 41 : 2 * i + 1)) 60 | head -n 20 | awk -v i=$i '{
		place = (NR * (2 * i + 1) + i * i) % 20
		if (place < 10)
			side[place < 5] = side[place < 5] " " $0
	}
	END { print side[0] " --" side[1] }'
	i=$((i + 1))
done > divisions
count_differing < divisions
[ "$count" -le 3 ] || fail "$count of 30 divisions of equal runs differ" differing

# What does differ is found, with one run and with several.
for i in 1 2 3; do
	"$posixtrace" diff a$i.json b$i.json > out 2> err
	status_is 1 $? 'a quarter slower' out err
	has '^~  span p50 +req .* <0\.001$' out
done
# shellcheck disable=SC2046
"$posixtrace" diff $(names a 1 5) -- $(names b 1 5) > out 2> err
status_is 1 $? 'a quarter slower in five runs' out err
has '^~  span p50 +req .* 0\.008$' out
lacks '^.  (event|order|thread)  ' out
finish
