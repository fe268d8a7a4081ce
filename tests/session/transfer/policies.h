/*
 * policies.h - the pairs of policies that a stream and its log may have
 *
 * The i-th pair, for a loop test, is that of stream_policy[i / POLICIES] and
 * log_policy[i % POLICIES].
 */
#ifndef TESTS_SESSION_TRANSFER_POLICIES_H
#define TESTS_SESSION_TRANSFER_POLICIES_H

#include "tracing.h"

static const int stream_policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				     POSIX_TRACE_FLUSH };
static const int log_policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				  POSIX_TRACE_APPEND };

enum {
	POLICIES = ARRAY_LEN(stream_policy),
	PAIRS = POLICIES * ARRAY_LEN(log_policy),
};

#endif
