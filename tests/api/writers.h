/*
 * writers.h - threads that record while a test changes their stream
 *
 * Each numbers its events, and waits when it has done all that it may.
 */
#ifndef TESTS_API_WRITERS_H
#define TESTS_API_WRITERS_H

#include <sched.h>

#include "tracing.h"

enum {
	WRITERS = 3,
	QUOTA = 400, /* events of each writer until the next change */
};

struct writer {
	pthread_t thread;
	_Atomic uint32_t begun, done;
};

static struct writer writers[WRITERS];
static trace_event_id_t even_type, odd_type; /* of their numbers */
static _Atomic uint32_t allowed;
static _Atomic bool enough;

static inline void *write_on(void *argument)
{
	struct writer *writer = argument;
	const uint32_t who = (uint32_t)(writer - writers);

	for (uint32_t i = 0; !enough;) {
		if (i >= allowed) {
			sched_yield();
			continue;
		}
		atomic_store(&writer->begun, i + 1);
		record(i % 2 ? odd_type : even_type, who, i);
		atomic_store(&writer->done, ++i);
	}
	return NULL;
}

static inline void launch_writers(trace_event_id_t even, trace_event_id_t odd)
{
	even_type = even;
	odd_type = odd;
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_create(&writers[i].thread, NULL, write_on,
					 &writers[i]));
}

static inline void dismiss_writers(void)
{
	enough = true;
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_join(writers[i].thread, NULL));
}

/* Let them write, until one of them is in the midst of it. */
static inline void stir(void)
{
	const uint32_t half = atomic_fetch_add(&allowed, QUOTA) + QUOTA / 2;

	for (;;) {
		for (int i = 0; i < WRITERS; i++)
			if (writers[i].done >= half)
				return;
		sched_yield();
	}
}

#endif
