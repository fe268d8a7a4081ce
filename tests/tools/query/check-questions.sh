#!/bin/sh
#
# check-questions.sh - the questions of posixtrace-query(1) have their answers
#
# The page is read, and each of its statements asked of a log with known times.
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
service=$(tool tests/tools/query/service) || exit 99
"$service" service.ptl || fail 'no log'

awk '/^\.Ss [0-9]/ { question = $2 + 0 }
	/^\.Bd -literal/ && question { on = 1; next }
	/^\.Ed/ { on = 0 }
	on { print > ("question-" question ".sql") }' \
	"$top_srcdir/docs/man/man1/posixtrace-query.1"

count=0
for file in question-*.sql; do
	count=$((count + 1))
done
[ "$count" -eq 20 ] || fail "$count questions, not 20"

for question in $(seq 1 20); do
	echo "== $question"
	"$posixtrace" query -f tsv -i "question-$question.sql" service.ptl \
		2> err || fail "question $question" err
done > answers
cat > wanted <<'END'
== 1
name	events
lock_end	21
unlock	21
lock_begin	20
queue level	20
request_begin	20
== 2
key	dur	tid
13	1900000	102
== 3
at	name	text
0	request_begin	id=13 url=/item
20000	lock_begin	mutex=mutex/pool
1500000	lock_end	mutex=mutex/pool
1540000	unlock	mutex=mutex/pool
1800000	error	kind=refused text=hex 706f6f6c 20ff2065 6d707479
1900000	request_end	id=13 bytes=1300
== 4
name	count(dur)	median(dur)	percentile(dur, 99)	max(dur)
lock	20	5000	1480000	1480000
query	10	50000	50000	50000
request	19	290000	1900000	1900000
== 5
object	count(*)	max(dur)	waited
mutex/pool	12	1600000	2000000
mutex/cache	9	35000	0
== 6
tname	object	at	dur	waiters_ns
cleaner	mutex/pool	12900000	1600000	1960000
worker-b	mutex/pool	14500000	40000	40000
== 7
name	before	after
lock	5000	5000
query	50000	50000
request	240000	550000
== 8
at	before	kind
5120000	unlock	timeout
14800000	unlock	refused
16300000	query_end	timeout
== 9
kind	kind_value	count(*)	group_concat(distinct text)
refused	2	1	pool � empty
timeout	1	2	upstream
== 10
period	tname	max(events)
0	worker-a	21
1	worker-b	17
2	worker-a	21
3	worker-a	15
== 11
lost	key
7	11
5	17
== 12
key	tid
17	102
== 13
key	tid	end_tid
6	101	102
== 14
period	count(*)
0	5
1	5
2	5
3	5
== 15
rel	gap
13020000	980000
== 16
max(length)	at
6	6005000
== 17
us	requests
200	10
400	8
1800	1
== 18
max(n)
2
== 19
url	count(*)	percentile(s.dur, 90)
/item	12	590000
/search	7	580000
== 20
key	percent
14	96
13	77
END
diff wanted answers > differences || fail 'the answers' differences

finish
