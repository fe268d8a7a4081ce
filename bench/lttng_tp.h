/*
 * lttng_tp.h - the event of the benchmark, as LTTng-UST wants it described
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER posixtrace_bench

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "bench/lttng_tp.h"

#if !defined(LTTNG_TP_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LTTNG_TP_H

#include <lttng/tracepoint.h>
#include <stddef.h>

LTTNG_UST_TRACEPOINT_EVENT(
	posixtrace_bench, bench_event,
	LTTNG_UST_TP_ARGS(const unsigned char *, data, size_t, len),
	LTTNG_UST_TP_FIELDS(lttng_ust_field_sequence(unsigned char, data, data,
						     size_t, len)))

#endif

#include <lttng/tracepoint-event.h>
