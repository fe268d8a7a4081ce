#!/bin/sh
#
# check-kernel.sh - a kernel with a recorder of its own records into streams, too,
# when it is linked again, and its buffer has what it had
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

for source in recorder buffer main; do
	# shellcheck disable=SC2046
	$CC -g -Wall -Wextra -Werror $(sanitizer) -c \
		"$programs/kernel/$source.c" || fail "$source.c was not compiled"
done

# link NAME FLAG...
link() {
	# shellcheck disable=SC2046
	$CC $(sanitizer) -o "$1" recorder.o buffer.o main.o \
		$(pkg-config --variable=wrap posixtrace-liteos) 2> built ||
		fail 'the kernel was not linked' built
}

# shellcheck disable=SC2046
$CC $(sanitizer) -o plain recorder.o buffer.o main.o
link kernel
run 0 ./plain
cp out wanted_out
POSIXTRACE_LITEOS_LAYOUT=m32,core
export POSIXTRACE_LITEOS_LAYOUT
record 0 'a kernel' -o kernel.ptl -- ./kernel
same wanted_out out 'what the kernel itself has'
events_of kernel.ptl shown_kernel -v
{
	echo 'TASK_CREATE taskId=task/motor taskStatus=unused prio=10 identity=0x5 params={0x1,0xa,0x0} eventType=0x40 curTask=0x3 curTime=100 cpuid=0 hwiActive=0 taskLockCnt=0 paramCount=2 reserves=0x0'
	for i in 2 3 4 5 6 7 8 9; do
		echo "TASK_SWITCH taskId=task/motor oldPriority=10 oldTaskStatus=running newPriority=12 identity=0x5 params={0xa,0x10,0xc} eventType=0x45 curTask=0x3 curTime=${i}00 cpuid=0 hwiActive=0 taskLockCnt=0 paramCount=4 reserves=0x0"
	done
} > wanted
same wanted shown_kernel 'the log of a kernel'

# It has to be told how frames are laid out, by the environment or by a unit.
unset POSIXTRACE_LITEOS_LAYOUT
record 0 'an unknown layout' -o unknown.ptl -- ./kernel
[ "$(grep -c 'no layout of frames: POSIXTRACE_LITEOS_LAYOUT says it' err)" \
	-eq 1 ] || fail 'it was not told once' err
POSIXTRACE_LITEOS_LAYOUT=x16 run 0 ./kernel
has 'POSIXTRACE_LITEOS_LAYOUT=x16: no layout' err

cat > unit.c << 'END'
#include <los_trace.h>
void unit(void);
void unit(void)
{
	LOS_TRACE_EASY(1, 2);
}
END
# shellcheck disable=SC2046
$CC $(sanitizer) -DLOSCFG_POSIXTRACE_TREE_M=1 -DLOSCFG_TRACE_FRAME_CORE_MSG=1 \
	$(pkg-config --cflags posixtrace-liteos) -c unit.c ||
	fail 'the unit was not compiled'
cat > hook.c << 'END'
#include <stddef.h>
#include <stdint.h>
void (*g_traceEventHook)(uint32_t, uint32_t, const uint32_t *, uint16_t) = NULL;
END
$CC -c hook.c
# shellcheck disable=SC2046
$CC $(sanitizer) -o kernel recorder.o buffer.o main.o unit.o hook.o \
	$(pkg-config --variable=wrap posixtrace-liteos)
rm -f kernel.ptl
record 0 'a kernel and a unit' -o kernel.ptl -- ./kernel
same wanted_out out 'what the kernel itself has'
events_of kernel.ptl shown_kernel -v
same wanted shown_kernel 'the log of a kernel with a unit'
finish
