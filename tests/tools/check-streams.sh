#!/bin/sh
#
# check-streams.sh - commands that read a trace for an answer take a stream, and
# what it has now
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" record -q -o live.ptl -- "$ticker" -c ticks &
remember $!
recorder=$!
wait_for 'ticks' both_tick ticks
number=$("$posixtrace" ls streams | awk 'NR == 2 { print $1 }')

# reads STATUS COMMAND...: with the stream's number among its arguments
reads() {
	status=$1
	shift
	"$posixtrace" "$@" > out 2> err
	status_is "$status" $? "$*" err
	has "^posixtrace: stream $number of ticker .*, as it goes to .*/live.ptl\$" err
}

reads 0 stat "$number"
has '^tick ' out
reads 0 stat --every 10s "$number"
has ' tick ' out
if "$posixtrace" --version | grep -Eq '^without (yajl|zlib)'; then
	say 'SKIPPED: report: built without yajl or zlib'
else
	reads 0 report -o live.html "$number"
	has tick live.html
fi
reads 0 redact -q -o redacted.ptl -a 'drop hosts' "$number"
"$posixtrace" stat redacted.ptl > out
has '^tick ' out
reads 0 convert -q -o copy.ptl "$number"
"$posixtrace" stat copy.ptl > out
has '^tick ' out
reads 0 check -a 'at least 1 of tick' "$number"
reads 0 check --learn "$number"
has '^some-tick: ' out
reads 0 diff --compare=none "$number" live.ptl
grep -Ec '^(before|after) +1 ' out | grep -qx 2 || fail 'no sides' out
reads 0 diff --compare=none copy.ptl "$number"
reads 0 check copy.ptl "$number" -a 'at least 2 of tick'
if "$posixtrace" --version | grep -q '^with sqlite'; then
	reads 0 query "$number" "select 1 from events where name = 'tick' limit 1"
	lines_are 2 out
	reads 0 query copy.ptl "$number" \
		"select 1 from events where name = 'tick' limit 1"
	lines_are 2 out
fi

# No such stream, and a stream that has no log
for command in stat 'report -o none.html' 'convert -o none.ptl' 'diff live.ptl' \
	"redact -a notes -o none.ptl"; do
	"$posixtrace" $command 77 > out 2> err
	status_is 2 $? "$command 77" err
	lines_are 1 err
done
[ -z "$(ls none.* 2> /dev/null)" ] || fail 'something was written'

kill "$recorder"
wait "$recorder" 2> /dev/null

# What stream the log was of does not matter when it has ended.
"$posixtrace" stat live.ptl > out 2> err
status_is 0 $? 'the log' err

finish
