#!/bin/sh
#
# check-full-disk.sh - a disk that is full holds what comes, and nothing is lost
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/tools/gather/server.sh"

start_server
record 0 'a log of 2 MiB' -q -o a.ptl -- "$ticker" -n 2000 -s 500

# A file that may not be so large is no end either, and tells what is behind.
mkdir there
stream=limited
publish -C a.ptl
(
	ulimit -S -f 1024
	gather 7 'beyond the limit on file sizes'
	has '^posixtrace: there: File too large$' err
	gather 7 'beyond the limit from the first message on'
	has 'there: 0 sections, .* [1-9][0-9,]* messages? behind$' err
	[ "$failures" -eq 0 ]
) || failures=$((failures + 1))
"$posixtrace" show "$(echo there/here/ticker/*.ptl)" > shown 2> err
status_is 3 $? 'what is there of a log that is not whole' err
[ -s shown ] || fail 'nothing is there'
gather 0 'without the limit' --metrics metrics
is_there a.ptl 'after a limit'
grep -q '^posixtrace_gather_duplicate_sections_total.* 0$' metrics ||
	fail 'sections came twice' metrics
rm -r there

mkdir there
[ "$(id -u)" -eq 0 ] &&
	mount -t tmpfs -o size=1m posixtrace-test there 2> /dev/null || {
	say 'SKIPPED: a full disk: no small disk is to be had'
	finish
}
mounted=$work/there

stream=full
publish -C a.ptl
gather 7 'into a full disk'
has '^posixtrace: there: No space left on device$' err
cmp -s -n "$(stat -c %s there/here/ticker/*.ptl)" a.ptl there/here/ticker/*.ptl ||
	fail 'something else is there'
gather 7 'into a disk that is still full'

# It waits until there is room.
"$posixtrace" gather "$url/$stream" --to there 2> gather.err &
gatherer=$!
remember $gatherer
wait_for 'the failure' grep -q \
	'^posixtrace: there: No space left on device; it is tried again' gather.err
mount -o remount,size=8m there || skip 'the disk cannot be made larger'
wait_for 'the rest' has_come a.ptl
kill -TERM $gatherer
wait $gatherer
status_is 0 $? 'gathering on a disk that has room again' gather.err
gather 0 'nothing more'

finish
