/*
 * full_stream.h - streams that are soon full, and threads that fill them
 */
#ifndef TESTS_SESSION_TRANSFER_FULL_STREAM_H
#define TESTS_SESSION_TRANSFER_FULL_STREAM_H

#include "tracing.h"

enum {
	SIZE = 32768,	/* of a stream that is soon full */
	MAX_DATA = 512, /* its max-data-size */
	PLENTY = 5000,	/* marks: more than it takes */
	ROOMY = 16 << 20,
	ROUNDS = SANITIZED ? 10 : 40,
};

static trace_event_id_t type;
static trace_id_t trid;

static inline trace_attr_t attr_for(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, MAX_DATA);

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	return attr;
}

static inline trace_id_t start_for(pid_t pid, int policy, size_t size)
{
	trace_attr_t attr = attr_for(policy, size);
	trace_id_t made;

	assert_ok(posix_trace_create(pid, &attr, &made));
	assert_ok(posix_trace_start(made));
	return made;
}

static inline trace_id_t start_until_full(size_t size)
{
	return start_for(0, POSIX_TRACE_UNTIL_FULL, size);
}

static inline trace_id_t start_loop(size_t size)
{
	return start_for(0, POSIX_TRACE_LOOP, size);
}

static inline void setup_until_full(void)
{
	type = type_of("event");
	trid = start_until_full(SIZE);
}

static inline void setup_loop(void)
{
	type = type_of("event");
	trid = start_loop(SIZE);
}

/* What a stream of that size promises to hold. */
static inline uint32_t promised(size_t size, size_t len)
{
	trace_attr_t attr = attr_of(size, MAX_DATA);
	size_t each;

	assert_ok(posix_trace_attr_getmaxusereventsize(&attr, len, &each));
	return (uint32_t)(size / each);
}

static inline void put(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record(type, 0, i);
}

static inline int overrun_of(trace_id_t stream)
{
	return status_of(stream).posix_stream_overrun_status;
}

static inline void assert_runs(trace_id_t stream)
{
	assert_state(stream, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}

static inline void assert_stopped_itself(trace_id_t stream)
{
	assert_state(stream, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
}

/* Threads that do a piece of work together, each time they are told. */

enum { CREW_MAX = 4 };

static struct {
	pthread_t thread[CREW_MAX];
	pthread_barrier_t go, done;
	unsigned size;
	bool dismissed;
	void (*work)(uint32_t who);
} crew;

static inline void *serve(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (;;) {
		pthread_barrier_wait(&crew.go);
		if (crew.dismissed)
			return NULL;
		crew.work(who);
		pthread_barrier_wait(&crew.done);
	}
}

static inline void hire(unsigned size)
{
	crew.size = size;
	assert_ok(pthread_barrier_init(&crew.go, NULL, size + 1));
	assert_ok(pthread_barrier_init(&crew.done, NULL, size + 1));
	for (uintptr_t i = 0; i < size; i++)
		assert_ok(pthread_create(&crew.thread[i], NULL, serve,
					 (void *)i));
}

static inline void begin_work(void work(uint32_t who))
{
	crew.work = work;
	pthread_barrier_wait(&crew.go);
}

static inline void end_work(void)
{
	pthread_barrier_wait(&crew.done);
}

static inline void dismiss(void)
{
	crew.dismissed = true;
	pthread_barrier_wait(&crew.go);
	for (unsigned i = 0; i < crew.size; i++)
		assert_ok(pthread_join(crew.thread[i], NULL));
}

static _Atomic bool enough;

/* Until told otherwise, and with a breath now and then for those who read and
 * ask: there may be one processor for all. */
static inline void write_on(uint32_t who)
{
	for (uint32_t i = 0; !enough; i++) {
		record(type, who, i);
		if (i % 256 == 0)
			sched_yield();
	}
}

enum { WINDOWS = SANITIZED ? 10 : 40 };

#endif
