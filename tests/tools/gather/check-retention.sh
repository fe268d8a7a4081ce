#!/bin/sh
#
# check-retention.sh - who comes when the stream has dropped the first messages tells
# what is missing, and has the names of what follows
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

start_server
mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 2000 -s 400
last=$("$posixtrace" show a.ptl -e tick | grep -c ' tick ')
[ "$last" -eq 4000 ] || fail 'the ticker did not tick'

# ticks: in what is there
ticks() {
	"$posixtrace" show there/here/ticker/*.ptl -e tick 2> show.err |
		grep -c ' tick '
}

# Nothing was gathered before: beginning and names are repeated before section 12.
stream=new
publish -C -a 12 -d 9 a.ptl
gather 4 'a log whose first sections are gone'
has 'sections?, numbers [0-9]* to [0-9]*, never came$' err
has '^posixtrace: [0-9]* sections? never came$' err
first=$(ticks)
[ "$first" -gt 100 ] && [ "$first" -lt 4000 ] || fail "$first ticks" err show.err
"$posixtrace" info --verify there/here/ticker/*.ptl > info 2>&1
status_is 0 $? 'what is there of a log that began late' info

# The same, with a beginning in the middle of it
rm -r there/here
stream=behind
publish -C -a 12 a.ptl
"$publisher" -d 9 "$url/$stream" || fail 'dropping'
gather 4 'once more'
[ "$(ticks)" -eq "$first" ] || fail 'another number of ticks' err

# No beginning is there at all.
rm -r there/here
stream=none
publish -C -d 3 a.ptl
gather 4 'a log without a beginning'
has ': [0-9]* sections without the beginning of the log$' err
[ ! -e there/here ] || fail 'something is there'

finish
