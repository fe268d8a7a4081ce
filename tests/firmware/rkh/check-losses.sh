#!/bin/sh
#
# check-losses.sh - records that cannot be kept are losses in their place, of each
# process, also if it is killed
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/rkh/rkh.sh"

# all_are_counted WHAT COUNT: of each of two processes
all_are_counted() {
	there=$("$posixtrace" show --no-pager -e USR_1 -O name flood.ptl |
		grep -c '^USR_1')
	lost=$("$posixtrace" info flood.ptl | awk '$1 == "lost" { print $2 }')
	[ $((there + $(echo "$lost" | tr -d ,))) -eq $((2 * $2)) ] ||
		fail "$1: $there events and $lost lost are not 2 x $2" err
}

build flood flood.c
rm -f flood.ptl
record 0 'a handler with many records' -o flood.ptl -- ./flood 1000
all_are_counted 'many records' 1000
has ' 0 lost$' err

for way in '' kill; do
	rm -f flood.ptl
	"$posixtrace" record -o flood.ptl --size 16M -- \
		./flood 20000 $way > out 2> err
	all_are_counted "too many records${way:+, and a kill}" 20000
	[ "$lost" != 0 ] || fail 'none was too many'
	has " $lost lost\$" err
	has "$lost events were lost in the program: records came faster than they could be kept\$" err
	tells_loss 1 "the program's records came faster than they could be kept" \
		flood.ptl
	"$posixtrace" stat flood.ptl > stat 2> shown
	[ "$(grep -c '^flood/[0-9]* *[1-9]' stat)" -eq 2 ] ||
		fail 'not both processes have lost some' stat
done
finish
