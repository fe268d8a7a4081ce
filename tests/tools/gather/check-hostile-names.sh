#!/bin/sh
#
# check-hostile-names.sh - names in logs that nobody would give harm no place
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"
. "$top_srcdir/tests/tools/postgresql.sh"

"$posixtrace" --version | grep -q '^with libpq' || skip 'built without libpq'
"$posixtrace" --version | grep -q '^with yajl' || skip 'built without yajl'
"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
service=$(tool tests/tools/query/service) || exit 99
names=$top_srcdir/tests/tools/ship/hostile_names.py
start_server
start_postgresql

# is_plain FILE...: no control character but ends of lines and tabs
is_plain() {
	cat "$@" | tr -d '\n\t' | LC_ALL=C grep -q '[[:cntrl:]]' &&
		fail 'a control character' "$@"
}

# A directory whose name nobody would give either
to=$(printf 'a"b\\c\377\nd')
mkdir "$to"
"$service" service.ptl || fail 'no log'
rows=$("$posixtrace" query -f tsv service.ptl 'select count(*) from events' |
	sed -n 2p)
kinds='quotes dots controls no-utf8 long nothing null percent day table view'
stream=posixtrace
for kind in $kinds; do
	python3 "$names" service.ptl $kind.ptl $kind || fail "no log of $kind"
	"$posixtrace" ship $kind.ptl --to "$url" --create --once -q 2> err
	status_is 0 $? "shipping $kind" err
	is_plain err
	"$posixtrace" ship $kind.ptl --to "$postgres" --create --once \
		--partition=day --name pg 2> err
	status_is 0 $? "rows of $kind" err
	is_plain err
	[ "$(ask "select count(*) from posixtrace.event where log =
		(select max(id) from posixtrace.log)")" -eq "$rows" ] ||
		fail "not all events of $kind are there" err
done
set -- $kinds
[ "$(ask 'select count(*) from posixtrace.log')" -eq $# ] ||
	fail 'the database lacks logs'

# Gathered, they are what was sent, below the directory.
"$posixtrace" gather "$url" --to "$to" --once --metrics metrics 2> err
status_is 0 $? 'gathering' err
for kind in $kinds; do
	find "$to" -name '*.ptl' -exec cmp -s $kind.ptl {} \; -print > found
	[ -s found ] || fail "$kind is not there"
done
[ "$(find "$to" -mindepth 3 -name '*.ptl' | grep -c '\.ptl$')" -eq $# ] ||
	fail 'other logs are there'
"$posixtrace" gather "$url" --to "$postgres" --once 2> err
status_is 0 $? 'gathering rows that are there' err
is_plain err
"$posixtrace" show --no-pager dots.ptl controls.ptl no-utf8.ptl > shown 2> err
is_plain shown err
python3 -c '
import re, sys
sample = re.compile(r"posixtrace_gather_\w+\{name=\"(?:[^\"\\\n]|\\[\\\"n])*\"\} [0-9.e+]+")
for line in open("metrics", encoding="utf-8"):
    if not line.startswith("# ") and not sample.fullmatch(line.rstrip("\n")):
        sys.exit(repr(line))' > wrong 2>&1 || fail 'no metrics' wrong

# The names of days and of tables are not for views, and a type whose name differs by
# the size of letters has a view of its own.
day=$(date -u -d tomorrow +%Y%m%d)
ask "select posixtrace.add_day(extract(epoch from date '$day')::bigint / 86400)"
[ "$(ask "select count(*) from pg_inherits where inhrelid =
	to_regclass('posixtrace.event_$day')")" -eq 1 ] ||
	fail 'a type has taken the name of a day'
ask 'select posixtrace.make_views()'
[ "$(ask "select count(*) from posixtrace.\"_event_$day\"")" -gt 0 ] ||
	fail 'the type that is called like a day has no view'
[ "$(ask 'select count(*) from posixtrace."_Events"')" -gt 0 ] ||
	fail 'the type that is called like a view has no view'
[ "$(ask "select count(*) from posixtrace.\"a'b\"\"c\\d\`\$(touch x)\$\$;drop schema posixtrace cascade;--error\"")" \
	-gt 0 ] || fail 'a type with quotes has no view'
[ ! -e x ] || fail 'a shell has read a name'
stop_postgresql

finish
