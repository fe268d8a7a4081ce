#!/bin/sh
#
# check-strict.sh - losses are status 0, and 4 with --strict, in every command
# that reads a trace for an answer
. "${top_srcdir:?}/tests/tools/lib.sh"

service=$(tool tests/tools/query/service) || exit 99
"$service" lossy.ptl || fail 'no log'
"$service" lost.ptl lost || fail 'no log'
"$posixtrace" cut -q --to +11ms -o whole.ptl lossy.ptl

# is_strict COMMAND...: with LOG in place of the log
is_strict() {
	for log in whole lossy lost; do
		command=$(echo "$*" | sed "s/LOG/$log.ptl/g")
		rm -rf made.*
		eval "\"\$posixtrace\" $command" > out 2> err
		status_is 0 $? "$command" err
		expected=4
		[ $log = whole ] && expected=0
		rm -rf made.*
		eval "\"\$posixtrace\" $command --strict" > out 2> err
		status_is $expected $? "$command --strict" err
		[ $expected = 0 ] || has 'events are lost' err
	done
}

is_strict show LOG
is_strict show -f json LOG
if "$posixtrace" --version | grep -Eq '^without (yajl|zlib)'; then
	say 'SKIPPED: report: built without yajl or zlib'
else
	is_strict report -q -o made.html LOG
fi
is_strict convert -q -o made.ptl LOG
if "$posixtrace" --version | grep -q '^with protobuf-c'; then
	is_strict convert -q -t perfetto -o made.pftrace LOG
else
	say 'SKIPPED: Perfetto: built without protobuf-c'
fi
is_strict check -a "'lost >= 0'" LOG
is_strict redact -q -a "'drop hosts'" -o made.ptl LOG
is_strict diff --compare=none LOG LOG
is_strict stat LOG
is_strict stat --every 1s LOG

# A time in which all is lost is shown: check tells of such.
for log in lossy lost; do
	"$posixtrace" check -a 'no losses' $log.ptl > out 2> err
	status_is 1 $? "losses of $log.ptl" err
	sed -n 's/^  *posixtrace show //p' out > shows
	lines_are 2 shows
	while read -r words; do
		eval "\"\$posixtrace\" show $words" > shown 2> err
		status_is 0 $? "show $words" err
		lines_are 0 err
		has ' [57] events lost ' shown
		eval "\"\$posixtrace\" stat $words" > shown 2> err
		status_is 0 $? "stat $words" err
		eval "\"\$posixtrace\" show -e none $words" > shown 2> err
		status_is 1 $? "events of $words" err
	done < shows
done

# What differs, or fails, is told whether or not events are lost.
"$posixtrace" diff --strict --max-count=0 lossy.ptl lossy.ptl > out 2> err
status_is 1 $? 'diff --strict' out err
has 'events are lost' err
"$posixtrace" check --strict -a 'lost < 0' lossy.ptl > out 2> err
status_is 1 $? 'check --strict' out err

if "$posixtrace" --version | grep -q '^with sqlite'; then
	is_strict query LOG "'select 1'"
	is_strict query LOG "'select count(*) from events'"
	is_strict convert -q -t sqlite -o made.db LOG
else
	say 'SKIPPED: query: built without SQLite'
fi

# Losses that no number counts are as many as it can, and never few or none.
"$service" vast.ptl vast
most=18446744073709551615
for command in show stat 'diff -a' 'check -a "no losses"' 'convert -q -o made.ptl' \
	'redact -q -a "drop hosts" -o made.ptl'; do
	rm -f made.ptl
	log=vast.ptl
	[ "${command%% *}" = diff ] && log='vast.ptl vast.ptl'
	eval "\"\$posixtrace\" $command $log --strict" > out 2> err
	[ $? -ge 1 ] || fail "$command: vast losses are none" err
	cat out err | tr -d , | grep -q "$most" || fail "$command: less is lost" out err
done
for log in vast.ptl made.ptl; do
	"$posixtrace" info -f json $log > out
	has "\"lost\":$most" out
	"$posixtrace" info --verify $log > out 2> err
	status_is 0 $? "info --verify $log" out err
	"$posixtrace" stat -f csv $log > out
	has "[^0-9]$most[^0-9]" out
	"$posixtrace" stat -f csv --every 1min $log > out
	has "[^0-9]$most[^0-9]" out
done
if "$posixtrace" --version | grep -q '^with sqlite'; then
	"$posixtrace" query vast.ptl 'select lost from logs; select lost from threads' > out
	[ "$(grep -c $most out)" -eq 2 ] || fail 'query: less is lost' out
	mkdir fleet
	cp vast.ptl made.ptl fleet
	"$posixtrace" info -f json fleet:fleet > out
	has "\"logs\":2,.*\"events\":4,\"lost\":$most,\"first\"" out
fi

finish
