#!/bin/sh
#
# check-hostile.sh - messages that are not sound harm nothing that is
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

start_server
mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 1000 -s 400
record 0 'another' -q -o b.ptl -- "$ticker" -n 100

# Sections: what is sound of the log is stored, and other logs are whole.
for fault in uuid checksum size number place part; do
	stream=$fault
	[ $fault = part ] && parts='-P 3000' || parts=
	publish -C -f $fault $parts a.ptl
	publish -H good b.ptl
	gather 3 "a wrong $fault"
	has '^posixtrace: [1-9][0-9]* messages? (is|are) not sound, and skipped$' err
	has ': 1 section, numbers 5 to 5, never came$' err
	is_there b.ptl "beside a wrong $fault" good
	"$posixtrace" info --verify there/here/ticker/*"$(uuid_of a.ptl)".ptl \
		> info 2>&1
	status_is 0 $? "what is there with a wrong $fault" info
	gather 0 "the second time, with a wrong $fault"
	rm -r there/good there/here
done

# Names and beginnings: nothing is stored.
for fault in control long part-of-another preface; do
	stream=$fault
	publish -C -f $fault a.ptl
	publish -H good b.ptl
	gather 3 "a wrong $fault"
	has ' not sound: ' err
	is_there b.ptl "beside a wrong $fault" good
	[ "$(ls there)" = good ] || fail "something is there: $fault"
	rm -r there/good
	tr -d '\n' < err | grep -q '[[:cntrl:]]' && fail 'a control character' err
done

# Dots are a name like any.
stream=host
publish -C -f host a.ptl
gather 0 'a host called ..'
is_there a.ptl 'of the host ..' %2E%2E
[ "$(ls .. | wc -l)" -ge 1 ] && [ ! -e ../ticker ] || fail 'it left its place'

finish
