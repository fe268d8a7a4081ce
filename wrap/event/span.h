/*
 * span.h - two events around a call that may take long
 *
 * The end event is recorded for a cancelled thread, too: its data has to be in
 * place before the call.
 */
#ifndef WRAP_EVENT_SPAN_H
#define WRAP_EVENT_SPAN_H

#include <pthread.h>

#include "wrap/event/events.h"

/* The end event of a call. */
struct wrap_span {
	const void *data; /* owned by the caller during the call */
	size_t len;	  /* may change during the call */
	enum wrap_event event;
	const void *caller;
};

/* Cleanup handler for pthread_cleanup_push(). */
static inline void wrap_span_end(void *arg)
{
	const struct wrap_span *span = arg;

	wrap_record(span->event, span->data, span->len, span->caller);
}

#define WRAP_SPAN(event_, data_)                                          \
	{                                                                 \
		.data = &(data_), .len = sizeof(data_), .caller = CALLER, \
		.event = WRAP_EVENT_##event_                              \
	}

/* Runs the statement within the span. Labels and returns are not allowed in
 * it. */
#define WRAP_DURING(span, ...)                             \
	do {                                               \
		pthread_cleanup_push(wrap_span_end, span); \
		__VA_ARGS__;                               \
		pthread_cleanup_pop(1);                    \
	} while (0)

#endif
