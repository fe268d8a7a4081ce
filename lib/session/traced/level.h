/*
 * level.h - what a thread records with
 *
 * The rules of it are those of attach.h.
 */
#ifndef PXT_SESSION_TRACED_LEVEL_H
#define PXT_SESSION_TRACED_LEVEL_H

#include "stream/process.h"
#include "stream/writer.h"

enum { PXT_LEVELS = 4 };

/* The word that a stop knows: more streams than any word counts. */
#define PXT_LEVEL_STOP UINT64_MAX

/* The streams that a level records into, and those it cannot. */
struct pxt_streams {
	uint64_t missing; /* slots, a bit for each (A7) */
	int64_t retry_ns; /* CLOCK_MONOTONIC_COARSE */
	struct pxt_writer *in_use[PXT_PROCESS_SLOTS];
	uint64_t nonce[PXT_PROCESS_SLOTS];
	struct pxt_writer writer[PXT_PROCESS_SLOTS]; /* by slot */
};

struct pxt_thread;

/* What one thread records with while so many signal handlers are nested. Never
 * left without a writer and a next level, so that nobody has to ask. */
struct pxt_level {
	uint64_t known;		 /* the word it was made for */
	struct pxt_writer *only; /* the writer in use, if it is one; else one
				  * that cannot record */
	struct pxt_level *after; /* where a handler records; of the last, which
				  * is a stop and made for no word: itself */
	struct pxt_streams *streams;
	struct pxt_thread *thread; /* that it belongs to */
	unsigned count;		   /* of the writers in use */
	unsigned plain;		   /* the same; 0: some stream is missing */
};

/* Belongs to one thread, which alone writes to it, but for `used`. */
struct pxt_thread {
	_Atomic(struct pxt_level *) next; /* level for the next to enter */
	_Atomic uint32_t used;
	uint32_t types; /* user types that have a name, when last counted */
	struct pxt_writer_self self;
	struct pxt_level level[PXT_LEVELS + 1];
};

/* Never NULL: a thread that has not recorded yet is nobody, all of whose
 * levels are stops. */
extern __thread struct pxt_thread *pxt_thread_self
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

#endif
