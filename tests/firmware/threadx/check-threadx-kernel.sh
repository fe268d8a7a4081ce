#!/bin/sh
#
# check-threadx-kernel.sh - ThreadX itself, with its demonstration, is compiled with
# tx_trace_front.h in front, and recorded
#
# THREADX_SOURCE	a checkout of ThreadX, whose Linux port is built
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/threadx/threadx.sh"

source=${THREADX_SOURCE:-}
[ -n "$source" ] || skip 'THREADX_SOURCE names no checkout of ThreadX'
front=$(pkg-config --variable=front posixtrace-threadx)
POSIXTRACE_FIRMWARE=always
export POSIXTRACE_FIRMWARE

port=$source/ports/linux/gnu
demo=$port/example_build/sample_threadx.c
[ -f "$demo" ] || demo=$source/samples/demo_threadx.c
[ -f "$demo" ] && [ -d "$source/common/src" ] || {
	fail "$source has no kernel, or no demonstration of it"
	finish
}
flags="-O1 -w -DTX_ENABLE_EVENT_TRACE -include $front -I$source/common/inc -I$port/inc"
mkdir objects
# shellcheck disable=SC2016
printf '%s\n' "$source"/common/src/*.c "$port"/src/*.c "$demo" |
	xargs -P 2 -I '{}' sh -c 'file=$1; shift
		"$@" -c "$file" -o "objects/$(basename "$file" .c).o" ||
			echo "$file"' compile '{}' ${CC:-cc} $flags \
	> failed 2> err
[ ! -s failed ] || fail 'sources of the kernel are not compiled' failed
mv "objects/$(basename "$demo" .c).o" demo.o
ar rc libtx.a objects/*.o
# shellcheck disable=SC2046
${CC:-cc} -o demo demo.o -Wl,--no-as-needed \
	$(pkg-config --libs posixtrace-threadx) libtx.a -lpthread -lrt 2> err ||
	fail 'the demonstration is not linked' err
timeout 60 "$posixtrace" record --duration=2s -o demo.ptl -- ./demo > out 2> err
"$posixtrace" info -v demo.ptl > demo.info 2> err
"$posixtrace" stat demo.ptl > demo.stat 2> err
for name in TX_THREAD_CREATE TX_QUEUE_SEND TX_QUEUE_RECEIVE TX_MUTEX_GET \
	TX_THREAD_SUSPEND TX_THREAD_RESUME TX_ISR_ENTER; do
	has "^$name " demo.stat
done
has 'thread +thread 0 ' demo.info
"$posixtrace" convert -t threadx demo.ptl -o demo.trx > out 2> err ||
	fail 'the log is not converted' err

finish
