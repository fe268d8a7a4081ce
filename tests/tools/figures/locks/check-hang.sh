#!/bin/sh
#
# check-hang.sh - a program that hangs: what its threads wait for is told, at
# its present length, and a deadlock is told to be one
. "${top_srcdir:?}/tests/tools/lib.sh"

hanger=$(tool tests/tools/figures/locks/hanger) || exit 99
has_sanitizer && skip 'sanitizers have wrappers of their own'

# hang WAY... [-- OPTION...]: record it; its number is $pid
hang() {
	rm -f pid
	"$posixtrace" record -q --force "--wrap=$1" -o hang.ptl -- \
		sh -c 'echo $$ > pid; exec "$@"' sh "$hanger" "$2" "${3:-2}" \
		> out 2> err.record &
	recorder=$!
	remember $recorder
	wait_for 'a program' [ -s pid ]
	pid=$(cat pid)
	remember "$pid"
}

end_hanging() {
	kill -KILL "$pid"
	wait $recorder
	status_is 137 $? 'a program that is killed' err.record
}

# tells PATTERN: so does stat of the log
tells() {
	"$posixtrace" stat --no-pager hang.ptl > counted 2> err
	grep -Eq "$1" counted
}

# Whoever waits still is counted, and is told not to have ended.
hang all cond
wait_for 'a wait' tells '^cond/[a-z0-9_]+ +cond_wait +0 +1 +1 +[0-9]'
has '^OBJECT +SPAN +AT ONCE +COUNT +NOT ENDED +TOTAL +MEAN +MAX$' counted
has '^SPAN cond_wait: cond_wait -> \? by thread$' counted
has '^  n 0   unmatched 1   not ended 1, the longest for [0-9.]+ [mun]?s$' counted
lacks '^DEADLOCK' counted
end_hanging
"$posixtrace" stat -f csv hang.ptl > counted 2> err
tr -d '\r' < counted |
	awk -F, '$7 == "cond_wait" && $9 == 1 && $10 > 0 && $11 == $10 &&
		$12 == $10 && $13 == 1 { found++ } END { exit found != 1 }' ||
	fail 'a wait that has not ended' counted
tr -d '\r' < counted |
	awk -F, '$1 == "cond_wait" && $5 == 0 && $6 == 1 && $16 == 1 &&
		$17 > 0 { found++ } END { exit found != 1 }' ||
	fail 'a span that has not ended' counted

# one has files that are read and written: each span has waits of its own.
hang io file
wait_for 'a read' tells '^fd/[a-z0-9]+ +read +0 +1 +1 '
end_hanging

# Calls of one line are one row for people; for programs each has its own.
if "$posixtrace" --version | grep -q 'with libdw'; then
	place=hanger.c:$(grep -n 'in a line \*/' \
		"$top_srcdir/tests/tools/figures/locks/hanger.c" | cut -d: -f1)
	hang mem memory
	wait_for 'two blocks' tells \
		"^memory +hanger \\([0-9]+\\) +$place +2 +2 +30 +30\$"
	[ "$(grep -c " $place " counted)" -eq 1 ] ||
		fail 'a row is there twice' counted
	"$posixtrace" stat -f csv hang.ptl > counted 2> err
	[ "$(grep -c ",$place," counted)" -eq 2 ] ||
		fail 'two calls of a line are not two' counted
	end_hanging
fi

# A log that is being recorded is not damaged; and nobody who is not recorded
# can tell what was before.
hang mutex self
wait_for 'a wait' tells '^mutex/lock +1 +1 +1 '
for what in stat show 'cut --force -o part.ptl'; do
	# shellcheck disable=SC2086 # words are wanted
	"$posixtrace" $what hang.ptl > shown 2> err
	status_is 0 $? "$what" err
	has '^posixtrace: hang\.ptl: is being recorded, and this is what it has by now$' err
	lacks 'no end section' err
done
"$posixtrace" top -b -n 1 -d 0.1 -l -p "$pid" > live 2> err
lacks 'not known' live
cp hang.ptl cut.ptl
end_hanging
# One that is recorded in memory has no event so far, and says when.
"$posixtrace" record -q --policy=loop --wrap=mutex -o memory.ptl -- \
	sh -c 'echo $$ > pid.memory; exec "$0" self' "$hanger" 2> err.record &
remember $!
wait_for 'a program' [ -s pid.memory ]
"$posixtrace" stat memory.ptl > shown 2> err
status_is 1 $? 'a log that has no event yet' err
has '^posixtrace: memory\.ptl: is being recorded in memory, and gets its events when that ends, or by posixtrace flush$' err
lacks 'no end section' err
kill -KILL "$(cat pid.memory)"
wait $!
"$posixtrace" stat cut.ptl > shown 2> err
status_is 3 $? 'a log that was cut' err
"$posixtrace" stat hang.ptl > shown 2> err
status_is 0 $? 'a log that has ended' err
lines_are 0 err
"$hanger" self &
pid=$!
remember $pid
"$posixtrace" top -b -n 1 -d 0.1 -l -p $pid > live 2> err
has '^waits that began before [0-9][0-9]:[0-9][0-9]:[0-9][0-9] are not known$' live
kill -KILL $pid

# What goes on has gone on until now, and not until the last event.
waited() {
	"$posixtrace" stat -f csv hang.ptl 2> err | tr -d '\r' |
		awk -F, '$7 == "join" || $7 == "cond_wait" { print $10 }'
}
hang all cond
wait_for 'a wait' tells '^cond/[a-z0-9_]+ +cond_wait +0 +1 +1 +[0-9]'
before=$(waited)
sleep 1
after=$(waited)
[ $((after - before)) -ge 1000000000 ] ||
	fail "it waited $before ns, and a second later $after ns"
"$posixtrace" stat -f csv --to +0.000000001s hang.ptl > counted 2> err
lacks ',cond_wait,' counted
end_hanging

# Deadlocks, live, and of a log that is complete.
line='^ +1 +hanger/[0-9]+ +[a-z]+/[^ ]+ +[0-9.]+ [mun]?s +[^ ]+ +hanger/[0-9]+ +[^ ]+$'
deadlocks() { # ROWS WAY [COUNT]
	rows=$1
	shift
	hang mutex,thread,barrier "$@"
	wait_for "a deadlock: $*" tells '^DEADLOCK +THREAD +WAITS FOR +FOR +AT +HELD BY +SINCE$'
	[ "$(grep -Ec "$line" counted)" -eq "$rows" ] ||
		fail "not $rows waits in a deadlock: $*" counted
	# It was before top began, which tells all the same.
	"$posixtrace" top -b -n 1 -d 0.1 -l -p "$pid" > live 2> err
	status_is 0 $? 'top of a deadlock' err
	[ "$(grep -Ec "$line" live)" -eq "$rows" ] ||
		fail "not $rows waits in a deadlock that top shows: $*" live
	end_hanging
	tells "$line" || fail "a deadlock in a log: $*" counted
	[ "$(grep -Ec "$line" counted)" -eq "$rows" ] ||
		fail "not $rows waits in a deadlock in a log: $*" counted
	# The table says who has it.
	lacks '^[a-z]+/[^ ]+: [12] waiting' counted
}
deadlocks 1 self
deadlocks 4 rwlock
deadlocks 2 join
deadlocks 2 ring
deadlocks 3 ring 3

# For programs: each waits for what the next one has, all around.
"$posixtrace" stat -f csv hang.ptl > counted 2> err
tr -d '\r' < counted | sed -n '/^deadlock,host/,/^$/p' | sed '1d;$d' > waits
lines_are 3 waits
awk -F, '{ next_of[$5] = $13; if (NR == 1) first = $5
		if ($1 != 1 || $3 != "hanger" || $7 != "mutex" || $9 <= 0)
			exit 1 }
	END { exit !(next_of[next_of[next_of[first]]] == first &&
		next_of[first] != first) }' waits || fail 'no circle' waits
"$posixtrace" stat -f json hang.ptl > counted 2> err
has '"deadlocks":\[\{"deadlock":1,"host":"[^"]*","comm":"hanger","pid":[0-9]+,"tid":[0-9]+,"object":"mutex/' counted
has '"owner":[0-9]+,"owner_address":[0-9]+,' counted

# What a process that was killed waited for ended with it; where nobody tells
# that, with the log: it had no event behind that.
cat > two.sh << 'END'
hangs() {
	[ "$(cat /proc/"$1"/task/*/stat | grep -c ') S ')" -eq 2 ]
}
"$0" self & one=$!
"$0" self & other=$!
tries=0
until { hangs $one && hangs $other; } || [ $tries -gt 600 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
sleep 1
kill -9 $one $other
wait
sleep 1
END
of_two() { # GROUPS: how long each of two waited
	"$posixtrace" record --force -q --wrap="$1" -o killed.ptl -- \
		sh -c "$(cat two.sh)" "$hanger"
	"$posixtrace" stat -f csv killed.ptl 2> err | tr -d '\r' |
		awk -F, '/,wait_max_ns,/ { locks = 1; next }
			!NF { locks = 0 }
			locks { print $3, $11 }'
}
of_two mutex > waits
[ "$(awk '$2 > 0' waits | wc -l)" -eq 2 ] || fail 'a wait ended with its event' waits
of_two mutex,proc > waits
lines_are 2 waits
# Spans are told as long.
sort -k 2n waits | tail -n 1 | cut -d ' ' -f 2 > longest
"$posixtrace" stat -f csv killed.ptl 2> err | tr -d '\r' |
	awk -F, '$1 == "lock" && $16 == 2 { print $17 }' > span
cmp -s longest span || fail 'a span outlives its process' longest span
"$posixtrace" show -f tsv -O pid,name,ts,args killed.ptl > shown 2> err
while read -r pid waited; do
	awk -v pid="$pid" -v waited="$waited" '
		$1 == pid && $2 == "mutex_wait" { from = $3 }
		$2 == "proc_waited" && $0 ~ "child=" pid " " { to = $3 }
		function tail(ns) { return substr(ns, length(ns) - 14) }
		END { exit tail(to) - tail(from) != waited }' shown ||
		fail "$pid waited longer than it was there" waits shown
done < waits

# A flight recorder has the last events, however long ago they were.
"$posixtrace" record --flight=300ms --wrap=mutex -o flight.%n.ptl -- \
	"$hanger" ring > out 2> err.flight &
recorder=$!
remember $recorder
wait_for 'the recorder' grep -q 'keeping the last' err.flight
pid=$(sed -n 's/.* (\([0-9]*\)) in memory.*/\1/p' err.flight)
remember "$pid"
all_sleep() {
	[ "$(cat /proc/"$pid"/task/*/stat | grep -c ') S ')" -eq 3 ]
}
wait_for 'three threads that hang' all_sleep
sleep 1
"$posixtrace" snapshot $recorder > out 2> err
status_is 0 $? 'a snapshot' err
wait_for 'its log' grep -q ' -> flight.000001.ptl ' err.flight
"$posixtrace" stat --no-pager flight.000001.ptl > counted 2> err
[ "$(grep -Ec "$line" counted)" -eq 2 ] ||
	fail 'a deadlock of long ago is not in the snapshot' counted
kill -INT $recorder
kill -KILL "$pid"
wait $recorder
finish
