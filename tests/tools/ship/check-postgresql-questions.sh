#!/bin/sh
#
# check-postgresql-questions.sh - posixtrace-postgresql(7) answers as query does
#
# The statements of both pages are asked of the same log.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
service=$(tool tests/tools/query/service) || exit 99
start_postgresql

# questions PAGE NAME: its statements, in files NAME-1.sql to NAME-20.sql
questions() {
	awk -v name="$2" '/^\.Ss [0-9]/ { question = $2 + 0 }
		/^\.Bd -literal/ && question { on = 1; next }
		/^\.Ed/ { on = 0 }
		on { print > (name "-" question ".sql") }' \
		"$top_srcdir/docs/man/$1"
	[ "$(ls "$2"-*.sql | wc -l)" -eq 20 ] || fail "not 20 questions in $1"
}

# answer NUMBER: from both, in files wanted and got
answer() {
	"$posixtrace" query -f tsv -i "query-$1.sql" service.ptl 2> err |
		sed 1d | sort > wanted
	ask "set search_path = posixtrace;
		$(cat "postgresql-$1.sql")" 2> err > rows || fail "question $1" err
	sort rows > got
	[ -s wanted ] || fail "no answer to question $1"
}

"$service" service.ptl || fail 'no log'
"$posixtrace" ship -q service.ptl --to "$postgres" --create --once 2> err ||
	fail 'shipping' err
questions man1/posixtrace-query.1 query
questions man7/posixtrace-postgresql.7 postgresql
for question in $(seq 1 20); do
	answer "$question"
	diff wanted got > differences || fail "question $question" differences
done

# Another log with the same events: each is asked for itself.
"$posixtrace" cut -o copy.ptl service.ptl > out 2> err || fail 'no copy' err
"$posixtrace" ship -q copy.ptl --to "$postgres" --once 2> err ||
	fail 'shipping another log' err
for view in spans holds losses events request_begin; do
	[ "$(ask "select count(distinct log) from posixtrace.$view")" -eq 2 ] ||
		fail "$view has not two logs"
	ask "select to_jsonb(v) - '{log,seq,i,origin,aside}'::text[]
		from posixtrace.$view v where log = 1 except all
		select to_jsonb(v) - '{log,seq,i,origin,aside}'::text[]
		from posixtrace.$view v where log = 2" > differences
	[ ! -s differences ] || fail "$view differs between two logs" differences
done

# Functions and lines are those that query has, also of a process that ran
# another program later.
record 0 'places' -q -o places.ptl -- sh -c "'$ticker' -n 50 & '$ticker' -n 40; wait"
ship_places() {
	"$posixtrace" ship -q places.ptl --to "$postgres" --once "$@" 2> err ||
		fail 'shipping places' err
}
# places_are WHAT: those of query, with their numbers
places_are() {
	"$posixtrace" query -f tsv places.ptl "select name, pid, func, src, count(*)
		from events group by 1, 2, 3, 4" 2> err | sed 1d | sort > wanted
	ask "select e.name, e.pid, func, src, count(*)
		from posixtrace.events e join posixtrace.log l on l.id = e.log
		where l.file = 'places.ptl' group by 1, 2, 3, 4" 2> err |
		sort > got
	[ -s wanted ] || fail 'there are no places'
	diff wanted got > differences || fail "$1" differences
}
ship_places
places_are 'places'
if "$posixtrace" --version | grep -q '^with libdw'; then
	grep -q 'ticker\.c:' got || fail 'no line is known' got
fi

# Tables that an earlier version made have none, until --create.
ask 'drop table posixtrace.place cascade; delete from posixtrace.event;
	delete from posixtrace.log' > out 2> err || fail 'no earlier tables' err
rm -f places.ptl.ship-*
ship_places
ask 'delete from posixtrace.event; delete from posixtrace.log' > out 2> err
rm -f places.ptl.ship-*
ship_places --create
places_are 'places in tables that were there'
stop_postgresql

finish
