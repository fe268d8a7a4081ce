#!/bin/sh
#
# check-periods.sh - stat --every has the figures of each period, and no other
. "${top_srcdir:?}/tests/tools/lib.sh"

# Twenty requests of 1 ms and more, ten a second, with a pause from 0.5 to 1.0 s;
# each with a tick in another thread, and a counter
awk 'BEGIN {
	print "{\"traceEvents\":["
	for (i = 0; i < 20; i++) {
		if (i >= 5 && i < 10)
			continue
		t = i * 100000
		printf "{\"name\":\"req\",\"ph\":\"X\",\"ts\":%d,\"dur\":%d,\"pid\":7,\"tid\":8},\n", t, 1000 * (i + 1)
		printf "{\"name\":\"tick\",\"ph\":\"i\",\"s\":\"t\",\"ts\":%d,\"pid\":7,\"tid\":9},\n", t + 50000
		printf "{\"name\":\"depth\",\"ph\":\"C\",\"ts\":%d,\"pid\":7,\"tid\":9,\"args\":{\"n\":%d}}%s\n", t + 60000, i, i < 19 ? "," : ""
	}
	print "]}"
}' > c.json
"$posixtrace" convert -o c.ptl c.json > out 2> err
status_is 0 $? 'a log of it' err

# every ARGUMENT...: into counted
every() {
	"$posixtrace" stat "$@" > counted 2> err
	status_is 0 $? "stat $*" err
	lines_are 0 err
}

# Figures of each period; the one without events is there, too
for input in c.json c.ptl; do
	every --every 500ms -f csv $input
	tr -d '\r' < counted | cut -d, -f1-5,7- > rows
	cat > wanted <<'END'
from_ns,to_ns,kind,name,field,count,rate_per_s,p50_ns,p99_ns,max_ns,last,lost,lost_places
0,500000000,all,,,20,40.000,,,,,0,0
0,500000000,event,req_begin,,5,10.000,,,,,,
0,500000000,event,req_end,,5,10.000,,,,,,
0,500000000,event,tick,,5,10.000,,,,,,
0,500000000,event,depth,,5,10.000,,,,,,
0,500000000,span,req,,5,10.000,3014655,5000000,5000000,,,
0,500000000,counter,depth,n,5,10.000,,,,4,,
500000000,1000000000,all,,,0,0.000,,,,,0,0
1000000000,1500000000,all,,,20,40.000,,,,,0,0
1000000000,1500000000,event,req_begin,,5,10.000,,,,,,
1000000000,1500000000,event,req_end,,5,10.000,,,,,,
1000000000,1500000000,event,tick,,5,10.000,,,,,,
1000000000,1500000000,event,depth,,5,10.000,,,,,,
1000000000,1500000000,span,req,,5,10.000,13041663,15000000,15000000,,,
1000000000,1500000000,counter,depth,n,5,10.000,,,,14,,
1500000000,2000000000,all,,,20,40.000,,,,,0,0
1500000000,2000000000,event,req_begin,,5,10.000,,,,,,
1500000000,2000000000,event,req_end,,5,10.000,,,,,,
1500000000,2000000000,event,tick,,5,10.000,,,,,,
1500000000,2000000000,event,depth,,5,10.000,,,,,,
1500000000,2000000000,span,req,,5,10.000,18087935,20000000,20000000,,,
1500000000,2000000000,counter,depth,n,5,10.000,,,,19,,
END
	cmp -s wanted rows || fail "periods of $input" rows
done

# Text, with the titles once
every --every 500ms c.ptl
[ "$(grep -c ' NAME ' counted)" -eq 1 ] || fail 'not one line of titles' counted
has '^ +FROM  NAME +COUNT +RATE/S +P50 +P99 +MAX +LAST +LOST$' counted
has '^ +\+0\.0 s  - +20 +40 *$' counted
has '^ +\+0\.5 s  - +0 +0 *$' counted
has '^ +SPAN req +5 +10 +3 ms +5 ms +5 ms *$' counted
has '^ +depth\.n +5 +10 +14 *$' counted

# A selection of events leaves the periods where they are; one of time moves them.
every --every 500ms -e tick -g thread -f tsv c.ptl
[ "$(cut -f1,8 counted | sed 1d | tr '\t\n' ': ')" = \
	'0: 0:tick 500000000: 1000000000: 1000000000:tick 1500000000: 1500000000:tick ' ] ||
	fail 'ticks' counted
every --every 500ms --from +0.3s --to +1.2s -f csv c.ptl
[ "$(grep ',all,' counted | cut -d, -f1,2,7 | tr '\n' ' ')" = \
	'300000000,800000000,8 800000000,1300000000,9 ' ] || fail 'from +0.3s' counted

# What all threads have is of no machine.
"$posixtrace" record -q -o m.ptl -- "$ticker" -n 20 2> err
every --every 10s -g thread -f csv m.ptl
[ "$(cut -d, -f3-7 counted | sed -n 2p)" = 'all,,,,' ] || fail 'a host' counted
has ",event,$(uname -n),ticker," counted

# Pairs that the user names, over the border of two periods
every --every 25ms --pair tick,depth --by pid --from +0.05s --to +0.07s -f csv c.ptl
has '^50000000,75000000,span,tick -> depth,,,1,40.000,10000000,10000000,10000000,,,' counted
every --every 5ms --pair tick,depth --by pid --from +0.05s --to +0.07s -f csv c.ptl
has '^60000000,65000000,span,tick -> depth,,,1,200.000,10000000,10000000,10000000,,,' counted

# JSON: a period is a line.
if "$posixtrace" stat --every 500ms -f json c.ptl > counted 2> err; then
	lines_are 4 counted
	has '^\{"period":\[\{"from_ns":500000000,"to_ns":1000000000,"kind":"all","name":"","field":"","unit":"","count":0,"rate_per_s":0.000,.*"lost":0,"lost_places":0\}\],"events":\[\],"spans":\[\],"counters":\[\]\}$' counted
	has '"spans":\[\{"from_ns":1500000000,"to_ns":2000000000,"kind":"span","name":"req","field":"","unit":"","count":5,' counted
fi

# What is lost counts in each period that the loss touches, from its beginning on.
"$posixtrace" record -q --policy=until-full --size=64K -o l.ptl -- \
	"$ticker" -n 20000 -u 0 2> err
"$posixtrace" show --time=raw -f csv -O name,ts,lost l.ptl > shown
lost=$(tr -d '\r' < shown | awk -F, '$3 { sum += $3 } END { print sum + 0 }')
[ "$lost" -gt 0 ] || fail 'nothing was lost' shown
every --every 1h -f csv l.ptl
[ "$(grep ',all,' counted | tr -d '\r' | cut -d, -f13)" = "$lost" ] ||
	fail "not $lost in an hour" counted
every --every 20us -f csv l.ptl
grep ',all,' counted | tr -d '\r' | awk -F, -v most="$lost" '
	$13 > 0 { touched++ }
	$13 > most || ($13 > 0) != ($14 > 0) { wrong++ }
	END { exit touched < 2 || wrong }' || fail 'losses of periods' counted
first=$(tr -d '\r' < shown | awk -F, '$3 + 0 { print $2; exit }')
grep ',all,' counted | tr -d '\r' | awk -F, -v ts="$first" '
	# Numbers of 19 digits are compared as texts.
	$13 > 0 { exit !($1 "" <= ts "" && ts "" < $2 "") }' ||
	fail "the first loss is at $first" counted

# Several logs are one.
sed 's/"tid":9/"tid":10/' c.json > d.json
"$posixtrace" convert -o d.ptl d.json > out 2> err
"$posixtrace" stat --every 500ms -e tick -f csv c.ptl d.ptl > counted 2> err
status_is 0 $? 'two logs' err
[ "$(grep ',all,' counted | cut -d, -f7 | tr '\n' ' ')" = '10 0 10 10 ' ] ||
	fail 'two logs' counted

# A log that grows, to its end
"$posixtrace" record -q -o t.ptl -- "$ticker" -n 600 &
record=$!
remember $record
wait_for 'a log' test -s t.ptl
every -F --every 20ms -f csv t.ptl
wait $record
[ "$(awk -F, '$4 == "tick" { sum += $7 } END { print sum + 0 }' counted)" -eq 1200 ] ||
	fail 'not 1200 ticks' counted
"$posixtrace" stat --every 20ms -f csv t.ptl > again
cmp -s counted again || fail 'what was followed differs' counted again

# A pause without end has no row for each of its periods.
cat > far.json <<'END'
[{"name":"a","ph":"i","ts":0,"pid":1,"tid":1},
 {"name":"a","ph":"i","ts":100000000,"pid":1,"tid":1}]
END
"$posixtrace" stat --every 10us -f tsv far.json > counted 2> err
status_is 0 $? 'a pause' err
has '^posixtrace: far.json: 8999999 periods without any event are left out$' err
[ "$(wc -l < counted)" -eq 1000005 ] || fail 'rows of a pause' err

# What is damaged is counted up to there.
head -c 1500 c.ptl > cut.ptl
"$posixtrace" stat --every 500ms cut.ptl > counted 2> err
status_is 3 $? 'a cut log' err

# Misuse
for wrong in '--every=0' '--every=fast' '-F' '--every=1s -i' '--every=1s -s count'; do
	# shellcheck disable=SC2086
	"$posixtrace" stat $wrong c.ptl > out 2> err
	status_is 2 $? "stat $wrong" err
	has '^posixtrace stat: ' err
done
finish
