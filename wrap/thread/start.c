/*
 * start.c - start functions of threads
 *
 * These functions record the end of the thread however it comes. Their argument
 * is in memory from the program's allocator.
 */
#include "wrap/thread/start.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "wrap/event/events.h"
#include "wrap/event/objects.h"

static void end(void *routine)
{
	RECORD_OBJECT(thread_exit, pthread_self(), WRAP_BEGIN_OF(routine));
}

static uintptr_t address_of(const struct wrap_start *start)
{
	return start->routine ? (uintptr_t)start->routine :
				(uintptr_t)start->c11;
}

static void *run(const struct wrap_start *start)
{
	return start->routine ? start->routine(start->arg) :
				(void *)(intptr_t)start->c11(start->arg);
}

void *wrap_start_begin(void *arg)
{
	struct wrap_start *given = arg;
	const struct wrap_start start = *given;
	const struct wrap_thread_data data = {
		.thread = (uintptr_t)pthread_self(),
		.start = address_of(&start),
	};
	void *result;

	free(given);
	WRAP_OBJECT("thread", data.thread, NULL,
		    { "start", .number = (int64_t)data.start, .hex = true });
	RECORD(thread_start, data, WRAP_BEGIN_OF(data.start));
	pthread_cleanup_push(end, (void *)data.start);
	result = run(&start);
	pthread_cleanup_pop(1);
	return result;
}

int wrap_start_begin_c11(void *arg)
{
	return (int)(intptr_t)wrap_start_begin(arg);
}

struct wrap_start *wrap_start_copy(const struct wrap_start *start)
{
	const int saved_errno = errno;
	struct wrap_start *copy = malloc(sizeof(*copy));

	errno = saved_errno;
	if (copy)
		*copy = *start;
	return copy;
}
