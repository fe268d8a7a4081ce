#!/bin/sh
#
# check-postgresql-refusals.sh - events that a database does not take as they are
#
# One of them must not keep those beside it, nor its log, from being there.
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
oddities=$(tool tests/tools/ship/oddities) || exit 99
start_postgresql

# ship STATUS WHAT ARGUMENT...: into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship --to "$postgres" --once "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
}

# answer_is ANSWER WHAT SQL
answer_is() {
	answer=$(ask "$3")
	[ "$answer" = "$1" ] || fail "$2: $answer, not $1" err
}

# same WHAT COLUMNS CONDITION: both have the same events
same() {
	"$posixtrace" query -f json odd.ptl "select $2 from events where $3" \
		> wanted 2> query.err || fail "querying $1" query.err
	[ -s wanted ] || fail "no $1"
	ask "select row_to_json(r) from (select $2 from posixtrace.events
		where $3) r" > got
	python3 "$top_srcdir/tests/tools/ship/rows.py" wanted got \
		> differences 2>&1 || fail "$1" differences
}

# Null characters, no UTF-8, and the ends of numbers
"$oddities" odd.ptl || fail 'no log'
ship 0 'odd events' --create odd.ptl
same texts 'ts, name, text, args' "name in ('odd', 'bare', 'n?me', 'plain')"
"$posixtrace" query -f tsv odd.ptl "select upper(hex(data)) from events
	where name <> 'long' order by ts" | sed 1d > wanted
ask "select coalesce(upper(encode(data, 'hex')), '') from posixtrace.event
	where name <> 'long' order by ts" > got
cmp wanted got > differences || fail 'data differ' differences
answer_is '1.7976931348623157e+308	5e-324	NaN	18446744073709551615' \
	'numbers' "select (args -> 'real' ->> 0)::float8,
		(args -> 'real' ->> 2)::float8, args -> 'real' ->> 3,
		(args ->> 'most')::numeric from posixtrace.event
	where name = 'numbers'"

# What is long is in data only.
has ': events with more than the database takes: 1; .* without text, args ' err
answer_is '8000000	t' 'the long event' "select octet_length(data),
	text is null and args is null from posixtrace.event where name = 'long'"
all=$(ask 'select count(*) from posixtrace.event')

# ship_again STATEMENT: the same log as if it had never been there
ship_again() {
	ask "delete from posixtrace.log; delete from posixtrace.event; $1"
	rm -f odd.ptl.ship-*
	ship 7 'once more' odd.ptl --metrics metrics
	left_out=$(sed -n 's/.* refuses: \([0-9]*\);.*/\1/p' err |
		awk '{ sum += $1 } END { print sum }')
	has "^posixtrace: $left_out rows were refused\$" err
	has "^posixtrace_ship_refused_total.* $left_out\$" metrics
	has '^lacks 1$' odd.ptl.ship-*
}

# The server refuses fields of three, data of a fourth, and two as a whole.
ship_again "alter table posixtrace.event
	add check (args is null or name <> 'plain' or
		args ->> 'number' not in ('0', '499', '999')),
	add check (data is null or data <> '\\x07000000'),
	add check (name <> 'bare'), add check (name <> 'numbers')"
has ': events with more than the database takes: 5; ' err
has ': events that the database refuses: 2; they are not there$' err
answer_is $((all - 2)) 'events' 'select count(*) from posixtrace.event'
answer_is 996 'events that have nothing odd' "select count(*)
	from posixtrace.event where name = 'plain' and args is not null"
answer_is '\x00000000,\xe7030000,\xf3010000' 'data of what has no fields' \
	"select string_agg(data::text, ',' order by data) from posixtrace.event
	where name = 'plain' and args is null and data is not null"
answer_is 1 'events without data' "select count(*) from posixtrace.event
	where name = 'plain' and data is null"

# It refuses more than are looked for one by one, and what names the host.
ship_again "alter table posixtrace.event
	add constraint no_text check (name <> 'plain' or text is null);
	alter table posixtrace.origin
		add constraint no_host check (host <> 'h1')"
has ': events with more than the database takes: 1001; ' err
has ': names, losses or sums that the database refuses: [1-9]' err
answer_is $((all - 2)) 'events' 'select count(*) from posixtrace.event'
answer_is t 'an end of the log' 'select has_ended from posixtrace.log'

# The connection is lost behind rows that were refused, once: those are counted all
# the same, and the next start does not take the log for complete.
ask "alter table posixtrace.event drop constraint no_text;
	alter table posixtrace.origin drop constraint no_host;
	create sequence posixtrace.once;
	create function posixtrace.cut() returns trigger language plpgsql as \$\$
	begin
		if nextval('posixtrace.once') = 1 then
			perform pg_terminate_backend(pg_backend_pid());
		end if;
		return new;
	end \$\$;
	create trigger cut before insert on posixtrace.event for each row
		when (new.name = 'plain') execute function posixtrace.cut()"
ask "delete from posixtrace.log; delete from posixtrace.event"
rm -f odd.ptl.ship-*
ship 7 'a connection that is lost' odd.ptl --metrics metrics
has ': events that the database refuses: 2; they are not there$' err
has '^posixtrace: 2 rows were refused$' err
has '^posixtrace_ship_refused_total.* 2$' metrics
has '^lacks 1$' odd.ptl.ship-*
ship 0 'the rest' odd.ptl
has '^lacks 1$' odd.ptl.ship-*
answer_is $((all - 2)) 'events' 'select count(*) from posixtrace.event'

# A chunk that cannot be read
record 0 'a ticker' -q -o tick.ptl -- "$ticker" -n 300 -s 20
set -- $(python3 "$top_srcdir/tests/tools/ship/spoil.py" tick.ptl spoilt.ptl)
[ "$2" -gt 0 ] || fail 'the chunk has no events'
ship 0 'a chunk that cannot be read' spoilt.ptl
has '^posixtrace: spoilt.ptl: 1 chunk could not be read: ' err
answer_is "$1	not readable" 'damage' 'select seq, what from posixtrace.damage'
events=$("$posixtrace" show -f json tick.ptl | grep -c '"name":')
answer_is $((all - 2 + events - $2)) 'events beside it' \
	'select count(*) from posixtrace.event'
stop_postgresql

finish
