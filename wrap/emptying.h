/*
 * emptying.h - what a stream writes to its file while a function is called
 */
#ifndef WRAP_EMPTYING_H
#define WRAP_EMPTYING_H

#include <pthread.h>

#include "wrap/events.h"
#include "wrap/next.h"
#include "wrap/stream.h"

struct wrap_emptying {
	FILE *file;
	bool locked, told, failed;
	size_t pending;
	struct wrap_transfer data;
	const void *caller;
};

/* Whether it has a file; then with its lock. */
bool wrap_emptying_enter(FILE *file, bool lock);

/* Whether the buffer has no room for this, as far as can be seen without the
 * lock. */
bool wrap_emptying_must(FILE *file, const char *from, size_t size);

/* told: there is an event before, as something will be written; else both come
 * behind, if it was. size: how much comes to what is there. */
struct wrap_emptying wrap_emptying_begin(FILE *file, bool locked, size_t size,
					 bool told, const void *caller);

/* given: what the stream was given, and may have still. */
void wrap_emptying_finish(struct wrap_emptying *emptying, size_t given);

/* It is closed, and gone: what it had was written, or was lost. */
void wrap_emptying_closed(struct wrap_emptying *emptying, int error);

/* For pthread_cleanup_push(). */
void wrap_emptying_end(void *emptying);

/* Do it. A label, or a return, has no place in there. */
#define WRAP_EMPTY(emptying, ...)                                  \
	do {                                                       \
		pthread_cleanup_push(wrap_emptying_end, emptying); \
		__VA_ARGS__;                                       \
		pthread_cleanup_pop(1);                            \
	} while (0)

#endif
