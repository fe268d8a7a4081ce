#!/bin/sh
#
# check-check.sh - rules hold in a good run, and are broken in another one where
# the test has planted that
. "${top_srcdir:?}/tests/tools/lib.sh"

requests=$(tool tests/tools/requests) || exit 99
orders=$(tool tests/tools/orders) || exit 99
page=$top_srcdir/docs/man/man1/posixtrace-check.1

# good.json, from which each scene differs by a line: times in microseconds.
# event NAME TIME THREAD ID: an event of a trace
event() {
	printf '{"name":"%s","ph":"i","ts":%s,"pid":1,"tid":%s,"args":{"id":%s,"side":"buy"}},\n' "$@"
}

# trace FILE: of the events on standard input
trace() {
	{
		echo '{"traceEvents":['
		cat
		echo '{"name":"end","ph":"i","ts":90000,"pid":1,"tid":9}]}'
	} > "$1"
}

good() {
	event order_received 1000 1 1
	event order_received 2000 1 2
	event order_sent 3000 2 2
	event order_sent 4500 2 1
}

good | trace good.json

# check STATUS ARGUMENT...: into out and err
check() {
	wanted_status=$1
	shift
	"$posixtrace" check "$@" > out 2> err
	status_is "$wanted_status" $? "check $*" out err
}

# holds RULE, fails TRACE RULE LINES: which it names, or nothing
holds() {
	check 0 good.json -a "$1"
	has '^ok       ' out
	lines_are 0 err
}

# is_shown WORD...: the first command that is told shows such events
is_shown() {
	command=$(sed -n 's/^           posixtrace show/show/p' out | head -n 1)
	eval "\"\$posixtrace\" $command" > shown 2>&1 ||
		fail "$command does not show them" out shown
	for word; do
		grep -qw "$word" shown || fail "$command shows no $word" shown
	done
}

fails() {
	check 1 "$1" -a "$2"
	has "^FAILED   " out
	has "^ +lines? $3 \\(@" out
	shift 3
	is_shown "$@"
}

# Order
holds 'order_received -> order_sent by id within 4ms'
holds 'order_received -> order_sent by id within 3500us'
fails good.json 'order_received -> order_sent by id within 3499us' 1-4 \
	order_received order_sent
{ good; event order_received 5000 1 3; } | trace lacking.json
fails lacking.json 'order_received -> order_sent by id' 5 order_received
check 0 lacking.json -a 'order_received -> order_sent by id within 1s'
has '\(3 times, at most 3.5 ms, and 1 not decided\)$' out
{ good; event order_received 5000 1 3; event order_received 6000 1 3
	event order_sent 6100 1 3; } | trace twice.json
fails twice.json 'order_received -> order_sent by id' 5-6 order_received
fails good.json 'order_received -> order_sent by tid' 1-2 order_received

holds 'order_received before order_sent by id'
{ event order_sent 500 2 7; good; } | trace early.json
fails early.json 'order_received before order_sent by id' 1 order_sent
fails good.json 'order_received before order_sent by tid' 3 order_sent

# Keys of all kinds, of which one is missing: beside others, and far from them
keys='0 1 63 64 65 127 128 4095 18446744073709551615 -1 -64 1.5 -2.5 "a" "b" 1e300'
keys_without() {
	time=1000
	for key in $keys; do
		time=$((time + 1))
		[ "$key" = "$1" ] || event order_received $time 1 "$key"
	done
	for key in $keys; do
		time=$((time + 1))
		event order_sent $time 2 "$key"
	done
}
keys_without none | trace keys.json
check 0 keys.json -a 'order_received before order_sent by id'
has '\(16 times\)$' out
for key in $keys; do
	keys_without "$key" | trace keys.json
	check 1 keys.json -a 'order_received before order_sent by id'
	has '\(1 of 16 times\)$' out
done

# Keys are asked for long after they came, or at once, and some come twice.
many_without() {
	for i in $(seq 50); do
		[ "$i" = "$1" ] ||
			event order_received "$i" 1 $(((i % 40) * 1000003))
	done
	event order_received 60 1 77
	event order_sent 61 2 77
	for i in $(seq 40); do
		event order_sent $((100 + i)) 2 $((i % 40 * 1000003))
	done
}
many_without none | trace many.json
check 0 many.json -a 'order_received before order_sent by id'
has '\(41 times\)$' out
for i in 11 25 40; do
	many_without $i | trace many.json
	check 1 many.json -a 'order_received before order_sent by id'
	has '\(1 of 41 times\)$' out
done
many_without 50 | trace many.json
check 0 many.json -a 'order_received before order_sent by id'

holds 'order_received before order_sent by pid'
holds 'order_received before order_sent by *'

holds 'never order_retry between order_received and order_sent by id'
{ good; event order_retry 4600 3 1; } | trace after.json
check 0 after.json -a 'never order_retry between order_received and order_sent by id'
{ good; event order_retry 2500 3 2; } | trace between.json
fails between.json 'never order_retry between order_received and order_sent by id' \
	2-3 order_received order_retry
check 0 between.json -a 'never order_retry between order_received and order_sent'
fails between.json 'never order_retry between order_received and order_sent by *' 1-3 \
	order_retry

# Numbers, and selections of their own
holds 'at most 2 of order_received'
fails good.json 'at most 1 of order_received' 2 order_received
holds 'at least 4 of order_*'
fails good.json 'at least 5 of order_*' 1-4 order_received order_sent
holds "at most 1 of order_* -w 'id == 1 && side == \"buy\"' -t 2"
fails good.json 'at most 0 of order_*,!order_sent -t 1' 1 order_received
holds 'count(order_sent) == count(order_received)'
fails lacking.json 'count(order_sent) == count(order_received)' 1-5 order_received
holds '2 * count(order_sent) - 1 <= count(-p good) + (1 - 1)'
holds 'count("order_sent") > 0x1'
holds 'no losses'
holds 'lost == 0'
holds 'lost<1'
holds '0==lost'
check 1 good.json -a 'lost!=0'

# Times
holds 'p50(order_received -> order_sent by id) < 1010us'
fails good.json 'p50(order_received -> order_sent by id) < 1ms' '(1-4|2-3)' order_sent
holds 'p99.9(order_received -> order_sent by id) <= 3.5ms'
fails good.json 'max(order_received -> order_sent by id) < 3500us' 1-4 order_sent
holds 'min(order_received -> order_sent by id) >= 1ms'
holds 'count(order_received -> order_sent by id) == 2'
holds 'unmatched(order_received -> order_sent by id) == 0'
check 1 lacking.json -a 'unmatched(order_received -> order_sent by id) == 0'

# A rule that is about nothing is told, and fails if that is asked for.
check 0 good.json -a 'order_gone -> order_sent' -a 'p99(span nothing) < 1s' \
	-a 'every lock is released' -a 'no thread waits more than 1s' \
	-a 'count(gone) == count(away)' -a 'never end between gone and away'
[ "$(grep -c '^vacuous  ' out)" -eq 6 ] || fail 'vacuous rules' out
check 1 good.json --strict -a 'never end between gone and away'
check 0 good.json -a 'at most 0 of order_recieved'
has 'no event is called order_recieved; did you mean order_received?' err
check 0 good.json -e order_snt,order_sent -w 'idd == 1' \
	-a 'at most 0 of order_received -w "prize > 1"'
has 'no event is called order_snt; did you mean order_sent?' err
has 'no event has a field idd; did you mean id?' err
has 'no event has a field prize' err

# A name that controls the terminal, or adds a line, does not.
for form in text tap junit; do
	check 0 good.json -f $form -a "p99(span \"$(printf 'a\033\nok 2')\") < 1s"
	has 'there is no span a\?\?ok 2' out
done

# No number is told of losses that nobody counted.
check 3 "$top_srcdir/tests/data/rkh/split-events.bin" -a 'at most 0 of x'
has '^events are lost, their number is unknown, in 22 places: a rule may ' out

# What is wrong with a rule, and where
bad() {
	check 2 good.json -a "$1"
	lines_are 1 err
	has "column $2: $3" err
	printf '\n  # a comment\nname: %s\n' "$1" > bad.rules
	check 2 good.json bad.rules
	has "bad\\.rules:3:$(($2 + 6)): $3" err
}
bad 'order_sent' 11 'here should be -> or'
bad 'order_sent ->' 14 'here should be an event'
bad 'p99(order_sent) < 1ms' 15 'here should be ->'
bad 'count(order_sent) = 3' 19 'here should be =='
bad 'a -> b within 5' 16 'here should be a unit'
bad 'a -> b within 5parsecs' 16 'there is no such unit'
bad "at most 3 of a -w 'id ='" 23 'here should be an operator'
bad 'no thread sleeps' 11 'here should be .waits'
bad 'no losses please' 11 'here the rule should end'
bad '"a -> b' 1 'this text has no end'
bad 'p101(a -> b) < 1s' 5 'here should be'
check 2 good.json -a 'order_received -> order_sent by serial'
has 'events have no field serial$' err
check 2 good.json missing.rules
check 2 good.json good.json
check 2 good.json
check 2
: > empty.rules
check 2 good.json empty.rules
has 'there is no rule' err

# A file of rules: names, comments, and a word that only looks like one
cat > rules <<'END'
# This is about the whole file.

# Two are enough,
# they say.
few: at most 1 of order_received
order_received -> order_sent by id within 1ms # soon
at most 9 of 'strange #1' # quoted
END
check 1 good.json rules
has '^FAILED   few: at most 1 of order_received \(2\)$' out
has '^         # Two are enough, they say\.$' out
has '^         # soon$' out
lacks 'whole file' out
has '^3 rules, 2 failed, 0 vacuous$' out
check 1 good.json - < rules
check 1 good.json -r rules -a 'no losses'
has '^4 rules, 2 failed' out

# Places: how many are told, and which
i=0
while [ $i -lt 20 ]; do
	event order_received $((i * 100)) 1 $i
	event order_sent $((i * 100 + i)) 1 $i
	i=$((i + 1))
done | trace many.json
check 1 many.json -a 'order_received -> order_sent by id within 2us'
has '^         5 of 17 places$' out
has '19 us after line 39$' out
lacks '3 us after' out
check 1 many.json -n 17 -a 'order_received -> order_sent by id within 2us'
[ "$(grep -c 'us after line' out)" -eq 17 ] || fail 'not all places' out
# Lines are rows of show.
"$posixtrace" show -f csv many.json | sed 1d | tr -d '\r' > rows
sed -n 39p rows | grep -q order_received || fail 'line 39' rows
# Of a selection, too
check 1 many.json -e 'order_*' -w 'id > 9' -a 'order_received -> order_sent by id within 18us'
has 'lines 19-20 ' out

# TAP
check 1 good.json --tap -a 'at most 1 of order_received' -a 'gone -> away' -a 'lost == 0'
has '^1\.\.3$' out
has '^not ok 1 - at most 1 of order_received \(2\)$' out
has '^ok 2 - gone -> away # SKIP there is no gone$' out
has '^ok 3 - lost == 0 \(0\)$' out
if command -v prove > /dev/null; then
	prove -e cat out > proved 2>&1
	has 'Failed test: +1$' proved
	lacks 'Parse errors' proved
else
	say 'SKIPPED: TAP as prove reads it: there is no prove'
fi
check 1 good.json -f tap --strict -a 'gone -> away'
has '^not ok 1 - gone -> away \(there is no gone\)$' out
check 0 good.json --tap -a "at most 0 of 'strange #1'"
has "^ok 1 - at most 0 of 'strange .#1' \\(0\\)\$" out

# XML and JSON, as their readers have them
if command -v python3 > /dev/null; then
	check 1 good.json --junit -a 'count(order_received) < 2' -a 'gone -> away' -a "at most 0 of '<&>\"'"
	python3 - out <<'END' || fail 'the XML' out
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()[0]
assert suite.get("tests") == "3" and suite.get("failures") == "1"
assert suite.get("skipped") == "1"
cases = suite.findall("testcase")
assert "posixtrace show" in cases[0].find("failure").text
assert cases[1].find("skipped").get("message") == "there is no gone"
assert cases[2].get("name") == "at most 0 of '<&>\"'"
END
	check 1 good.json -f json -a 'at most 1 of order_received' -a 'gone -> away'
	python3 - out <<'END' || fail 'the JSON' out
import json, sys
found = json.load(open(sys.argv[1]))
assert found["failed"] == 1 and found["vacuous"] == 1
rule = found["rules"][0]
assert rule["verdict"] == "fails" and rule["places"] == 1
assert rule["examples"][0]["from_line"] == 2
assert rule["examples"][0]["from_ns"] == 2000000
END
fi

# Real recordings: spans, keys of descriptions, several logs
record 0 requests -q -o r.ptl -- "$requests"
check 1 r.ptl -a 'max(span call) < 10s' -a 'p99(request -> reply by id) < 10s' \
	-a 'request before reply' -a 'request -> reply' -a 'at most 1000 of request' \
	-a 'count(span call) == 3' -a 'call -> call_end'
has '^ok       max\(span call\)' out
has '^ok       p99\(request' out
has '^FAILED   request before reply \(3 of 903 times\)$' out
has '^FAILED   request -> reply \(100 of 1,000 times' out
has '^ok       at most 1000 of request' out
has '^ok       count\(span call\) == 3 \(3\)$' out
is_shown reply
record 0 orders -q -o o.ptl -- "$orders"
check 1 r.ptl o.ptl -a 'count(order_received) + count(request) == 1004' \
	-a 'at most 0 of order_sent'
is_shown order_sent

# Locks: a wait, a lock that is never released, and one that others release.
# Sanitizers have wrappers of their own.
if ! has_sanitizer; then
	record 0 'a lock' -q --wrap=thread,mutex -o h.ptl -- \
		"$(tool tests/tools/figures/locks/holder)"
	check 1 h.ptl -a 'every mutex is released' -a 'every lock is released' \
		-a 'every rwlock is released' -a 'no thread waits more than 1h'
	[ "$(grep -c '^FAILED .*is released (1 of 3 times)$' out)" -eq 2 ] ||
		fail 'a lock that is kept' out
	has '^ +line [0-9]+ \(.*\): holder/[0-9]+ has mutex/wanted until the end of the trace$' out
	is_shown mutex_lock
	has '^vacuous  every rwlock is released' out
	has '^ok       no thread waits more than 1h' out
	check 1 h.ptl -a 'no thread waits more than 1ns for mutex'
	has '^ +lines [0-9]+-[0-9]+ .* mutex=mutex/wanted, .* for mutex/wanted$' out
	is_shown mutex_lock
	record 0 'a lock that is lent' -q --wrap=thread,mutex -o l.ptl -- \
		"$(tool tests/tools/figures/locks/lender)"
	check 1 l.ptl -a 'every mutex is released'
	has ' mutex/lent, which lender/[0-9]+ has since line [0-9]+$' out
	is_shown mutex_unlock
fi

# The examples of the manual page are rules.
sed -n '/^\.Bd -literal$/,/^\.Ed$/p' "$page" |
	grep -v '^\.\|^\$\|^ \|^ok \|^broken\|^FAILED\|^vacuous\|failed,' > page.rules
[ "$(grep -c . page.rules)" -ge 24 ] || fail 'the page has few rules' page.rules
"$posixtrace" check o.ptl page.rules > out 2> err
[ $? -le 1 ] || fail 'the rules of the page' err
# And its commands, of programs here.
ln -s "$orders" orders
sed -n '/^A latency budget/,/^\.Ed$/s/^\( *\(\$\|-a\).*\)/\1/p' "$page" |
	sed 's/\\e$/\\/; s/^\$ //; s/^posixtrace/"$posixtrace"/' > commands
. ./commands > out 2> err
has '^1\.\.4$' out
has "^not ok 2 - count\\(order_sent\\) == count\\(order_received\\) \\(1 against 4\\)\$" out
has '^ok 3 - p99' out

# Traces of boards, and damaged ones: what is readable is checked.
check 0 "$top_srcdir/tests/data/threadx/sched-bigendian.trx" -a 'at least 1 of *' -a 'no losses'
head -c $(($(wc -c < r.ptl) - 100)) r.ptl > cut.ptl
check 3 cut.ptl -a 'at least 1 of request'
has '^ok ' out
check 3 "$top_srcdir/tests/data/threadx/bad-magic.trx" -a 'no losses'

# A recording that goes on
"$posixtrace" record -q -o live.ptl -- "$ticker" -c counts &
recorder=$!
remember $recorder
wait_for 'ticks' both_tick counts
check 0 live.ptl -a 'at least 1 of tick'
# Its stream, by number, has what the log does not have yet.
check 0 0 -a 'at least 1 of tick' -a 'count(tick) <= 1000000000'
has '^ok +at least 1 of tick \([1-9]' out
check 1 0 -a 'at most 0 of tick'
has '^FAILED +at most 0 of tick' out
check 2 0 4711 -a 'no losses'
kill -TERM $recorder
wait $recorder


# A log in the place of rules
"$posixtrace" record -q -o rules.ptl -- "$ticker" -n 3 2> err
"$posixtrace" check rules.ptl > out 2> err
status_is 2 $? 'a log without rules' err
has 'no rules: rules.ptl is a log; name a file of them' err

# Output does not replace what it is made of
echo 'tick -> tick' > made.rules
"$posixtrace" check rules.ptl made.rules -o made.rules > out 2> err
status_is 2 $? 'rules that are the output' err
has 'made.rules: is read itself, and not replaced' err
echo 'select 1' > made.sql
"$posixtrace" query -i made.sql -o made.sql rules.ptl > out 2> err
status_is 2 $? 'questions that are the output' err
cp "$top_srcdir/data/posix.trcfmt" made.trcfmt
"$posixtrace" show --templates=made.trcfmt rules.ptl -o made.trcfmt > out 2> err
status_is 2 $? 'templates that are the output' err
grep -q . made.rules && grep -q . made.sql && cmp -s made.trcfmt \
	"$top_srcdir/data/posix.trcfmt" || fail 'what was read was replaced'
finish
