#!/bin/sh
#
# check-states.sh - states, codes, masks, filter and macros are those of the
# three trees, whatever the program is compiled with
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

for tree in A M L; do
	build states states.c -DLOSCFG_POSIXTRACE_TREE_$tree=1
	run 0 ./states
	has 'LOS_TraceRecordDump: tracing is not stopped' err
done
# No tree was initialised twice, and L not too early.
has 'LOS_TraceStart: tracing is not initialised' err
has 'LOS_TraceReset: tracing is not initialised' err
has 'LOS_TraceInit: tracing is initialised already' err

build states states.c -O2 -DLOSCFG_POSIXTRACE_TREE_M=1 \
	-DLOSCFG_POSIXTRACE_WIDE -DLOSCFG_TRACE_FRAME_CORE_MSG=1 \
	-DLOSCFG_TRACE_FRAME_EVENT_COUNT=1 -DLOSCFG_TRACE_OBJ_MAX_NUM=4 \
	-DLOSCFG_TRACE_FRAME_MAX_PARAMS=6
run 0 ./states
build states states.c -O2 -DLOSCFG_TRACE_FRAME_MAX_PARAMS=0
run 0 ./states
finish
