#!/bin/sh
#
# check-strangers.sh - nobody waits for what is wrong with another's log
. "${top_srcdir:?}/tests/tools/lib.sh"

POSIXTRACE_DIR=$work/run
export POSIXTRACE_DIR
faulty_fs=$top_builddir/tests/log/faulty_fs

# leave LOG: a stream whose program and controller were killed
leave() {
	rm -f counts
	POSIXTRACE="record,o=$1" "$ticker" -c counts 2> err &
	left=$!
	remember $left
	wait_for 'a ticker' both_tick counts
	kill -KILL $left
	wait $left 2> /dev/null
}

# bounded COMMAND...: it comes to an end, and well; generously
bounded() {
	timeout -k 1 60 "$@" > out 2> err
	status_is 0 $? "$*" err
}

# damaged COMMAND...: the same, but it tells that the log is damaged
damaged() {
	timeout -k 1 60 "$@" > out 2> err
	status_is 3 $? "$*" err
}

# creates: so does what makes a stream, by itself or by order
creates() {
	rm -f next.ptl order.ptl
	bounded "$posixtrace" record -q -o next.ptl -- "$ticker" -n 5
	bounded env POSIXTRACE=record,o=order.ptl "$ticker" -n 5
	bounded "$posixtrace" show order.ptl
}

streams() { find "$POSIXTRACE_DIR" -name 'stream-*' | wc -l; }
aside() { find "$POSIXTRACE_DIR" -name 'left-*' | wc -l; }

# Their logs are gone: that is found out once, and then nobody has to look.
# A program that finds a stream makes a file when it begins.
leave "$work/gone-1.ptl"
rm gone-1.ptl
leave "$work/gone-2.ptl"
mv gone-2.ptl kept.ptl
"$posixtrace" record -q -o next.ptl -- "$ticker" -n 5 > out 2> err
status_is 0 $? 'recording' err
[ "$(streams)" -eq 0 ] || fail 'streams without log are in the way'
[ "$(aside)" -eq 2 ] || fail "$(aside) streams were set aside, not 2"

# They are there for who asks.
"$posixtrace" ls > out 2> err
[ "$(grep -c gone- out)" -eq 2 ] || fail 'ls does not know them' out
"$posixtrace" recover -n > out 2> err
[ "$(grep -c '^stream .*, ended), controller' err)" -eq 2 ] ||
	fail 'recover does not know them' err
"$posixtrace" show kept.ptl > shown 2> err
status_is 0 $? 'showing the log that was moved' err
check_ticks shown counts
[ "$(aside)" -eq 1 ] || fail 'the log that was moved has not its stream'
"$posixtrace" recover -q -o memory.ptl \
	"$("$posixtrace" recover -n 2>&1 | sed -n 's/^stream \([0-9]*\) .*/\1/p')" \
	> out 2> err
status_is 3 $? 'recovering without the log' err
"$posixtrace" show memory.ptl > shown 2> err
has ' tick ' shown
[ "$(aside)" -eq 0 ] || fail 'what was recovered is still there'

# A log that is mostly hole, in the middle and behind; for readers, too.
leave "$work/hole.ptl"
truncate -s 4T hole.ptl
printf 'the end' | dd of=hole.ptl bs=1 seek=1099511627776 conv=notrunc 2> /dev/null
creates
bounded "$posixtrace" show hole.ptl
cp out shown
check_ticks shown counts
bounded "$posixtrace" record -q -o hole-2.ptl -- "$ticker" -n 5
truncate -s 4T hole-2.ptl
damaged "$posixtrace" show hole-2.ptl
has ' tick ' out
damaged "$posixtrace" stat hole-2.ptl
damaged "$posixtrace" info hole-2.ptl
damaged "$posixtrace" cut -q -o cut.ptl hole-2.ptl

# In the place of the log there is something that would make a reader wait.
leave "$work/pipe.ptl"
rm pipe.ptl
mkfifo pipe.ptl
creates
leave "$work/link.ptl"
ln -sf pipe.ptl link.ptl
creates

# A disk that does not answer.
[ -x "$faulty_fs" ] || { say 'no disk that fails'; finish; }
mkdir folder disk
: > orders
"$faulty_fs" folder disk orders 2> fs.err &
remember $!
mounted=$work/disk
wait_for 'the file system' mountpoint -q disk || finish
leave "$work/disk/slow.ptl"
echo hang > orders.new
mv orders.new orders
creates
creates
[ -s orders.refused ] || fail 'nobody came to write to that disk'
: > orders.new
mv orders.new orders
bounded "$posixtrace" show disk/slow.ptl
cp out shown
check_ticks shown counts

finish
