#!/bin/sh
#
# check-fire.sh - signals, threads, a child and a buffer of one frame: no frame is
# torn, and streams have every event
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

# A head of 24 bytes, and frames of 56
for size in $((24 + 56)) $((24 + 2 * 56)) 10000; do
	build fire fire.c -O2 -DLOSCFG_TRACE_BUFFER_SIZE=$size
	rm -f fire.ptl
	record 0 "a buffer of $size bytes" --size=64M -o fire.ptl -- ./fire
	cp out told
	"$posixtrace" show --no-pager -O name,args fire.ptl > shown 2> err
	status_is 0 $? 'showing the log' err
	interrupts=$(sed -n 's/^interrupts //p' told)
	for name in HWI_RESPONSE_IN USER_1 HWI_RESPONSE_OUT; do
		count=$(grep -c "^$name " shown)
		[ "$count" -eq "$interrupts" ] ||
			fail "$count of $interrupts $name"
	done
	# Those of the threads, of the child, and of the end
	count=$(grep -c '^TYPE_0x8001 ' shown)
	[ "$count" -eq 6002 ] || fail "$count of 6002 events"
	lacks ' lost' shown
done

build small message_line.c -DOFFLINE -DLOSCFG_TRACE_BUFFER_SIZE=79
run 1 ./small
has 'no buffer: LOSCFG_TRACE_BUFFER_SIZE is 79' err
finish
