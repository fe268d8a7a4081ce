#!/bin/sh
#
# check-postgresql.sh - events gathered into PostgreSQL are there once, whoever is
# killed
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

to=postgresql://x@127.0.0.1:1/x
if ! "$posixtrace" --version | grep -q '^with libpq'; then
	"$posixtrace" gather nats://127.0.0.1/x --to $to > out 2> err
	status_is 2 $? 'gathering without libpq' err
	has 'built without libpq' err
	skip 'built without libpq'
fi
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'

# Misuse
for arguments in "nats://127.0.0.1 --to postgresql://x:secret@127.0.0.1/x" \
	"- --to $to" "nats://127.0.0.1 --to $to --partition=week"; do
	"$posixtrace" gather $arguments < /dev/null > out 2> err
	status_is 2 $? "gather $arguments" err
	lacks secret err
done

start_server
start_postgresql
record 0 'a ticker' -q --size 64K -o a.ptl -- "$ticker" -n 3000 -s 500
record 0 'another' -q -o b.ptl -- "$ticker" -n 1000 -s 40

# collect STATUS WHAT ARGUMENT...: once, into the database; into err
collect() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" gather "$url/$stream" --to "$postgres" --once "$@" \
		> out 2> err
	status_is "$wanted_status" $? "$what" err
}

# answer_is ANSWER WHAT SQL
answer_is() {
	local answer=$(ask "$3")

	[ "$answer" = "$1" ] || fail "$2: $answer, not $1" err
}

# Sections of a log, and its events
sections() {
	"$posixtrace" ship "$1" --to "$2" --once --name count > /dev/null \
		2> count.err || fail "shipping $1" count.err
	set -- "$1" "$(sed -n 's/^.*: \([0-9,]*\) sections*.*/\1/p' count.err |
		tail -n 1 | tr -d ,)"
	[ -n "$2" ] || fail 'no number of sections' count.err
	printf '%s\n' "$2"
}
events() {
	"$posixtrace" show -f json "$1" | grep -c '"name":'
}

stream=posixtrace
"$posixtrace" ship b.ptl a.ptl --to "$url" --create --once 2> ship.err
status_is 0 $? 'shipping' ship.err

collect 7 'without tables'
has 'has no tables of posixtrace; --create makes them$' err

# An earlier version made the tables without that of parts.
collect 0 'the first time' --create
lacks 'never came' err
answer_is 64 'parts' 'select count(*) from posixtrace.part'
ask 'drop table posixtrace.part; delete from posixtrace.log;
	delete from posixtrace.event'
collect 7 'without the table of parts'
has '; --create makes it$' err

# Gatherers that are killed, two at a time, and the server, too
kills=12
killed=0
one= two=
while [ $killed -lt $kills ]; do
	two=$one
	"$posixtrace" gather "$url" -q --to "$postgres" --create 2>> kills.err &
	one=$!
	remember $one
	sleep "0.$(od -An -N1 -t u1 /dev/urandom | awk '{ printf "%03d", $1 / 2 }')"
	if [ $killed -eq 6 ]; then
		kill_postgresql
		run_postgresql
	fi
	[ -n "$two" ] || continue
	kill -KILL "$two"
	wait "$two" 2> /dev/null
	killed=$((killed + 1))
done
kill -KILL $one
wait $one 2> /dev/null
collect 0 'the rest' --create

mkdir count
in_all=$(($(events a.ptl) + $(events b.ptl)))
numbers=$(($(sections a.ptl count) + $(sections b.ptl count)))

# all_are_there WHAT
all_are_there() {
	answer_is "$in_all" "events, $1" 'select count(*) from posixtrace.event'
	answer_is "$in_all" "events that differ, $1" \
		'select count(distinct (log, seq, i)) from posixtrace.event'
	answer_is "$in_all" "events of sections, $1" \
		'select sum(events) from posixtrace.section'
	answer_is "$numbers" "sections, $1" \
		'select count(*) from posixtrace.section'
	answer_is 0 "gaps, $1" 'select count(*) from (select log
		from posixtrace.section group by log
		having max(seq) - min(seq) + 1 <> count(*)) s'
	# Events of the stream itself, as those of a flush, have no thread.
	answer_is "$(ask 'select count(*) from posixtrace.event
		where tid <> 0')" "events of threads, $1" \
		'select sum(events) from posixtrace.threads'
	answer_is 2 "logs that ended, $1" \
		'select count(*) from posixtrace.log where has_ended'
}
all_are_there 'after kills'
answer_is "$(uname -n),ticker" 'names' "select distinct host || ',' || program
	from posixtrace.log"

# Without checkpoints all is read again, and nothing is there twice.
ask 'delete from posixtrace.part'
collect 0 'once more' --metrics metrics
has '^posixtrace_gather_duplicate_sections_total.* [1-9]' metrics
all_are_there 'after reading again'

# Two that live share the work; one waits for the server.
ask 'delete from posixtrace.part; delete from posixtrace.log;
	delete from posixtrace.event'
kill_postgresql
running=
for i in 1 2; do
	"$posixtrace" gather "$url" --to "$postgres" 2> err$i &
	running="$running $!"
	remember $!
done
wait_for 'the failure' grep -q '; it is tried again until it succeeds$' err1
run_postgresql
wait_for 'all events' sh -c '[ "$(psql -XAtq "$1" -c \
	"select sum(events) from posixtrace.section")" = "$2" ]' - \
	"$postgres" "$in_all"
for gatherer in $running; do
	kill -TERM "$gatherer"
	wait "$gatherer"
	status_is 0 $? 'following' err1 err2
done
collect 0 'the last'
all_are_there 'after two'

# HOST is what the sender may say, and a log is of one host.
stream=other
publish -C -H other.net b.ptl
collect 3 'a log that is of another host'
has "what is there of this log is another's, and is left as it is$" err
all_are_there 'beside that'
ask "delete from posixtrace.log where id = (select log
	from posixtrace.section group by log order by sum(events) limit 1);
	delete from posixtrace.part"
collect 0 'a log that is of no other host'
answer_is other%2Enet 'the host' "select host from posixtrace.log
	where host like '%other%'"

# A section that comes again with other bytes is told, whether the first one is
# there, or came just now. Rows of an earlier version have no sums to compare.
record 0 'a third' -q -o c.ptl -- "$ticker" -n 1000 -s 400
number=$(python3 "$top_srcdir/tests/tools/ship/spoil.py" c.ptl d.ptl)
number=${number% *}
uuid=$(uuid_of c.ptl)
conflict_is_told() {
	has "^posixtrace: .*: section $number came again with other bytes; the first one is kept\$" err
	has '^posixtrace: 1 section came again with other bytes, and the first ones were kept$' err
	grep -q '^posixtrace_gather_conflicting_sections_total{.*} 1$' metrics ||
		fail 'other metrics' metrics
	answer_is "$(events c.ptl)" 'events beside a conflict' "select count(*)
		from posixtrace.event where log = (select id from posixtrace.log
		where uuid = '$uuid')"
}
stream=first
publish -C c.ptl
collect 0 'a log'
publish -P 3000 c.ptl
collect 0 'the same log again' --metrics metrics
grep -q '^posixtrace_gather_gone_sections_total{.*} 0$' metrics ||
	fail 'sections are missing' metrics
publish d.ptl
collect 3 'the log with other bytes' --metrics metrics
conflict_is_told
ask "delete from posixtrace.event where log = (select id from posixtrace.log
	where uuid = '$uuid'); delete from posixtrace.log where uuid = '$uuid'"
stream=both
publish -C c.ptl
publish d.ptl
collect 3 'both logs' --metrics metrics
conflict_is_told
ask 'alter table posixtrace.section drop column sum'
record 0 'a fourth' -q -o e.ptl -- "$ticker" -n 10
stream=old
publish -C e.ptl
publish c.ptl
publish d.ptl
collect 0 'into tables of an earlier version'
collect 0 'into tables that are made newer' --create
ask 'delete from posixtrace.part'
collect 0 'what an earlier version wrote'
answer_is 0 'sums of that' 'select count(sum) from posixtrace.section'
ask "delete from posixtrace.part; delete from posixtrace.event where log =
	(select id from posixtrace.log where uuid = '$uuid');
	delete from posixtrace.log where uuid = '$uuid'"
collect 3 'what was deleted'
has "section $number came again with other bytes" err

# Rows that the database takes in no form are counted, and told.
ask "delete from posixtrace.part; delete from posixtrace.log;
	truncate posixtrace.event; alter table posixtrace.event add check (i <> 1)"
stream=first
collect 7 'what is refused' --metrics metrics
left_out=$(sed -n 's/.*that the database refuses: \([0-9]*\);.*/\1/p' err |
	awk '{ sum += $1 } END { print sum }')
has "^posixtrace: $left_out rows were refused\$" err
has "^posixtrace_gather_refused_rows_total.* $left_out\$" metrics
stop_postgresql

finish
