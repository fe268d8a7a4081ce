#!/bin/sh
#
# check-removed.sh - logs that made room before they were shipped are counted
. "${top_srcdir:?}/tests/tools/lib.sh"

mkdir there

# events FILE...: what there is, as record counts them
events() {
	for log; do
		"$posixtrace" info -f json "$log"
	done | sed -En 's/.*"events":([0-9]+).*/\1/p' |
		awk '{ sum += $1 } END { print sum + 0 }'
}

# value NAME: a figure of the last shipping
value() {
	sed -n "s/^posixtrace_ship_$1{.*} //p" metrics
}

# made FILE: the events that a recorder's last line tells
made() {
	sed -En 's/^[a-z]\.[0-9]*\.ptl.*  ([0-9,]+) events.*/\1/p' "$1" | tr -d ,
}

# is_whole MADE: what is there and what is told to be missing was recorded
is_whole() {
	local missing=$(value gone_events_total)

	[ "$1" -eq $(($(events there/*.ptl) + missing + told)) ] ||
		fail "$1 events made, $(events there/*.ptl) there, $missing missing" ship.err
	told=$((told + missing))
}

ship_once() {
	"$posixtrace" ship a.ptl --to there --once --name one \
		--metrics metrics 2> ship.err
	status_is "$1" $? "$2" ship.err
}

# Nothing is shipped while logs make room.
told=0
record 0 'a limit' --rotate=64K --keep=200K -o 'a.%n.ptl' \
	-- "$ticker" -n 9000 -u 50
sum=$(made err)
first=$(ls a.*.ptl | head -n 1)
first=$(expr "$first" : 'a\.0*\([0-9]*\).ptl')
gone=$((first - 1))
ship_once 4 'logs that are gone'
has "^posixtrace: a.000001.ptl( to a.0*$gone.ptl)?: $gone logs? removed before being shipped: [1-9][0-9,]* events between 20.* and 20.* are missing\$" ship.err
has "^posixtrace: $gone logs? removed before being shipped\$" ship.err
has '^there: .* behind; [1-9][0-9]* logs? gone, with [1-9][0-9,]* events$' ship.err
[ "$(value gone_logs_total)" -eq "$gone" ] || fail 'other metrics' metrics
is_whole "$sum"

# What is told is not told again.
ship_once 0 'nothing new'
lacks 'missing|gone' ship.err

# A shipper that is killed while logs make room, and comes back
rm -f a.* there/*
"$ticker" -u 300 -c counts &
target=$!
remember $target
wait_for 'ticks' both_tick counts
"$posixtrace" record --rotate=64K --keep=200K -o 'a.%n.ptl' -p $target \
	> out 2> err &
recorder=$!
remember $recorder
"$posixtrace" ship a.ptl --to there --name one 2> ship.err &
shipper=$!
remember $shipper
has_begun() {
	set -- a.*.ptl.ship-one
	[ -s "$1" ]
}
wait_for 'a log that is being shipped' has_begun
kill -9 $shipper
wait $shipper 2> /dev/null
# It may have been late, and have told so.
told=$(sed -En 's/.* removed before being shipped: ([0-9,]+) events? .*/\1/p' \
	ship.err | tr -d , | awk '{ sum += $1 } END { print sum + 0 }')
latest=$(ls a.*.ptl | tail -n 1)
wait_for "the end of $latest" test ! -e "$latest"
kill -INT $recorder
wait $recorder
status_is 0 $? 'a recording' err
kill -KILL $target
ship_once 4 'the rest'
is_whole "$(made err)"
for checkpoint in a.*.ship-one; do
	[ -e "${checkpoint%.ship-one}" ] || fail "$checkpoint is of a log that is gone"
done

# Other logs of the folder have nothing to do with it, nor has a ledger of others.
cp "$(ls a.*.ptl | tail -n 1)" b.ptl
"$posixtrace" ship b.ptl --to there --once --name two 2> ship.err
status_is 0 $? 'another log' ship.err
lacks 'missing|gone' ship.err
echo '1 00 what is this' > .posixtrace-removed
ship_once 0 'a ledger that is damaged'
for number in 1 2; do
	echo "$number 0123456789abcdef0123456789abcdef 7 0 0 a.00000$number.ptl"
done > .posixtrace-removed
ship_once 4 'a new ledger'
has '^posixtrace: a.000001.ptl to a.000002.ptl: 2 logs removed before being shipped: 14 events are missing$' ship.err
echo '9 0123456789abcdef0123456789abcdef - 0 0 a.000009.ptl' \
	>> .posixtrace-removed
ship_once 4 'a ledger that lost entries'
has '7 logs removed before being shipped: at least 0 events are missing$' ship.err

# What the ledger has forgotten already when shipping begins is no loss of ours.
for number in 8 9; do
	echo "50$number 0123456789abcdef0123456789abcdef 7 0 0 a.00050$number.ptl"
done > .posixtrace-removed
"$posixtrace" ship a.ptl --to there --once --name first 2> ship.err
status_is 4 $? 'a ledger that was shortened before' ship.err
has '^posixtrace: \.posixtrace-removed: has no entries of the first 507 logs that made room; they are not counted$' ship.err
has '^posixtrace: a.000508.ptl to a.000509.ptl: 2 logs removed before being shipped: 14 events are missing$' ship.err
"$posixtrace" ship a.ptl --to there --once --name first 2> ship.err
status_is 0 $? 'the same once more' ship.err
lacks 'missing|gone|entries' ship.err

# A log that is still open, as it has no end, is accounted for in its turn; one
# behind it, which was shipped, is remembered until then.
rm -f .posixtrace-removed* metrics
for number in 1 2 3; do
	record 0 'a ticker' -q -o d.00000$number.ptl -- "$ticker" -n 50
done
size=$(wc -c < d.000001.ptl)
head -c $((size - 8)) d.000001.ptl > torn
cat torn > d.000001.ptl
"$posixtrace" ship d.ptl --to there --name late --metrics metrics 2> ship.err &
shipper=$!
remember $shipper
wait_for 'the first' test -s d.000001.ptl.ship-late
wait_for 'the second' grep -qx 'ended 1' d.000002.ptl.ship-late
wait_for 'the third' grep -qx 'ended 1' d.000003.ptl.ship-late
(
	flock 9
	for number in 1 2; do
		echo "$number $(od -An -v -t x1 -j 48 -N 16 d.00000$number.ptl |
			tr -d ' \n') 7 0 0 d.00000$number.ptl" >&9
	done
	rm d.000001.ptl d.000002.ptl
) 9> .posixtrace-removed
wait_for 'the account' test ! -e d.000002.ptl.ship-late -a -s metrics
wait_for 'its end' grep -q '^posixtrace_ship_gone_logs_total{.*} [1-9]' metrics
kill -TERM $shipper
wait $shipper
status_is 4 $? 'a log that has no end' ship.err
has '^posixtrace: d.000001.ptl: 1 log removed before being shipped: 0 events are missing$' ship.err
has '^posixtrace: 1 log removed before being shipped$' ship.err

# A ledger that cannot be read is told, and one that is a recorder's at present.
flock .posixtrace-removed sleep 1000 &
holder=$!
remember $holder
is_held() {
	! flock -n .posixtrace-removed true
}
wait_for 'who holds the ledger' is_held
"$posixtrace" ship d.ptl --to there --once --name busy 2> ship.err
status_is 7 $? 'a ledger that is not let go' ship.err
has '^posixtrace: \.posixtrace-removed: is being written; logs that made room may be missing$' ship.err
kill $holder
rm -f .posixtrace-removed
: > elsewhere
ln -s elsewhere .posixtrace-removed
"$posixtrace" ship d.ptl --to there --once --name link 2> ship.err
[ $? -ne 0 ] || fail 'a ledger that is a link' ship.err
has '^posixtrace: \.posixtrace-removed: .*; logs that made room may be missing$' ship.err

finish
