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

# Losses before all that follows
record 0 losses -q --size=16K --policy=until-full -o early.ptl -- \
	"$ticker" -u 0 -n 40000

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

# Long records are there, as far as the stream has room for them; what is longer
# than any frame is a loss, whether it is filtered or not.
# long_are WHAT LOST LENGTH...: in the log, and in its export
long_are() {
	what=$1
	lost=$2
	shift 2
	for log in long.ptl long.rkh; do
		events_of "$log" got
		sed -n 's/^USR_0.* str_0=\(x*\)$/\1/p' got |
			awk '{ print length($0) }' > lengths
		printf '%s\n' "$@" > wanted
		same wanted lengths "$what: the lengths in $log"
		sed -n 's/^\([0-9]\) events* lost.*/\1/p' got |
			awk '{ sum += $1 } END { print sum }' > lengths
		echo "$lost" > wanted
		same wanted lengths "$what: what is lost in $log"
	done
}

build long_records long_records.c
run 0 ./long_records long.ptl 1000000
"$posixtrace" convert -q --force -t rkh -o long.rkh long.ptl 2> err
lacks 'ends of events' err
long_are 'long records' 1 100 5000 65000 200
tells_loss 1 'data of the program could not be read as an event' long.ptl
run 0 ./long_records long.ptl 4096
"$posixtrace" convert -q --force -t rkh -o long.rkh long.ptl 2> err
has 'ends of events, which the stream had no room for: 2 times' err
rm -f long.ptl
POSIXTRACE_FIRMWARE=always
export POSIXTRACE_FIRMWARE
record 0 'long records that are filtered' -o long.ptl -- ./long_records
unset POSIXTRACE_FIRMWARE
"$posixtrace" convert -q --force -t rkh -o long.rkh long.ptl 2> err
lacks 'losses' err
long_are 'long records that are filtered' 2 100 5000 65000 200 300 65001 400

# Records without numbers tell no loss.
build long_records long_records.c -DHEADER=0
run 0 ./long_records long.ptl 1000000
"$posixtrace" convert -q --force -t rkh -o long.rkh long.ptl 2> err
has "losses that no record's number tells: 1 time" err

# What a stream of RKH cannot have is told: events of the tracing system, losses before
# the first record, and more than a number of a byte tells
"$posixtrace" convert -q --force -t rkh -o flood.rkh flood.ptl 2> err
has 'flood.rkh: events of the tracing system: [1-9][0-9]* times$' err
has 'flood.rkh: losses of more than 255 events, which are shown as fewer: ' err
lacks 'before the first event' err
"$posixtrace" convert -q -t rkh -o late.rkh early.ptl flood.ptl 2> err
has 'late.rkh: losses before the first event: 1 time$' err
finish
