#!/bin/sh
#
# check-bench.sh - the short benchmark says what it measured, in all its forms
. "${top_srcdir:?}/tests/tools/lib.sh"

number='[0-9]+\.[0-9]+'

ns='[0-9]+(\.[0-9])? ns'

"$posixtrace" bench > out 2> err
status_is 0 $? 'posixtrace bench' err
lines_are 0 err
lines_are 3 out
has "^posix_trace_event, nothing traced +$ns\$" out
has "^  one stream, 16 bytes of data +$ns +2 threads: $ns   4 KiB of data: $ns\$" out
has "^  the clock and a copy alone +$ns +an event is $number times that\$" out

"$posixtrace" bench --all > out 2> err
status_is 0 $? 'posixtrace bench --all' err
lines_are 0 err
has '^posixtrace [0-9.]+: nanoseconds per event, [0-9]+ rounds, ' out
has '^scene +thr +data +floor min,med +event min,med +ratio' out
for scene in nothing suspended 'filtered out'; do
	for threads in 1 2; do
		has "^$scene +$threads +16( +$number){7} +- +-\$" out
	done
done
for threads in 1 2; do
	for size in 0 16 64; do
		has "^loop +$threads +$size( +$number){7} +- +-\$" out
		has "^flush to a log +$threads +$size( +$number){7} +[0-9]+ +$number\$" out
	done
done
[ -z "$(ls -A | grep -vx -e out -e err)" ] ||
	fail "posixtrace bench leaves something behind"

"$posixtrace" bench -f json > json 2> err
status=$?
if grep -q 'built without yajl' err; then
	status_is 2 $status 'posixtrace bench -f json, without yajl' err
	say 'JSON was not looked at: built without yajl'
else
	status_is 0 $status 'posixtrace bench -f json' err
	lines_are 0 err
	has '"clock": "(tsc|clock_gettime)"' json
	has '"scene": "loop"' json
	has '"event_median_ns": [0-9.]+' json
	[ "$(grep -c '"scene":' json)" -eq 4 ] ||
		fail "posixtrace bench -f json has not 4 scenes" json
	"$posixtrace" bench -a -f json > all 2> err
	status_is 0 $? 'posixtrace bench -a -f json' err
	[ "$(grep -c '"scene":' all)" -eq 18 ] ||
		fail "posixtrace bench -a -f json has not 18 scenes" all
	if [ -w /dev/full ]; then
		for form in text json; do
			"$posixtrace" bench -f $form > /dev/full 2> err
			status_is 7 $? "posixtrace bench -f $form > /dev/full" err
			lines_are 1 err
		done
	fi
	if command -v python3 > /dev/null; then
		python3 -c 'import json, sys; json.load(sys.stdin)' < json ||
			fail "that is not JSON" json
	fi
fi

POSIXTRACE_DISABLE=1 "$posixtrace" bench > out 2> err
status_is 1 $? 'posixtrace bench, disabled' err
lines_are 0 out
lines_are 1 err
has '^posixtrace: bench: no event is recorded here: POSIXTRACE_DISABLE' err

TMPDIR=/nowhere "$posixtrace" bench --all > out 2> err
status_is 7 $? 'posixtrace bench --all, no directory' err
lines_are 0 out
lines_are 1 err
has '^posixtrace: /nowhere: ' err

for wrong in 'bench now' 'bench -f xml' 'bench --rounds'; do
	# shellcheck disable=SC2086 # words are wanted
	"$posixtrace" $wrong > out 2> err
	status_is 2 $? "posixtrace $wrong" err
	lines_are 0 out
	[ -s err ] || fail "posixtrace $wrong: not a word on it"
done

finish
