#!/bin/sh
#
# check-threadx-line.sh - the example of a bottling line: both machines, the belt
# and the sensor are in the log and in the buffer
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

line=$(tool examples/threadx_line) || exit 99

"$line" > out 2> err || fail 'not traced' err
has '^200 bottles, sum 20100$' out
record 0 'line' -o line.ptl -- "$line" line.trx
has '^200 bottles, sum 20100$' out
"$posixtrace" stat line.ptl > log.stat 2> err
"$posixtrace" show --no-symbols line.ptl > log 2> err
for count in 'TX_QUEUE_SEND +200' 'TX_QUEUE_RECEIVE +200' 'USER_4096 +200' \
	'USER_4097 +200' 'TX_ISR_ENTER +4' 'TX_ISR_EXIT +4'; do
	has "^$count " log.stat
done
has 'TX_QUEUE_SEND +queue_ptr=queue/belt source_ptr=0x1 wait_option=wait_forever enqueued=[0-7]$' \
	log
has 'TX_ISR_ENTER .*isr_number=3 system_state=1' log
[ "$(events line.ptl | wc -l)" -eq "$(events line.trx | wc -l)" ] ||
	fail 'log and buffer differ'

finish
