#!/bin/sh
#
# check-workers.sh - commands say the same with any number of workers
. "${top_srcdir:?}/tests/tools/lib.sh"

orders=$(tool tests/tools/orders)
requests=$(tool tests/tools/requests)
"$posixtrace" record -q -o r.ptl -- "$requests"
"$posixtrace" record -q -o o.ptl -- "$orders"
"$posixtrace" record -q -o t.ptl -- "$ticker" -u 0 -n 20000

# A chunk whose bytes were changed, and a log that was cut
size=$(wc -c < t.ptl)
cp t.ptl changed.ptl
printf 'changed' | dd of=changed.ptl bs=1 seek=$((size / 2)) conv=notrunc \
	2> /dev/null
head -c $((size * 2 / 3)) t.ptl > cut.ptl

# same NAME COMMAND...: without workers as with some
same() {
	name=$1
	shift
	"$posixtrace" "$@" -j 0 > serial 2> serial.err
	expected=$?
	for number in 1 2 4 8; do
		"$posixtrace" "$@" -j "$number" > parallel 2> parallel.err
		status_is "$expected" $? "$name with $number workers"
		cmp -s serial parallel || fail "$name with $number" parallel
		cmp -s serial.err parallel.err ||
			fail "errors of $name with $number" parallel.err
	done
}

for log in r.ptl o.ptl t.ptl changed.ptl cut.ptl; do
	same "show $log" show --utc $log
	same "show -f json $log" show -f json $log
	same "show -f csv $log" show -f csv $log
	same "show --no-symbols $log" show --utc --no-symbols --time=delta $log
	same "show --color $log" show --utc --color=always -v $log
	same "stat $log" stat $log
	same "stat -g thread $log" stat -g thread -i $log
	same "show --to $log" show --utc --to +0.001s $log
	same "show --from $log" show --utc --from -0.001s $log
	same "show --range $log" show --utc --range +0.0001s..+0.0005s $log
	same "show --to of JSON $log" show -f json --to +0.001s $log
	same "show -e $log" show --utc -e 'tick*,order*' $log
	same "show -e of JSON $log" show -f json -e '!tick*' $log
	same "show -w $log" show --utc -w 'len > 4 && tid > 1' --strict $log
	same "show -w of names $log" show --utc -w 'name =~ "*er*" || comm =~ "*s"' $log
	same "show -w of JSON $log" show -f json -w 'number < 9' $log
	same "show -p, -t $log" show --time=delta -p '!1' -t '*' $log
	same "show of nothing $log" show --utc -e nothing $log
done
same 'show -w' show --utc -w 'len > 0' -e '!posix_trace_*' r.ptl
# Damage that is met where a time is looked for, and not by the workers
"$posixtrace" record -q --size 64K -o hole.ptl -- "$ticker" -u 20 -n 10000
size=$(wc -c < hole.ptl)
dd if=/dev/zero of=hole.ptl bs=1000 seek=$((size / 2000)) \
	count=$((size / 2200)) conv=notrunc 2> /dev/null
for number in 0 1 4; do
	"$posixtrace" show --to -1000s -j $number hole.ptl > shown 2> err
	status_is 3 $? "a damaged log of which nothing is shown, -j $number" err
	has 'hole\.ptl: at byte [0-9]+: .*(is damaged|does not match|dropped)' err
done

# Damage of a log that has overwritten itself, whose end is at the beginning of the
# file: a place that is met where the last time is looked for, and another one
record_overwritten round.ptl
size=$(wc -c < round.ptl)
for part in 10 25 45 65 85; do
	cp round.ptl holes.ptl
	for place in 3 $part; do
		dd if=/dev/zero of=holes.ptl bs=1 seek=$((size * place / 100)) \
			count=64 conv=notrunc 2> /dev/null
	done
	for to in 2 5 10 20 40 80; do
		for number in 0 1; do
			"$posixtrace" stat -j $number --to "+${to}ms" \
				holes.ptl 2> "damage$number" > out
		done
		# Of more than two places, it is not known which two readers met.
		grep -q 'and [2-9]' damage0 || cmp -s damage0 damage1 ||
			fail "other damage of the first $to ms" damage0 damage1
	done
done

same 'show of several logs' show --utc r.ptl o.ptl t.ptl
same 'stat of several logs' stat r.ptl o.ptl t.ptl

# Logs and captures that are made of one
for number in 0 2; do
	"$posixtrace" cut -q -o "cut$number.ptl" -j $number -e '!nothing' r.ptl
	status_is 0 $? "cut with $number workers"
	"$posixtrace" merge -q -o "merged$number.ptl" -j $number r.ptl o.ptl
	status_is 0 $? "merge with $number workers"
	"$posixtrace" convert -t rkh -o "r$number.rkh" -j $number r.ptl \
		> /dev/null 2>&1
	"$posixtrace" show --utc "cut$number.ptl" > "cut$number"
	"$posixtrace" show --utc "merged$number.ptl" > "merged$number"
done
cmp -s cut0 cut2 || fail 'what cut made' cut2
cmp -s merged0 merged2 || fail 'what merge made' merged2
cmp -s r0.rkh r2.rkh || fail 'what convert made'

grep '^#define HAVE_LIBURCU 1' "${top_builddir:-.}/config.h" > /dev/null ||
	say 'workers were not looked at: built without liburcu'

# A reader that goes away ends it.
"$posixtrace" show -j 4 t.ptl 2> err | head -n 3 > few
lines_are 3 few
lines_are 0 err

"$posixtrace" show -j x t.ptl > /dev/null 2> err
status_is 2 $? 'a number of workers that is none'
has '^posixtrace( show)?: -j x: expected a number up to 256$' err

finish
