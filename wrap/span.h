/*
 * span.h - what may take long: an event before it, and one behind, however it
 * ends
 *
 * Also on the way out of a thread that is cancelled: what the last event is to
 * say then has to be there before.
 */
#ifndef WRAP_SPAN_H
#define WRAP_SPAN_H

#include <pthread.h>

#include "wrap/events.h"

/* The event that ends it. */
struct wrap_span {
	const void *data; /* the caller's, as long as it takes */
	size_t len;	  /* may change until then */
	enum wrap_event event;
	const void *caller;
};

/* For pthread_cleanup_push(). */
static inline void wrap_span_end(void *arg)
{
	const struct wrap_span *span = arg;

	wrap_record(span->event, span->data, span->len, span->caller);
}

#define WRAP_SPAN(event_, data_)                                     \
	{ .data = &(data_), .len = sizeof(data_), .caller = CALLER, \
	  .event = WRAP_EVENT_##event_ }

/* Do it. A label, or a return, has no place in there. */
#define WRAP_DURING(span, ...)                              \
	do {                                                \
		pthread_cleanup_push(wrap_span_end, span);  \
		__VA_ARGS__;                                \
		pthread_cleanup_pop(1);                     \
	} while (0)

#endif
