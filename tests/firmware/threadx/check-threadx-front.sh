#!/bin/sh
#
# check-threadx-front.sh - a kernel that is compiled with tx_trace_front.h in front
# records its events, and fills its buffer
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

front=$(pkg-config --variable=front posixtrace-threadx)
[ -f "$front" ] || fail 'pkg-config knows no front header'

# shellcheck disable=SC2046
${CC:-cc} -Wall -Wextra -Werror -O1 -g $(sanitizer_flag) \
	-DTX_ENABLE_EVENT_TRACE -include "$front" -o kernel \
	"$programs/kernel.c" -Wl,--no-as-needed \
	$(pkg-config --libs posixtrace-threadx) -lpthread 2> err ||
	fail 'the kernel is not compiled' err
cat > wanted << 'END'
enable 0
initialization f0f0f0f0 0
posture 0, 1
events 608
disable 0
END
./kernel > out
diff wanted out > differ || fail 'not traced' differ
record 0 'kernel' -o kernel.ptl -- ./kernel kernel.trx
diff wanted out > differ || fail 'traced' differ

# Words that the kernel completed later are in the buffer only.
edit='s/"context_name":"[^"]*"//; s/"next_thread":[^,]*,//; s/"i4":[^,]*,//
	s/,"next_thread":"[^"]*"//'
events kernel.trx | sed "$edit" > dump
events kernel.ptl | sed "$edit" | diff - dump > differ ||
	fail 'log and buffer differ' differ
lines_are 608 dump
"$posixtrace" show -v kernel.ptl > log.txt 2> err
"$posixtrace" show -v kernel.trx > dump.txt 2> err
has 'next_thread=thread/consumer .*context_name=producer' dump.txt
lacks 'TX_THREAD_SUSPEND .*next_thread=thread' log.txt
for text in log.txt dump.txt; do
	has 'TX_QUEUE_SEND .*priority=5 threshold=4' $text
	has 'TX_QUEUE_SEND .*priority=7 threshold=7' $text
	has 'TX_ISR_ENTER .*isr_number=9 system_state=1 preempt_disable=3 .*context_name=Interrupt' \
		$text
	has 'TX_RUNNING .*context=0xf0f0f0f0 .*context_name=Initialize' $text
done
has 'TX_QUEUE_SEND .* kernel.c:[0-9]+$' log.txt

# All that it does, from its beginning on
POSIXTRACE_FIRMWARE=always
export POSIXTRACE_FIRMWARE
record 0 'kernel, always' -o always.ptl -- ./kernel
events always.ptl | head -n 1 | grep -q '^TX_QUEUE_CREATE ' ||
	fail 'always' always.ptl

finish
