#!/bin/sh
#
# check-export.sh - what a program recorded goes to LiteOS's formats and back: the
# same events, tasks and ticks, and events of Linux beside them
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

# What a stream of messages or a buffer adds: places
details() {
	events_of "$1" "$2" -v -e '!temperature'
	sed -i 's/ slot=[0-9]*//; s/ offset=[0-9]* session=.*//' "$2"
}

# export_to KIND LOG [OPTION]...: to back.liteos
export_to() {
	local kind=$1 log=$2

	shift 2
	"$posixtrace" convert -q --force -t liteos -o kind="$kind" "$@" \
		-o back.liteos "$log" 2> lost
	status_is 0 $? "writing $kind" lost
}

# linux_is TEXT WHAT: events of Linux in shown, beside tasks of LiteOS
linux_is() {
	sed -n 's/.*round_trip *temperature *//p' shown > linux
	for degrees in 20 21 22 23; do
		echo "$1" | sed "s/DEGREES/$degrees/"
	done > wanted_linux
	same wanted_linux linux "$2"
}

# round_trip SYSTEM LINUX [FLAG]...
round_trip() {
	local system=$1 linux=$2 kind

	shift 2
	build round_trip round_trip.c -DLOSCFG_TRACE_BUFFER_SIZE=2000 "$@"
	rm -f there.ptl
	record 0 "a program, $*" -o there.ptl -- ./round_trip
	details there.ptl wanted
	lines_are 15 wanted
	for kind in tlv offline; do
		export_to $kind there.ptl
		lacks 'names|places where|tasks|numbers' lost
		details back.liteos back
		same wanted back "the log and its $kind, $*"
		"$posixtrace" info back.liteos > info 2> err
		has "$system" info
		# Tasks, in whose place no thread of Linux is
		"$posixtrace" show --no-pager -O thread,name,args back.liteos \
			> shown 2> err
		has '(^|/)main +TASK_SWITCH +taskId=task/worker( |$)' shown
		has '(^|/)idle +TASK_SUSPEND +taskId=task/idle( |$)' shown
		has '/interrupt 30 +SEM_POST ' shown
		linux_is "$linux" "the log and its $kind, events of Linux, $*"
		lacks ' lost' shown
	done
}

round_trip 'LiteOS, 64 bits' degrees=DEGREES
round_trip 'LiteOS, 32 bits' degrees=DEGREES -DLOSCFG_POSIXTRACE_TREE_M=1
round_trip 'LiteOS, 64 bits' degrees=DEGREES -DLOSCFG_POSIXTRACE_TREE_L=1
round_trip 'LiteOS, 64 bits' degrees=DEGREES -DLOSCFG_TRACE_FRAME_MAX_PARAMS=0
round_trip 'LiteOS, 32 bits' degrees=DEGREES -DLOSCFG_TRACE_FRAME_MAX_PARAMS=1 \
	-DLOSCFG_POSIXTRACE_TREE_M=1
round_trip 'LiteOS, 64 bits' degrees=DEGREES -DLOSCFG_TRACE_FRAME_CORE_MSG=1 \
	-DLOSCFG_TRACE_FRAME_EVENT_COUNT=1 -DLOSCFG_TRACE_FRAME_MAX_PARAMS=5
round_trip 'LiteOS, 64 bits' degrees=DEGREES -DLOSCFG_TRACE_OBJ_MAX_NUM=4

# Ticks are the program's; hz= says of what clock, and what Linux has between
# them fits in.
build round_trip round_trip.c
rm -f there.ptl
record 0 'a clock' -o there.ptl -- ./round_trip
for kind in tlv offline; do
	export_to $kind there.ptl -o hz=24000000
	lacks 'clock.s first tick' lost
	details there.ptl wanted
	details back.liteos back
	same wanted back "the log and its $kind, with ticks"
	"$posixtrace" show -f csv --time=raw -O curTime,time back.liteos \
		> shown 2> err
	awk -F, 'NR > 1 {
		if ($1 < ticks || int($1 * 1000 / 24) != $2 + 0)
			exit 1
		ticks = $1
	}' shown || fail "$kind: times are no ticks, or step back" shown
done

# A task of the number of another one
rm -f there.ptl
record 0 'a successor' -o there.ptl -- ./round_trip successor
details there.ptl wanted
export_to tlv there.ptl
details back.liteos back
same wanted back 'the log and its messages, with a successor'
has '^TASK_DELETE taskId=task/worker ' back
has '^TASK_SWITCH taskId=task/successor ' back
export_to offline there.ptl
has 'names that tasks had before: 1 time$' lost

record 0 'no counter' -o plain.ptl -- ./round_trip

# A child is another board, with a counter of its own; none of its numbers is
# missing.
build round_trip round_trip.c -DLOSCFG_POSIXTRACE_TREE_M=1 \
	-DLOSCFG_TRACE_FRAME_EVENT_COUNT=1
rm -f there.ptl
record 0 'a child' -o there.ptl -- ./round_trip child
events_of there.ptl wanted
lines_are 324 wanted
for kind in tlv offline; do
	export_to $kind there.ptl
	has 'event counters of a second board: 4 times$' lost
	has 'events of a second board: .*: 4 times$' lost
	has 'names of tasks of a child process: 1 time$' lost
	events_of back.liteos back
	lacks ' lost' back
	sed 's,"task/another main",task/main,' wanted > wanted_names
	same wanted_names back "the log and its $kind, with a child"
done

# ... also behind a program without a counter
"$posixtrace" merge -q --force -o both.ptl plain.ptl there.ptl 2> err
status_is 0 $? 'merging' err
for kind in tlv offline; do
	export_to $kind both.ptl
	"$posixtrace" show --no-pager back.liteos > shown 2> err
	lacks ' lost' shown
done
finish
