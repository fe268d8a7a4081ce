#!/bin/sh
#
# check-gather.sh - logs that come from a stream are the logs that were written
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

start_server
mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 1000 -s 400
record 0 'another' -q -o b.ptl -- "$ticker" -n 1000 -s 40

stream=one
gather 7 'a stream that is not there'
has '^posixtrace: nats://127.0.0.1:[0-9]*: there is no stream one$' err
has '^there: .* 0 messages behind, as far as is known$' err

publish -C a.ptl
gather 0 'a log' --metrics metrics
is_there a.ptl 'at once'
has '^there: [1-9][0-9]* sections, [0-9,]* events, .* gathered; 0 messages behind$' \
	err
has '^posixtrace_gather_sections_total.name="there". [1-9]' metrics
has '^posixtrace_gather_behind_messages.name="there". 0$' metrics
gather 0 'nothing new' -q
lines_are 0 err

# Another host, and more of them
publish -H other.net b.ptl
gather 0 'a log of another host'
is_there b.ptl 'of another host' other%2Enet
is_there a.ptl 'that was there'

# Long sections come in parts, and messages in another order.
stream=two
rm -r there/here there/other*
publish -C -P 1000 a.ptl
gather 0 'sections in parts'
is_there a.ptl 'in parts'
stream=three
rm -r there/here
publish -C -w 7 a.ptl
gather 0 'sections in another order'
is_there a.ptl 'in another order'
lacks 'never came' err
stream=four
rm -r there/here
publish -C -w 5 -P 1000 a.ptl
gather 0 'parts in another order'
is_there a.ptl 'parts in another order'
lacks 'never came' err
stream=five
rm -r there/here
publish -C -f no-preface a.ptl
gather 0 'a beginning that comes late'
is_there a.ptl 'with a late beginning'

# Without what was confirmed, a missing section is waited for.
stream=six
rm -r there/here
publish -C -f unconfirmed -l 2 a.ptl
gather 4 'a log with a gap'
has ': 2 sections, numbers 5 to 6, never came$' err
has '^posixtrace: 2 sections never came$' err
"$posixtrace" info --verify there/here/ticker/*.ptl > info 2> err
status_is 0 $? 'what is there of a log with a gap' info err

# What a log overwrote before it was shipped is the same for ship and gather.
rm -r there/here
record_overwritten loop.ptl
stream=loop
publish -C loop.ptl
gather 4 'a log that has overwritten itself'
sed -n 's/.*: \([0-9]* sections\{0,1\}, numbers [0-9]* to [0-9]*, gone before being shipped\).*/\1/p' \
	publish.err > shipped
sed -n 's/.*: \([0-9]* sections\{0,1\}, numbers [0-9]* to [0-9]*, gone before being shipped\)$/\1/p' \
	err > gathered
[ -s shipped ] || fail 'no gap was told' publish.err
cmp -s shipped gathered || fail 'another gap' shipped gathered
lacks 'numbers.*never came' err
mkdir piped
"$(tool tests/tools/gather/sender)" loop.ptl "$posixtrace" gather - \
	--to piped > out 2> err
status_is 4 $? 'the same through a pipe' err
sed -n 's/.*: \([0-9]* sections\{0,1\}, numbers [0-9]* to [0-9]*, gone before being shipped\)$/\1/p' \
	err > gathered
cmp -s shipped gathered || fail 'another gap through a pipe' shipped err

# The set of logs is a fleet.
rm -r there/here
stream=seven
publish -C a.ptl
publish -H other b.ptl
gather 0 'two hosts'
[ "$("$posixtrace" show fleet:there -e tick 2> err | grep -c tick)" -eq 4000 ] ||
	fail 'not all ticks are in the fleet' err

# It follows, and waits for a server that has gone.
rm -r there/here there/other
stream=eight
publish -C b.ptl
"$posixtrace" gather "$url/$stream" --to there 2> gather.err &
gatherer=$!
remember $gatherer
wait_for 'a log' has_come b.ptl
kill -KILL $server
wait $server 2> /dev/null
wait_for 'the failure' grep -q '; it is tried again until it succeeds$' \
	gather.err
start_server
publish a.ptl
wait_for 'the other log' has_come a.ptl
kill -TERM $gatherer
wait $gatherer
status_is 0 $? 'following' gather.err
is_there a.ptl 'after the server had gone'
is_there b.ptl 'in the end'

# Misuse
for arguments in '' "$url" "$url $url --to there" "$url --to nats://x" \
	'gopher://x --to there' 'nats:// --to there' \
	'nats://me:secret@localhost --to there' "$url --to there --create" \
	"$url --to there --partition=day" '- --to there --create' \
	'- --to there --creds x' '- --to there --plain'; do
	"$posixtrace" gather $arguments < /dev/null > out 2> err
	status_is 2 $? "gather $arguments" err
	lacks me:secret err
done

finish
