#!/bin/sh
#
# check-build.sh - firmware is compiled as it stands: in C and C++, at any
# optimization, with base types of its own, and with tracing switched off
. "${top_srcdir:?}/tests/tools/lib.sh"
. "$top_srcdir/tests/firmware/liteos/liteos.sh"

build cxx cxx.cc -std=c++11 -O2
run 0 ./cxx
build cxx cxx.cc -std=c++20 -O0 -DLOSCFG_POSIXTRACE_TREE_M=1 \
	-DLOSCFG_POSIXTRACE_WIDE
run 0 ./cxx

for standard in gnu99 gnu11 gnu17; do
	build events events.c -std=$standard -O3
done
for standard in c99 c11 c17; do
	for tree in A M L; do
		build strict strict.c -std=$standard -pedantic \
			-DLOSCFG_POSIXTRACE_TREE_$tree=1
		run 0 ./strict
		build strict strict.c -std=$standard -pedantic -O3 \
			-ULOSCFG_KERNEL_TRACE -DLOSCFG_POSIXTRACE_TREE_$tree
		run 0 ./strict
	done
done
# Old firmware declares inside of blocks, and has base types already.
cat > own.h << 'END'
#include <stdint.h>
#define _LOS_TYPEDEF_H
typedef uint8_t UINT8;
typedef uint16_t UINT16;
typedef uint32_t UINT32;
typedef uint64_t UINT64;
typedef uintptr_t UINTPTR;
typedef char CHAR;
typedef unsigned int BOOL;
#define VOID void
#define LOS_OK 0
#define TRUE 1
#define FALSE 0
#define STATIC static
END
build events events.c -include own.h -Wno-unused-macros
run 0 ./events

# Off: nothing is left of an event, and the calls can be linked.
for source in events.c cxx.cc; do
	build off $source -ULOSCFG_KERNEL_TRACE -Wno-unused
	nm off > symbols
	lacks ' (OsTraceHook|g_traceEventHook|PosixtraceLiteosUnit)' symbols
done
build off events.c -ULOSCFG_KERNEL_TRACE -DLOSCFG_POSIXTRACE_TREE_M=1 \
	-DLOSCFG_KERNEL_TRACE=0
run 1 ./off
has 'LOS_TraceStart: tracing is not initialised' err

# What layouts say of frames is what a compiler makes of them.
cat > sizes.c << 'END'
#include <stdio.h>
#include <los_trace.h>
int main(void)
{
	printf("%d %d %d %d\n", (int)sizeof(TraceEventFrame),
	       (int)offsetof(TraceEventFrame, curTime),
	       (int)sizeof(OfflineHead), (int)sizeof(ObjData));
	return 0;
}
END
flags=$(pkg-config --cflags --libs posixtrace-liteos)
while read -r wanted switches; do
	# shellcheck disable=SC2086
	$CC $(sanitizer) $switches sizes.c -o sizes $flags 2> built ||
		fail 'sizes were not built' built
	[ "$(./sizes)" = "$(echo "$wanted" | tr , ' ') 24 40" ] ||
		fail "with '$switches' sizes are $(./sizes)"
done << 'END'
56,16
64,16 -DLOSCFG_TRACE_FRAME_CORE_MSG
64,16 -DLOSCFG_TRACE_FRAME_CORE_MSG -DLOSCFG_TRACE_FRAME_EVENT_COUNT
32,8 -DLOSCFG_POSIXTRACE_TREE_M
48,8 -DLOSCFG_POSIXTRACE_TREE_M -DLOSCFG_POSIXTRACE_WIDE
48,8 -DLOSCFG_POSIXTRACE_TREE_L
56,8 -DLOSCFG_POSIXTRACE_TREE_L -DLOSCFG_TRACE_FRAME_EVENT_COUNT
END
finish
