#!/bin/sh
#
# check-query.sh - SQL of a trace gives what show and stat give
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
service=$(tool tests/tools/query/service) || exit 99
orders=$(tool tests/tools/orders) || exit 99
data=$top_srcdir/tests/data
"$service" service.ptl || fail 'no log'

# ask STATUS ARGUMENT...: into out and err
ask() {
	local wanted=$1

	shift
	"$posixtrace" query "$@" > out 2> err < /dev/null
	status_is "$wanted" $? "query $*" out err
}

# is TEXT: the answer is that, line by line
is() {
	printf '%s\n' "$1" | diff - out > differences ||
		fail 'another answer' differences err
}

# Each event has the values that show gives it, for logs and boards.
cat > compare.py <<'END'
import json, sys
shown = [json.loads(line) for line in open('shown')]
asked = [json.loads(line) for line in open('out')]
shown = [item for item in shown if 'lost' not in item]
assert len(shown) == len(asked), (len(shown), len(asked))
for item, row in zip(shown, asked):
    for key in ('ts', 'name', 'pid', 'tid', 'comm', 'tname', 'host', 'addr',
                'func', 'src'):
        assert item.get(key) == row[key], (key, item, row)
    args = row['args'] and json.loads(row['args'])
    assert item.get('args') == (args or item.get('args')), (item, row)
END
if python3 -c 'import json' 2> /dev/null; then
	for trace in service.ptl "$data/threadx/demo_threadx.trx" \
		"$data/rkh/all-std.bin" "$data/liteos/l64-ext-smp4.raw" \
		"$data/chrome/good-node.json"; do
		"$posixtrace" show -f json "$trace" > shown 2> /dev/null
		ask 0 -f json "$trace" 'select * from events'
		python3 compare.py > differences 2>&1 ||
			fail "$trace: not what show has" differences
	done
else
	say 'SKIPPED: events are not compared without python3'
fi

# Spans are those of stat, and so are the objects that threads have.
"$posixtrace" stat service.ptl > counted
ask 0 -f csv service.ptl "select name, count(dur), sum(dur is null) from spans
	group by name order by min(ts), name desc"
tr -d '\r' < out | tail -n +2 > spans
sed -En '/^SPAN ([a-z]+):.*/{ s//\1/; N
	s/\n  n ([0-9]+)   (at once [0-9]+   )?unmatched ([0-9]+) .*/,\1,\3/p
	}' counted > wanted
diff wanted spans > differences || fail 'not the spans of stat' differences
ask 0 -f csv service.ptl "select object, count(*) from holds group by object
	order by 2 desc"
tr -d '\r' < out | tail -n +2 > holds
sed -En 's,^(mutex/[a-z]+) +([0-9]+) .*[0-9] [mu]s$,\1\,\2,p' counted > wanted
diff wanted holds > differences || fail 'not the locks of stat' differences

# Times are looked up: a row is the same in whichever way it is found.
ask 0 -f tsv service.ptl 'select count(*) from events
	where ts < 1700000000001000000 or rel > 19000000;
	select count(*) from events where rel between 19e6 and 19.1e6;
	select count(*) from events where ts > 17e17 + 5e6 and
		ts <= 1700000000006000000;
	select count(*) from events where ts > "a" or ts = null;
	select rowid, name from events where ts >= 1700000000019005000 limit 1;
	select rowid, name from events limit 140, 1'
printf '%s\n' 'count(*)' 13 'count(*)' 5 'count(*)' \
	"$("$posixtrace" show --range +5.000001ms..+6ms service.ptl | grep -c /)" \
	'count(*)' 0 'rowid	name' '141	queue level' 'rowid	name' \
	'141	queue level' > wanted
sed -i '6s/.*/-/' wanted out
diff wanted out > differences || fail 'windows' differences
ask 0 -f tsv service.ptl "select count(*) from events where name in
	('error', 'deployed', 'nothing') and pid = 100 and tid = 102.0;
	select count(*) from events where name = 'error' and name = 'deployed';
	select count(*) from events where tid = 'x' or tid = null or name = 5;
	select count(*) from events a join events b on a.tid = b.tid
		and b.ts between a.ts and a.ts + 5000;
	select count(*) from events a, error b where a.ts = b.ts;
	select name from events where pid = '100' and tid = ' 102.0' limit 1"
is 'count(*)
2
count(*)
0
count(*)
0
count(*)
167
count(*)
3
name
request_begin'
ask 0 service.ptl 'explain query plan select ts from events order by ts'
lacks 'B-TREE' out

# An object that several parts of a log have is one
ask 0 -f csv service.ptl 'select * from objects'
cp out objects
"$posixtrace" split -q --by=thread service.ptl -o 'part.%n.ptl' 2> err
for part in part.*.ptl; do
	"$posixtrace" query -f csv "$part" 'select * from objects' 2> err
done | grep -c , > rows
[ "$(cat rows)" -gt "$(grep -c , objects)" ] ||
	fail 'no object is in several parts' rows objects
ask 0 -f csv part.*.ptl 'select * from objects'
cmp -s objects out || fail 'parts have other objects' objects out

# Columns have types: constants, objects, wide numbers, arrays, late ends
ask 0 -f tsv service.ptl 'select kind, kind_value, typeof(kind_value), text
	from error limit 1; select mutex, mutex_address from unlock limit 1;
	select bytes, typeof(bytes) from request_end where id in (2, 3);
	select percentile(x, 50), percentile(x, 100), median(y) from
		(select 3 as x, 1.5 as y union select 1, 2.5 union select 2, null);
	select lost, tid, end_ts - ts, reason from losses;
	select object, kind, name from objects; select comm, command from
		processes; select host, events, lost from logs;
	select count(*) from damage'
is 'kind	kind_value	typeof(kind_value)	text
timeout	1	integer	upstream
mutex	mutex_address
mutex/cache	4096
bytes	typeof(bytes)
200	integer
18446744073709551615	text
percentile(x, 50)	percentile(x, 100)	median(y)
2	3	1.5
lost	tid	end_ts - ts	reason
7	102	90000	stream full
5		200000	stream full
object	kind	name
mutex/cache	mutex	cache
mutex/pool	mutex	pool
comm	command
service	/usr/bin/service --workers=2
host	events	lost
h1	145	12
count(*)
0'

# A hidden column that may have texts of digits compares as in a database.
ask 0 -f tsv service.ptl "select count(*) from unlock
	where mutex_address < '5'; create temp table u as
	select mutex_address from unlock; select count(*) from u"
[ "$(sed -n 2p out)" = "$(sed -n 4p out)" ] || fail 'another type' out

# Seven percent of a thousand are seventy, whatever binary fractions make of it.
ask 0 -f tsv service.ptl 'select percentile(x, 7), percentile(x, 72.9),
	percentile(x, 99.9), percentile(x, 0), percentile(x, 0.0001) from (with
	recursive n(x) as (select 1 union all select x + 1 from n limit 1000)
	select x from n)'
is 'percentile(x, 7)	percentile(x, 72.9)	percentile(x, 99.9)	percentile(x, 0)	percentile(x, 0.0001)
70	729	999	1	1'

# What either of two ranges has is found once, in whichever it is.
either='end_ts < (select min(end_ts) + 3000000 from s) or
	ts > (select max(ts) - 3000000 from s)'
ask 0 -f tsv service.ptl "create temp table s as select * from spans;
	select count(*) from spans where $either;
	select count(*) from s where $either"
[ "$(sed -n 2p out)" = "$(sed -n 4p out)" ] || fail 'spans of two ranges' out
either='ts < (select max(ts) from l) or ts >= (select max(ts) from l)'
ask 0 -f tsv service.ptl "create temp table l as select * from losses;
	select count(*) from losses where $either;
	select count(*) from l where $either"
[ "$(sed -n 2p out)" = "$(sed -n 4p out)" ] || fail 'losses of two ranges' out

# A loss is told where it ends, behind events that it began before.
"$service" late.ptl late
ask 0 -f tsv late.ptl 'select lost from losses order by ts;
	select count(*) from losses where ts <= (select min(ts) from losses);
	select lost from losses where ts = (select max(ts) from losses);
	select lost from losses where ts < (select max(ts) from events)'
is 'lost
2
1
count(*)
1
lost
1
lost
1
2'

# A constant without a name is a text, too, as its column is one of texts.
record 0 orders -q -o orders.ptl -- "$orders"
ask 0 -f tsv orders.ptl "select id, side, typeof(side), side_value
	from order_received where side in ('buy', '7') order by ts"
is 'id	side	typeof(side)	side_value
81723	buy	text	0
81725	7	text	7
81726	buy	text	0'

# Names that are taken, and odd ones
cat > names.json <<'END'
[{"ph":"i","name":"events","ts":1,"pid":1,"tid":1,"args":{"pid":7,"TS":8}},
{"ph":"i","name":"Odd","ts":2,"pid":1,"tid":1,"args":{"x":1}},
{"ph":"i","name":"odd","ts":3,"pid":1,"tid":1,"args":{"x":2,"y":"a"}},
{"ph":"i","name":"odd","ts":4,"pid":1,"tid":1,"args":{"z":[1,2]}},
{"ph":"i","name":"sqlite_\"; drop","ts":5,"pid":1,"tid":1,"args":{"x":3}},
{"ph":"i","name":"6","ts":6,"pid":1,"tid":1,"args":{"x":6}}]
END
ask 0 -f tsv names.json 'select _pid, _ts from _events; select x from odd;
	select x, y, args from _odd; select x from "_sqlite_""; drop";
	select ts from events where name = 6'
is '_pid	_TS
7	8
x
1
x	y	args
2	a	
		{"z":[1,2]}
x
3
ts
6000'

# What a query prints, and where its statements come from
ask 0 service.ptl 'select name, key, null as "no,thing" from spans limit 2'
printf 'name     key  no,thing\nrequest    0  \nlock          \n' > wanted
sed -i 's/ *$//' out wanted
ask 0 -f csv service.ptl "select 'a,\"b' as x, x'00ff' as y"
printf 'x,y\r\n"a,""b",00ff\r\n' | cmp -s - out || fail 'csv' out
ask 0 -f tsv service.ptl "select 'a	b\\' as x"
is 'x
a\tb\\'
ask 0 -f json service.ptl "select 1 as a, 1.5, null as b, 'x' as c"
is '{"a":1,"1.5":1.5,"b":null,"c":"x"}'
echo 'select 1 as one' > one.sql
ask 0 -f tsv -i one.sql service.ptl
is 'one
1'
"$posixtrace" query -f tsv service.ptl < one.sql > out 2> err
is 'one
1'
"$posixtrace" query -f tsv -o written service.ptl 'select 2 as two' &&
	printf 'two\n2\n' | cmp -s - written || fail 'to a file' written
ask 0 service.ptl .tables
has '^queue level$' out
ask 0 service.ptl '.schema unlock'
is 'create table "unlock"("ts" INTEGER, "pid" INTEGER, "tid" INTEGER, "host" TEXT, "comm" TEXT, "addr" TEXT, "mutex" TEXT, "mutex_address");'

# Each column has a value in an object, and a name that is UTF-8.
ask 0 -f json service.ptl "$(printf 'select 1 as a, 2 as a, 3 as _a, 4 as "b\377"')"
is '{"a":1,"_a":2,"__a":3,"b?":4}'

# Names in quotation marks, as in SQL
ask 0 service.ptl '.schema "queue level"'
cp out level
has '^create table "queue level"\(' level
for name in "'Queue Level' ;" '`queue level`' '[queue level]'; do
	ask 0 service.ptl ".schema $name"
	cmp -s level out || fail "another table is $name" out
done
ask 0 service.ptl '.mode "csv"'
echo '[{"name":"a\"b`c\u001b;","ph":"i","ts":1,"pid":1,"tid":1,"args":{"v":1}}]' > odd.json
ask 0 odd.json .tables
has '^a"b`c\?;$' out
for name in '"a""b`c?;"' '`a"b``c?;`'; do
	ask 0 odd.json ".schema $name"
	has '^create table "a""b`c\?;"\(' out
done

# Several logs, a selection, a pipe
"$service" other.ptl
ask 0 -f tsv -e 'request_*' -t worker-a service.ptl \
	'select name, count(*) from events group by name;
	select count(*), count(dur) from spans'
is 'name	count(*)
request_begin	10
request_end	9
count(*)	count(dur)
10	9'
ask 0 -f tsv --from +1ms --to +2ms service.ptl \
	'select count(*) from events where rel < 1005001'
is 'count(*)
2'
ask 1 -e nothing service.ptl 'select count(*) from events'
"$posixtrace" query -f tsv - 'select count(*) from events' < service.ptl > out
is 'count(*)
145'
cp "$data/threadx/demo_threadx.trx" board.trx
ask 0 -f tsv service.ptl board.trx 'select origin, count(*) from events
	group by origin order by 2; select count(*) from error;
	select count(*) from logs'
is 'origin	count(*)
0	145
1	974
count(*)
3
count(*)
2'

# What is wrong is a line, and status 2; nothing is written
for wrong in 'selct 1' 'select 1 from nothing' 'select percentile(1, 101)' \
	"attach 'made.db' as made" "vacuum into 'made.db'" 'delete from events' \
	'insert into spans(name) values(1)' "select load_extension('x')" \
	"pragma temp_store_directory = '/tmp'" .nothing '.mode xml' \
	'.schema nothing' '.schema queue level' '.schema "queue level' \
	'.schema "queue" level' '.mode csv json' 'drop table events' 'drop table if exists error' \
	'alter table spans rename to other' 'alter table error drop column kind' \
	'update events set ts = 1' 'pragma writable_schema = on'; do
	ask 2 service.ptl "$wrong"
	lines_are 1 err
	lines_are 0 out
done
[ ! -e made.db ] || fail 'a file was made'
ask 2 service.ptl 'select 1 as a;
select b'
has 'SQL, line 2: no such column: b' err
ask 2 -i nothing.sql service.ptl
ask 0 service.ptl 'create temp table t as select * from spans; drop table t'
ask 2 service.ptl 'drop table Events'
has 'SQL: events is a table of the trace, which is not written$' err
ask 0 -f tsv service.ptl 'create temp table events(a); alter table events
	rename to mine; drop table mine; select count(*) from events'
is 'count(*)
145'

# A comment is no option, wherever it is
ask 0 -f tsv service.ptl '-- the answer
select 42 as answer'
is 'answer
42'
ask 2 -f tsv service.ptl '--all of it
select x'
has 'SQL, line 2: no such column: x' err
ask 0 service.ptl '-- nothing'
ask 2 service.ptl --nothing

# A trace without events has answers, and the status says that it has none.
"$service" empty.ptl empty
ask 1 -f tsv empty.ptl 'select count(*), max(ts) from events'
is 'count(*)	max(ts)
0	'
has 'empty.ptl: no event$' err
lines_are 1 err
ask 1 empty.ptl 'select * from request_begin'
ask 0 -f tsv empty.ptl 'select 1 as one'
ask 0 empty.ptl .tables

# What the head and the end of a log tell takes no reading of it: damage between
# them is met by what counts.
cp service.ptl bad.ptl
printf 'damaged!' | dd of=bad.ptl bs=1 seek=10000 conv=notrunc 2> dd
ask 0 -f tsv bad.ptl 'select count(*) from logs; select host, pid from logs;
	select name from objects order by name'
is 'count(*)
1
host	pid
h1	100
name
cache
pool'
ask 3 -f tsv bad.ptl 'select host, events, host from logs'
is 'host	events	host
h1	134	h1'
ask 3 -f tsv bad.ptl 'select count(*) from types where events > 1000'
ask 3 -f tsv -p 100 bad.ptl 'select count(*) from logs'

# Damage is told, and what can be read is answered
head -c 7000 service.ptl > cut.ptl
ask 3 -f tsv cut.ptl 'select count(*) > 0, max(rel) > 0 from events'
is 'count(*) > 0	max(rel) > 0
1	1'
lines_are 1 err
ask 3 -f tsv "$data/liteos/damaged-flipped.tlv" \
	'select count(*), min(offset), max(places) from damage'
is 'count(*)	min(offset)	max(places)
7	698	7'

# A log that is being recorded, by its file and by its stream
"$posixtrace" record -q -o live.ptl -- "$ticker" -c ticks &
remember $!
recorder=$!
wait_for 'ticks' both_tick ticks
ask 0 -f tsv live.ptl "select count(*) > 0 from events where name = 'tick'"
is 'count(*) > 0
1'
number=$("$posixtrace" ls streams | awk 'NR == 2 { print $1 }')
ask 0 -f tsv "$number" "select count(*) > 0 from events a join events b
	using (ts) where a.name = 'tick' and b.name = 'tick'"
is 'count(*) > 0
1'
kill "$recorder"
wait "$recorder" 2> /dev/null

# A database has the same tables, and so has that of a board.
cat > database.py <<'END'
import json, sqlite3, subprocess, sys
posixtrace, trace, path = sys.argv[1:]
database = sqlite3.connect(path)
assert database.execute('pragma integrity_check').fetchone()[0] == 'ok'
beyond = {float('inf'): 'Infinity', float('-inf'): '-Infinity'}  # JSON
tables = [name for (name,) in database.execute(
    "select name from sqlite_master where type = 'table'")]
asked = subprocess.run([posixtrace, 'query', trace, '.tables'],
                       stdout=subprocess.PIPE, check=True)
assert asked.stdout.decode().split('\n')[:-1] == tables
for name in tables:
    quoted = '"' + name.replace('"', '""') + '"'
    columns = [row[1] for row in
               database.execute('pragma table_info(%s)' % quoted)]
    sql = 'select %s from %s' % (
        ', '.join('"%s"' % column for column in columns if column != 'data'),
        quoted)
    rows = [tuple(beyond.get(value, value) for value in row)
            for row in database.execute(sql)]
    asked = subprocess.run([posixtrace, 'query', '-f', 'json', trace, sql],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    wanted = [tuple(json.loads(line).values())
              for line in asked.stdout.splitlines()]
    assert rows == wanted, (name, rows[:3], wanted[:3])
indexes = database.execute("select count(*) from sqlite_master "
                           "where type = 'index'").fetchone()[0]
assert indexes == 3, indexes
for index, order in (('ts', 'ts'), ('name', 'name, ts')):
    found = database.execute('select rowid from events indexed by events_%s '
                             'where %s >= 0 order by %s, rowid' %
                             (index, index, order)).fetchall()
    wanted = database.execute('select rowid from events not indexed '
                              'order by %s, rowid' % order).fetchall()
    assert found == wanted, (index, found[:9], wanted[:9])
END

# Tables and indexes have many pages, a row has several, and names that follow
# each other in an index have one event and many.
awk 'BEGIN {
	printf "[{\"ph\":\"i\",\"name\":\"aa\",\"ts\":1,\"pid\":1,\"tid\":1}"
	for (i = 2; i < 3000; i++)
		printf ",\n{\"ph\":\"i\",\"name\":\"b%s\",\"ts\":%d,\"pid\":1," \
			"\"tid\":1,\"args\":{\"x\":%d,\"y\":%f}}", i % 10 ? "" : "b",
			i, (i - 1500) * 3000017, i / 7
	text = "abcdefghijklmnopqrstuvwxyz0123456789"
	while (length(text) < 40000)
		text = text text
	printf ",\n{\"ph\":\"i\",\"name\":\"c\",\"ts\":9999,\"pid\":1,\"tid\":1," \
		"\"args\":{\"text\":\"%s\"}}]\n", text
}' > many.json
for trace in service.ptl orders.ptl board.trx names.json many.json; do
	"$posixtrace" convert -q -t sqlite -o $trace.db $trace 2> err ||
		fail "$trace as a database" err
	[ "$(stat -c %a $trace.db)" = 600 ] || fail 'others may read it'
	"$posixtrace" convert -q -t sqlite -o $trace.db $trace 2> err
	status_is 2 $? 'it is there already' err
	python3 -c 'import sqlite3' 2> /dev/null || continue
	python3 database.py "$posixtrace" $trace $trace.db \
		> differences 2>&1 || fail "the database of $trace" differences
done
"$posixtrace" convert --force -o service.ptl.db service.ptl 2> err ||
	fail 'not replaced' err
"$posixtrace" convert -t sqlite -o - service.ptl > out 2> err
status_is 2 $? 'to a pipe' err

# Nothing has the name of a database before it is complete, and nothing is left.
mkdir made
"$posixtrace" convert -t sqlite -o made/none.db -e nothing service.ptl 2> err
status_is 1 $? 'nothing selected' err
head -c 1000000 /dev/zero | tr '\0' ' ' > blanks
mkfifo late.json
(sed '$d' many.json && cat blanks && exec sleep 60) > late.json &
remember $!
"$posixtrace" convert -t sqlite -o made/killed.db late.json 2> err &
converter=$!
remember $converter
made() {
	find made -type f | grep -q .
}
wait_for 'a file' made
[ ! -e made/killed.db ] || fail 'it has its name early'
kill "$converter"
wait "$converter"
status_is 143 $? 'killed' err
find made -type f > out
lines_are 0 out

# An interrupt ends what never would, and the query
"$posixtrace" query service.ptl 'select count(*) from events a, events b,
	events c, events d, events e' > out 2> err &
remember $!
sleep 1
kill -INT $!
wait $!
status_is 130 $? 'interrupted' err
has ' interrupted$' err

# Nor is there one beyond the limit on file sizes, which is told.
(
	ulimit -S -f 16
	ask 7 -o rows.json -f json service.ptl 'select * from events'
	has '^posixtrace: rows.json: File too large$' err
	"$posixtrace" convert -t sqlite -o rows.db service.ptl 2> err
	status_is 7 $? 'a database beyond the limit' err
	has '^posixtrace: rows.db: File too large$' err
	lines_are 1 err
	ask 7 service.ptl 'create temp table a as with recursive n(i) as (
		select 1 union all select i + 1 from n limit 500000)
		select i from n'
	has '^posixtrace: a temporary file of SQLite: File too large$' err
	[ -z "$(ls rows.* 2> /dev/null)" ] || fail 'half a file is left behind'
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))

# A full disk has no half file.
if [ "$(id -u)" -eq 0 ] && mkdir disk &&
   mount -t tmpfs -o size=16k posixtrace-test disk 2> /dev/null; then
	mounted=$work/disk
	ask 7 -o disk/rows -f json service.ptl 'select * from events'
	has '^posixtrace: disk/rows: No space left on device$' err
	"$posixtrace" convert -t sqlite -o disk/rows.db service.ptl 2> err
	status_is 7 $? 'a database on a full disk' err
	has '^posixtrace: disk/rows.db: No space left on device$' err
	[ -z "$(ls -A disk)" ] || fail 'half a file is left behind'
else
	say 'SKIPPED: a full disk: no file system can be mounted'
fi

finish
