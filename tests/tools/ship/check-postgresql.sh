#!/bin/sh
#
# check-postgresql.sh - logs in PostgreSQL are the logs that were written
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
service=$(tool tests/tools/query/service) || exit 99
executor=$(tool tests/tools/record/executor) || exit 99
start_postgresql

# ship STATUS WHAT ARGUMENT...: into err
ship() {
	wanted_status=$1
	what=$2
	shift 2
	"$posixtrace" ship "$@" > out 2> err
	status_is "$wanted_status" $? "$what" err
	lines_are 0 out
}

with_hex() {
	printf '%s\n' "$1" | sed "s/HEX/$hex/"
}

# same_rows WHAT LOG COLUMNS TABLE: the table has the rows that query finds; HEX
# is data in hexadecimal digits
same_rows() {
	hex="hex(data) as data"
	"$posixtrace" query -f json "$2" "select $(with_hex "$3") from $4" \
		> wanted 2> err ||
		fail "querying $2" err
	uuid=$("$posixtrace" query -f tsv "$2" 'select uuid from logs' |
		sed -n 2p)
	hex="coalesce(upper(encode(data, 'hex')), '') as data"
	ask "select row_to_json(r) from (select $(with_hex "$3") from posixtrace.$4
		where log = (select id from posixtrace.log
			where uuid = '$uuid')) r" > got 2> err ||
		fail "asking for $1" err
	python3 "$top_srcdir/tests/tools/ship/rows.py" wanted got \
		> differences 2>&1 || fail "$1 of $2" differences
}

"$service" service.ptl || fail 'no log'
record 0 'a ticker' -q -o tick.ptl -- "$ticker" -n 300 -s 100

# No tables, and a password that everybody could see
ship 7 'no tables' service.ptl --to "$postgres" --once
has 'has no tables of posixtrace; --create makes them$' err
ship 2 'a password' service.ptl --once \
	--to "postgresql://me:secret@127.0.0.1:$postgresql_port/postgres"
lacks secret err
has 'PGPASSFILE' err
ship 2 'parts of an hour' service.ptl --to "$postgres" --partition=hour

# Rows are the rows of query.
ship 0 'a log' service.ptl --to "$postgres" --once --create --partition=day
has '^posixtrace: service.ptl: texts with bytes .*: 1; data has them$' err
ship 0 'another log' tick.ptl --to "$postgres" --once
for log in service.ptl tick.ptl; do
	same_rows events $log "ts, name, pid, tid, host, comm, tname, addr,
		len, HEX, text, args, origin, system" events
	same_rows spans $log "name, cast(key as text) as key, ts, dur, end_ts,
		pid, tid, end_pid, end_tid, object, begin_event, end_event" spans
	same_rows holds $log 'object, ts, dur, pid, tid, waiters_ns' holds
	same_rows losses $log 'ts, end_ts, lost, pid, tid, reason' losses
	same_rows threads $log "pid, tid, host, comm, tname, events, lost,
		first_ts, last_ts, origin" threads
	same_rows processes $log "pid, host, comm, command, events, lost,
		first_ts, last_ts, origin" processes
	same_rows types $log "name, events, first_ts, last_ts, system,
		description" types
	same_rows logs $log "origin, host, system, pid, comm, uuid, created,
		shift, error, events, lost, first_ts, last_ts" logs
done
for type in request_begin lock_end; do
	"$posixtrace" query -f json service.ptl "select * from $type" > wanted
	ask "select row_to_json(r)::jsonb - 'log' - 'mutex_address'
		from posixtrace.$type r" > got
	python3 "$top_srcdir/tests/tools/ship/rows.py" wanted got \
		> differences 2>&1 || fail "the table $type" differences
done
objects='object, kind, name, address, pid, details, since, origin'
same_rows objects service.ptl "$objects" objects

# Programs of a process one after the other, children, and ends of objects
for name in zeroth first second; do
	ln -s "$executor" $name
done
record 42 'programs' -q -o exec.ptl -- ./zeroth ./first ./second < /dev/null
ship 0 'programs' exec.ptl --to "$postgres" --once
same_rows events exec.ptl 'ts, name, pid, tid, comm, tname, text' events
same_rows objects exec.ptl "$objects" objects
[ "$(ask "select count(*) from posixtrace.objects
	where kind = 'program' and name is null")" -gt 0 ] ||
	fail 'no program has ended'
# A log may tell a program of any time.
ask "begin; update posixtrace.object set since = (-9223372036854775808)::bigint
	where kind = 'program';
	select count(comm) from posixtrace.events; rollback" > programs 2>&1 ||
	fail 'the events of a program that is ages old' programs

# What an earlier version made is made anew by --create.
ask 'create or replace view posixtrace.objects as select log,
	null::text as object, kind, name, address, pid, details, since, origin
	from posixtrace.object where kind <> '"'program'"
ship 0 'a view of an earlier version' exec.ptl --to "$postgres" --once --create
same_rows objects exec.ptl "$objects" objects

# What is there ends with a section that has other bytes here: nothing follows it.
record 0 'a ticker' -q -o whole.ptl -- "$ticker" -n 300 -s 100
set -- $(python3 "$top_srcdir/tests/tools/ship/spoil.py" whole.ptl twin.ptl 3)
python3 "$top_srcdir/tests/tools/ship/cut.py" whole.ptl part.ptl "$1"
ship 0 'a part of a log' part.ptl --to "$postgres" --once
rows=$(ask 'select count(*) from posixtrace.event')
ship 3 'a log that has another twin' twin.ptl --to "$postgres" --once
has '^posixtrace: twin.ptl: its last section there has other bytes than the one here, ' \
	err
[ "$(ask 'select count(*) from posixtrace.event')" -eq "$rows" ] ||
	fail 'rows of another log have come'
ship 0 'the log of which a part is there' whole.ptl --to "$postgres" --once

# Rows that were deleted there are behind until they are there again.
ask "delete from posixtrace.log where file = 'tick.ptl'"
ask 'alter table posixtrace.event rename to hidden'
ship 7 'rows that cannot be sent again' tick.ptl --to "$postgres" --once
has '^posixtrace: tick.ptl: .* has less of it than it had, and gets it again$' err
has '; [1-9][0-9]* sections?, [0-9.]* s behind, as far as is known$' err
ask 'alter table posixtrace.hidden rename to event'
ask "delete from posixtrace.event where log not in (select id from posixtrace.log)"
ship 0 'rows that can be sent again' tick.ptl --to "$postgres" --once
same_rows events tick.ptl 'ts, name, pid, tid, args' events

# Days have parts of their own.
[ "$(ask "select count(*) from pg_inherits
	where inhparent = 'posixtrace.event'::regclass")" -ge 2 ] ||
	fail 'there is no part for today'
[ "$(ask 'select count(*) from posixtrace.event_other')" -eq 145 ] ||
	fail 'the events of 2023 are not with the others'

# Once more, without a checkpoint, and by two at a time
before=$(ask 'select count(*) from posixtrace.event')
rm ./*.ptl.ship-*
ship 0 'a log that is there' service.ptl tick.ptl --to "$postgres" --once
record 0 'a longer ticker' -q -o long.ptl -- "$ticker" -n 3000 -s 300
for name in one two; do
	"$posixtrace" ship long.ptl --to "$postgres" --name $name 2> $name.err &
	remember $!
	eval "shipper_$name=$!"
done
events=$("$posixtrace" query -f tsv long.ptl 'select count(*) from events' |
	sed -n 2p)
all_are_there() {
	[ "$(ask 'select count(*) from posixtrace.event')" -eq \
		$((before + events)) ]
}
wait_for 'the longer log' all_are_there
kill -TERM $shipper_one $shipper_two
wait $shipper_one $shipper_two
[ "$(ask 'select count(*) from (select distinct log, seq, i
	from posixtrace.event) e')" -eq $((before + events)) ] ||
	fail 'events are there twice'
ship 0 'the rest' long.ptl --to "$postgres" --once --name one
all_are_there || fail 'events have come twice'
same_rows threads long.ptl 'tid, events, lost, first_ts, last_ts' threads

# What leaves the machine has to be checked, unless the user says otherwise.
elsewhere=postgresql://posixtrace@0.0.0.0:$postgresql_port/postgres
HOME=$work ship 7 'a server without a certificate' service.ptl --once \
	--to "$elsewhere"
has 'certificate|SSL' err
HOME=$work ship 0 'a server that is trusted' service.ptl --once --plain \
	--to "$elsewhere"

# Other databases
ask 'create database latin template template0 encoding latin1' 2> err ||
	fail 'no other database' err
ship 7 'another encoding' service.ptl --once --create --to "${postgres%/*}/latin"
has 'the encoding of the database is LATIN1, not UTF8$' err
ask 'update posixtrace.version set number = 9'
ship 7 'tables of another version' service.ptl --once --to "$postgres"
has 'its tables are of version 9, and this posixtrace knows version 1$' err
ask 'update posixtrace.version set number = 1'
ship 7 'no such database' service.ptl --once --to "${postgres%/*}/none"
has 'database "none" does not exist$' err
stop_postgresql
ship 7 'no server' service.ptl --once --to "$postgres"
has 'refused' err

finish
