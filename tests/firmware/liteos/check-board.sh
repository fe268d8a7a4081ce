#!/bin/sh
#
# check-board.sh - what the program has of a kernel is used, the table of tasks,
# the hook, and POSIXTRACE_FIRMWARE=always
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

build board board.c -DLOSCFG_TRACE_OBJ_MAX_NUM=3 -DNUM_HAL_INTERRUPT_UART=9 \
	-DOS_TICK_INT_NUM=10 -DLOSCFG_KERNEL_SMP=1 \
	-DLOSCFG_POSIXTRACE_CLOCK=24000000
record 0 'a board' -o board.ptl -- ./board
events_of board.ptl shown_board -v
has '^MEM_INFO pool=pool/memory usedSize=100B freeSize=156B .* curTask=0x10002 curTime=[0-9]+ ' shown_board
has '^TASK_RESUME taskId=task/shell5 .* identity=0x20005 ' shown_board
has '^TASK_SUSPEND taskId=task/shell2 .*runTaskId=task/shell5 ' shown_board
has '^MUX_PEND muxId=mutex/6 count=1 owner=task/shell5 ' shown_board
lines_are 7 shown_board
"$posixtrace" info board.ptl > shown 2> err
status_is 0 $? 'info' err

# All that the program does, and its memory has no more of it.
rm -f board.ptl
POSIXTRACE_FIRMWARE=always record 0 'always' -o board.ptl -- ./board
events_of board.ptl shown_board
for event in 'TASK_CREATE taskId=task/shell2 .*prio=10' \
	'TASK_PRIOSET taskId=task/shell5 ' 'HWI_RESPONSE_IN hwiNum=9$' \
	'HWI_RESPONSE_IN hwiNum=10$' 'HWI_RESPONSE_IN hwiNum=1$' \
	'SEM_POST semId=semaphore/77 ' 'SEM_POST semId=semaphore/78 '; do
	has "^$event" shown_board
done
lacks 'MUX_POST' shown_board
lines_are 16 shown_board

# Units of one program that do not agree
cat > unit.c << 'END'
#include <los_trace.h>
void unit(void);
void unit(void)
{
	LOS_TRACE(TASK_RESUME, 1, 2, 3);
}
END
flags=$(pkg-config --cflags posixtrace-liteos)
for params in 3 4; do
	# shellcheck disable=SC2086
	$CC $flags -DLOSCFG_TRACE_FRAME_MAX_PARAMS=$params -c unit.c \
		-o unit$params.o || fail 'a unit was not compiled'
	build states$params states.c unit$params.o
done
run 0 ./states3
lacks 'other switches' err
# The first one that is linked counts.
./states4 > out 2> err
has '^posixtrace: .*states.c: other switches of LiteOS.s tracing than in unit.c, which count$' err
finish
