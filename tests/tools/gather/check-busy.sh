#!/bin/sh
#
# check-busy.sh - what others have keeps a gatherer from nothing else
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

command -v python3 > /dev/null || skip 'there is no python3'

# hold FILE...: locked by another process, until $holder ends
hold() {
	rm -f held
	python3 -c '
import fcntl, sys, time
files = [open(name, "r+") for name in sys.argv[1:]]
for file in files:
    fcntl.flock(file, fcntl.LOCK_EX)
open("held", "w").close()
time.sleep(1000000)' "$@" &
	holder=$!
	remember $holder
	wait_for 'the locks' test -e held
}

# let_go: of what is held
let_go() {
	kill -KILL $holder
	wait $holder 2> /dev/null
}

# part_of LOG
part_of() {
	printf '%02d' $((0x$(uuid_of "$1" | head -c 2) % 64))
}

# start_gatherer: into gather.err
start_gatherer() {
	"$posixtrace" gather "$url/$stream" --to there --metrics metrics \
		2> gather.err &
	gatherer=$!
	remember $gatherer
}

# stop_gatherer WHAT
stop_gatherer() {
	kill -TERM $gatherer
	wait $gatherer
	status_is 0 $? "$1" gather.err
}

mkdir there
record 0 'a ticker' -q -o a.ptl -- "$ticker" -n 300 -s 200
record 0 'another' -q -o b.ptl -- "$ticker" -n 300 -s 200

# Other gatherers have all parts but one, and servers were away before.
start_server
stream=parts
publish -C b.ptl
gather 0 'a log'
mkdir others
mv there/.gather/*/"$(part_of a.ptl)" others
hold there/.gather/*/??
mv others/?? there/.gather/*/
publish a.ptl
kill -KILL $server
wait $server 2> /dev/null
start_gatherer
wait_for 'the failure' grep -q '; it is tried again until it succeeds$' \
	gather.err
start_server
wait_for 'the log of the part that nobody else has' has_come a.ptl
wait_for 'the news' grep -q '^posixtrace: there: it goes on$' gather.err
stop_gatherer 'beside others'
let_go

# Another process writes a log: others of its part go on, and what waits is told.
rm -r there
mkdir there parts
while :; do
	record 0 'another' -q --force -o c.ptl -- "$ticker" -n 10 -s 400
	part=$(part_of c.ptl)
	[ ! -e "parts/$part.ptl" ] || break
	mv c.ptl "parts/$part.ptl"
done
mv "parts/$part.ptl" a.ptl
stream=log
publish -C a.ptl
gather 0 'a log'
hold there/here/ticker/*"$(uuid_of a.ptl)".ptl
rm -r there/.gather
gather 7 'a log that another writes'
has "^posixtrace: here/ticker/$(uuid_of a.ptl): another writes this log; " err
start_gatherer
wait_for 'the news' grep -q ': another writes this log; what came of it waits$' \
	gather.err
publish c.ptl
publish b.ptl
wait_for 'a log of the same part' has_come c.ptl
wait_for 'a log of another part' has_come b.ptl
wait_for 'metrics' grep -q '^posixtrace_gather_held_logs{name="there"} 1$' \
	metrics
before=$(grep -c 'another writes' gather.err)
[ "$before" -eq 1 ] || fail 'it is told more than once' gather.err
truncate -s 8192 there/here/ticker/*"$(uuid_of a.ptl)".ptl
let_go
wait_for 'the log that was held' has_come a.ptl
has ': nobody else writes it any more, and it goes on$' gather.err
wait_for 'metrics' grep -q '^posixtrace_gather_held_logs{name="there"} 0$' \
	metrics
stop_gatherer 'a log that another wrote'
gather 0 'nothing more'

finish
