#!/bin/sh
#
# check-events.sh - streams tell the same of a program's events as its buffer
# does, and the dump of that, and what it is exported to
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

# What only a buffer knows, or cannot know: places, and times of the clock.
details() {
	events_of "$1" "$2" -v
	sed -i 's/ slot=[0-9]*//; s/ offset=[0-9]* session=.*//' "$2"
}

# compare LAYOUT [FLAG]...
compare() {
	layout=$1
	shift
	build events events.c "$@"
	rm -f events.ptl events.raw
	record 0 "events of $layout" -o events.ptl -- ./events events.raw
	cp out events.txt
	details events.ptl wanted
	"$posixtrace" show --no-pager -v -o layout="$layout" -O name,args \
		events.raw > shown 2> err
	status_is 0 $? "showing the buffer of $layout" err
	sed 's/  */ /g; s/ *$//; s/ slot=[0-9]*//' shown > buffer
	same wanted buffer "the log and the buffer of $layout"
	[ "$(wc -l < wanted)" -ge 43 ] || fail "events are missing" wanted
}

compare a64 -DLOSCFG_TRACE_BUFFER_SIZE=20000
has '^TASK_SWITCH taskId=task/0x3 oldPriority=10 oldTaskStatus=running newPriority=12 identity=0x3 params=\{0xa,0x4,0xc\} eventType=0x45 curTask=0x1 curTime=[0-9]+ curPid=[0-9]+$' wanted
has '^SEM_POST semId=semaphore/1 ' wanted
has '^MUX_PEND muxId=mutex/6 count=0 owner=nobody timeout=10 ' wanted
has '^TYPE_0x4001 identity=0x1 p1=0x7d0 p2=0x11 p3=0x0 ' wanted
has '^USER_15 identity=0x55 p1=0x1 p2=0x2 p3=0x3 params' wanted
has '^USER_1 identity=0x55 p1=0x1 ' wanted
has '^SWTMR_START swtmrId=timer/2 mode=period interval=100ticks ' wanted

# The text of tasks and pointers is cut to 32 bits there.
events_of events.ptl wanted
events_of events.txt text
same wanted text 'the log and the dump'

# There and back: messages, and a buffer
for kind in tlv offline; do
	"$posixtrace" convert -q --force -e '!posix_trace_*' -t liteos \
		-o kind=$kind -o layout=a64 -o out.liteos events.ptl 2> err
	status_is 0 $? "writing $kind" err
	events_of out.liteos back -o layout=a64
	same wanted back "the log and its $kind"
done

# With the stream's own events, which are another system's: no number is given
# twice.
"$posixtrace" convert -q --force -t liteos -o layout=a64 -o out.liteos \
	events.ptl 2> err
status_is 0 $? 'writing all events' err
events_of out.liteos back -o layout=a64
same wanted back 'the log and all of its events'
lacks 'given to another' err

compare m32 -DLOSCFG_POSIXTRACE_TREE_M=1 -DLOSCFG_TRACE_BUFFER_SIZE=20000
compare l64 -DLOSCFG_POSIXTRACE_TREE_L=1 -DLOSCFG_TRACE_BUFFER_SIZE=20000
has '^SWTMR_START swtmrId=timer/2 mode=period overrun=4 interval=100ticks ' wanted
compare a64,core,count,p6 -O2 -DLOSCFG_TRACE_BUFFER_SIZE=20000 \
	-DLOSCFG_TRACE_FRAME_CORE_MSG=1 -DLOSCFG_TRACE_FRAME_EVENT_COUNT=1 \
	-DLOSCFG_TRACE_FRAME_MAX_PARAMS=6
has 'SEM_POST .* hwiActive=1 taskLockCnt=0 paramCount=2 ' wanted
has 'SEM_PEND .* hwiActive=0 taskLockCnt=0 paramCount=2 ' wanted
compare m32,count,p1 -DLOSCFG_POSIXTRACE_TREE_M=1 \
	-DLOSCFG_TRACE_BUFFER_SIZE=20000 -DLOSCFG_TRACE_FRAME_EVENT_COUNT=1 \
	-DLOSCFG_TRACE_FRAME_MAX_PARAMS=1
compare l64,core -DLOSCFG_POSIXTRACE_TREE_L=1 -DLOSCFG_TRACE_FRAME_CORE_MSG=1 \
	-DLOSCFG_TRACE_BUFFER_SIZE=20000 -DLOSCFG_TRACE_OBJ_MAX_NUM=4

# A ring that went around has the last events, and the stream has all.
build events events.c -DLOSCFG_TRACE_BUFFER_SIZE=2000
rm -f events.ptl
record 0 'a small ring' -o events.ptl -- ./events events.raw 3
details events.ptl all
details events.raw some -o layout=a64
tail -n 35 all > wanted
same wanted some 'the end of the log and the ring'
lines_are 141 all
finish
