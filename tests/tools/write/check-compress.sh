#!/bin/sh
#
# check-compress.sh - a compressed log shows what another one shows, is smaller,
# grows, and survives its recorder
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q 'with libzstd' || skip 'there is no libzstd'

# size LOG
size() {
	wc -c < "$1"
}

# is_compressed LOG
is_compressed() {
	"$posixtrace" info "$1" > info
	status_is 0 $? "info $1" info
	has '^  format +version 4,' info
}

# same LOG LOG: they show the same
same() {
	"$posixtrace" show --time=raw -v "$1" > wanted
	"$posixtrace" show --time=raw -v "$2" > shown 2> err
	status_is 0 $? "showing $2" err
	cmp -s wanted shown || fail "$2 does not show what $1 does" wanted shown
	"$posixtrace" info --verify "$2" > info
	status_is 0 $? "verifying $2" info
	has '^  damage +none' info
}

# What is recorded so, and what is made of it
"$posixtrace" record -q --compress -o packed.ptl -- "$ticker" -n 20000 -u 0
status_is 0 $? 'recording a ticker'
is_compressed packed.ptl
"$posixtrace" cut -q --compress=none -o plain.ptl packed.ptl
status_is 0 $? 'cutting'
same packed.ptl plain.ptl
has '^  format +version 3,' info
[ "$(size plain.ptl)" -gt $((3 * $(size packed.ptl))) ] ||
	fail "compressed: $(size packed.ptl) bytes, plain: $(size plain.ptl)"

# made COMMAND ARGUMENT...: out of the plain log, a compressed one
made() {
	rm -f made.ptl
	"$posixtrace" "$@" > out 2> err
	status_is 0 $? "$*" err
	is_compressed made.ptl
	same plain.ptl made.ptl
}
made cut -q --compress -o made.ptl plain.ptl
made cut -q --compress=zstd -o made.ptl plain.ptl
made cut -q -o made.ptl packed.ptl
made merge -q --compress -o made.ptl plain.ptl
made convert -q --compress -o made.ptl plain.ptl
made split -q --compress --size=1G -o made.ptl plain.ptl
"$posixtrace" cut --compress=lzma -o made2.ptl plain.ptl 2> err
status_is 2 $? 'another compression' err
has 'expected none or zstd' err

# Full logs have the newest events, or the first, and no gap.
for policy in loop until-full; do
	"$posixtrace" record -q --compress --log-policy=$policy --log-size=64K \
		--size=64K --policy=flush -o $policy.ptl -- \
		"$ticker" -n 100000 -u 0 > out 2> err
	"$posixtrace" info --verify $policy.ptl > info
	has '^  damage +none' info
	"$posixtrace" show -O name $policy.ptl | grep -c '^tick' > count
	[ "$(cat count)" -gt 1000 ] || fail "$policy: $(cat count) ticks"
done

# Logs that follow each other
"$posixtrace" record -q --compress --rotate=64K -o part.ptl -- \
	"$ticker" -n 100000 -u 0 2> err
for part in part*.ptl; do
	is_compressed "$part"
done

# A log that grows is followed, and its recorder killed.
"$posixtrace" record --compress -o grows.ptl -- "$ticker" -c counts \
	> out 2> err &
recorder=$!
remember $recorder
wait_for 'the recording' grep -q '^posixtrace: tracing' err
wait_for 'a ticker' both_tick counts
target=$(sed -n 's/.*tracing .* (\([0-9]*\)),.*/\1/p' err)
remember "$target"
"$posixtrace" show -F grows.ptl 2> err2 | head -n 50 > shown
lines_are 50 shown
cp counts known
kill -KILL $recorder
wait $recorder 2> /dev/null
kill -KILL "$target"
wait_for 'its end' is_gone "$target"
"$posixtrace" recover grows.ptl > out 2> err
status_is 0 $? 'recovering' err
"$posixtrace" show grows.ptl > shown 2> err
status_is 0 $? 'showing what was recovered' err
check_ticks shown known
is_compressed grows.ptl

# What a flight recorder saves
"$posixtrace" record --compress --flight=5s -o flight.ptl -- \
	sh -c "'$ticker' -n 10; exit 3" > out 2> err
is_compressed flight.ptl
"$posixtrace" show flight.ptl > shown
has ' tick ' shown

finish
