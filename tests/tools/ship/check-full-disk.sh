#!/bin/sh
#
# check-full-disk.sh - the disk is full where logs are shipped to, or for checkpoints
. "${top_srcdir:?}/tests/tools/lib.sh"

mkdir disk
[ "$(id -u)" -eq 0 ] &&
	mount -t tmpfs -o size=1m posixtrace-test disk 2> /dev/null ||
	skip 'no small disk is to be had'
mounted=$work/disk

record 0 'a log of 2 MiB' -q -o a.ptl -- "$ticker" -n 2000 -s 500

# Where it goes to
"$posixtrace" ship a.ptl --to disk --once 2> err
status_is 7 $? 'shipping to a full disk' err
has '^posixtrace: disk: No space left on device$' err
cmp -s -n "$(stat -c %s disk/a.ptl)" a.ptl disk/a.ptl ||
	fail 'something else is there'
"$posixtrace" show -e tick disk/a.ptl > shown 2> err
[ -s disk/a.ptl ] || fail 'there is no log' err

# It waits until there is room.
"$posixtrace" ship a.ptl --to disk 2> ship.err &
shipper=$!
remember $shipper
wait_for 'the failure' grep -q \
	'^posixtrace: disk: No space left on device; it is tried again' ship.err
mount -o remount,size=8m disk || skip 'the disk cannot be made larger'
wait_for 'the rest' cmp -s a.ptl disk/a.ptl
wait_for 'the news' grep -q '^posixtrace: disk: is there again$' ship.err
kill -TERM $shipper
wait $shipper
status_is 0 $? 'shipping to a disk that has room again' ship.err

# Where the checkpoint lies
rm disk/*
mkdir there
cp a.ptl disk/b.ptl
dd if=/dev/zero of=disk/zeroes bs=4096 2> dd
"$posixtrace" ship disk/b.ptl --to there --once --name x 2> err
status_is 7 $? 'a checkpoint without room' err
has '^posixtrace: disk/b.ptl.ship-x: No space left on device; it is shipped all the same$' \
	err
cmp -s a.ptl there/b.ptl || fail 'the log is not there'
[ "$(ls disk)" = "$(printf 'b.ptl\nzeroes')" ] || fail 'a draft is left'
rm disk/zeroes
"$posixtrace" ship disk/b.ptl --to there --once --name x 2> err
status_is 0 $? 'a checkpoint with room again' err
has '^section ' disk/b.ptl.ship-x
cmp -s a.ptl there/b.ptl || fail 'the log there is another'

finish
