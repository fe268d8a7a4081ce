#!/bin/sh
#
# check-keep.sh - logs have a limit: the oldest go first, and are counted
. "${top_srcdir:?}/tests/tools/lib.sh"

# sum FILE...: bytes of these
sum() {
	cat "$@" | wc -c
}

# counted FILE: the events of removed logs that a line there tells
counted() {
	sed -En 's/^[0-9]+ older logs? with ([0-9,]+) events?, from 20[0-9TZ:-]+ to 20[0-9TZ:-]+, (was|were) removed$/\1/p' \
		"$1" | tr -d ,
}

# events FILE...: what there is, as record counts them
events() {
	for log; do
		"$posixtrace" info -f json "$log"
	done | sed -En 's/.*"events":([0-9]+).*/\1/p' |
		awk '{ sum += $1 } END { print sum + 0 }'
}

# is_limited KIBIBYTES FILE...: but for the last events, or to one log, which a
# recorder that waits for a processor makes too large
is_limited() {
	limit=$1
	shift
	[ $# -eq 1 ] || [ "$(sum "$@")" -le $(((limit + 64) * 1024)) ]
}

# By size: what is left and what was removed is what was recorded.
record 0 'a limit' --rotate=64K --keep=300K -o 'a.%n.ptl' \
	-- "$ticker" -n 20000 -u 50
is_limited 300 a.*.ptl || fail 'the limit was exceeded' err
[ ! -e a.000001.ptl ] || fail 'the oldest log was kept'
has '^posixtrace: a.0000[0-9]+.ptl: the limit of --keep is reached, and the oldest logs are removed$' err
[ "$(grep -c 'limit of --keep' err)" -eq 1 ] || fail 'it is not told once' err
made=$(sed -En 's/^a\.0.*  ([0-9,]+) events.*/\1/p' err | tr -d ,)
[ "$made" -eq $(($(counted err) + $(events a.*.ptl))) ] ||
	fail "events that were removed are not counted: $made $(counted err) $(events a.*.ptl)" err

# The last log tells of it.
last=$(ls a.*.ptl | tail -n 1)
"$posixtrace" info "$last" > info 2> err
has 'removed.* [0-9]+ older logs? with [0-9,]+ events, from .* removed$' info
rm -f a.*

# The recording of a service that starts again has the same limit.
for run in 1 2 3 4; do
	record 0 "run $run" -q --rotate=64K --keep=200K -o 'b-%p.%t.%n.ptl' \
		-- "$ticker" -n 3000 -u 50
	echo precious > b-1.ptl
	cp b-1.ptl b-1.20261123-201500.000001.ptl
done
is_limited 200 $(ls b-*.*.ptl | grep -v '^b-1\.') ||
	fail "the limit is not that of all runs: $(ls -l b-*)"
[ "$(cat b-1.ptl b-1.20261123-201500.000001.ptl | wc -l)" -eq 2 ] ||
	fail 'other files were removed'
# One recording is one set of logs.
rm b-1.*
set -- "$(ls -t b-*.*.ptl | sed -n '1s/\.[0-9]*\.ptl$//p')"
"$posixtrace" show "$1.ptl" > shown 2> err
status_is 0 $? 'showing a set' err
has ' tick +[01] 3000( |$)' shown
rm -f b-*

# A log that was removed by another process, as it was shipped, is none.
"$posixtrace" record --rotate=64K --keep=200K -o c.ptl \
	-- "$ticker" -n 6000 -u 300 > out 2> err &
recorder=$!
remember $recorder
late=
while kill -0 $recorder 2> /dev/null; do
	for log in $(ls c.*.ptl 2> /dev/null | sed '$d'); do
		[ "$(wc -c < "$log")" -le 100000 ] || late=yes
		rm -f "$log"
	done
	sleep 0.02
done
wait $recorder
status_is 0 $? 'logs that others remove' err
# A recorder that waits for a processor removes logs that are still there.
[ -n "$late" ] || lacks 'removed|--keep' err

# Flight recorders
record 0 'saves' --flight=5s --save-on=event:tick --keep=2 -o 'd.%n.ptl' \
	-- "$ticker" -n 1500
set -- d.*.ptl
[ $# -eq 2 ] || fail "$# saves are left" err
has ' older logs? with [0-9,]+ events?, from .* removed$' err

for wrong in --keep=1M '--rotate=1M --keep=1M' '--rotate=1min --keep=100K' \
	'--rotate=1M --keep=1X' '--rotate=1M --keep=-1'; do
	# shellcheck disable=SC2086 # words are wanted
	record 2 "$wrong" $wrong -- true
	has '^posixtrace record: --keep' err
done

finish
