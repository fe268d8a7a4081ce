/*
 * running_stream.h - a test's one stream, and its type of events
 */
#ifndef TESTS_RUNNING_STREAM_H
#define TESTS_RUNNING_STREAM_H

#include "tracing.h"

static trace_event_id_t type;
static trace_id_t trid;

/* A running stream of which START has been read. */
static inline void setup(void)
{
	type = type_of("event");
	trid = start_stream(0);
	ck_assert_uint_eq(drain(trid), 1);
}

#endif
