/*
 * creation.h - what the tests of posix_trace_create() have in common
 *
 * A stream that is refused leaves alone where its identifier would have been.
 */
#ifndef TESTS_API_CREATION_H
#define TESTS_API_CREATION_H

#include "tracing.h"

static trace_event_id_t type;

static inline void setup(void)
{
	type = type_of("event");
}

static const trace_id_t UNTOUCHED = 4711;

static inline void assert_log_refused(const trace_attr_t *attr, int fd, int err)
{
	trace_id_t trid = UNTOUCHED;

	ck_assert_int_eq(posix_trace_create_withlog(0, attr, fd, &trid), err);
	ck_assert_int_eq(trid, UNTOUCHED);
}

#endif
