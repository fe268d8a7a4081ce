/*
 * level.h - levels: the writers of a thread
 *
 * Their rules are in attach.h.
 */
#ifndef PXT_SESSION_TRACED_LEVEL_H
#define PXT_SESSION_TRACED_LEVEL_H

#include "stream/process.h"
#include "stream/writer.h"

enum { PXT_LEVELS = 4 };

/* The word of a stop: more streams than any word counts. */
#define PXT_LEVEL_STOP UINT64_MAX

/* The streams that a level records into, and those that it misses. */
struct pxt_streams {
	uint64_t missing; /* slots of missing streams, a bit each (A7) */
	int64_t retry_ns; /* CLOCK_MONOTONIC_COARSE */
	struct pxt_writer *in_use[PXT_PROCESS_SLOTS];
	uint64_t nonce[PXT_PROCESS_SLOTS];
	struct pxt_writer writer[PXT_PROCESS_SLOTS]; /* writers by slot */
};

struct pxt_thread;

/* A level: the writers of one thread at one depth of nested signal handlers. It
 * always has a writer and a next level, so that no check is needed. */
struct pxt_level {
	uint64_t known;		 /* the word that it was made for */
	struct pxt_writer *only; /* the only writer, if there is one; else a
				  * dummy */
	struct pxt_level *after; /* the level of a handler; the last one, a stop
				  * made for no word, has itself */
	struct pxt_streams *streams;
	struct pxt_thread *thread; /* thread of the level */
	unsigned count;		   /* number of writers in use */
	unsigned plain;		   /* the same; 0: some stream is missing */
};

/* A thread's levels. Only the thread writes to them, except to `used`. */
struct pxt_thread {
	_Atomic(struct pxt_level *) next; /* level for the next event */
	_Atomic uint32_t used;
	uint32_t types; /* number of named user types at the last count */
	struct pxt_writer_self self;
	struct pxt_level level[PXT_LEVELS + 1];
};

/* Never NULL: a thread that has not recorded yet uses a dummy, whose levels are
 * all stops. */
extern __thread struct pxt_thread *pxt_thread_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
