/*
 * records.h - what is known of locks: who waits, for what, who has it, and where
 */
#ifndef FIGURES_LOCKS_RECORDS_H
#define FIGURES_LOCKS_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "figures/keys.h"
#include "figures/locks/words.h"

enum {
	LOCKS_TYPES = 1 << 12,	/* types beyond are about no objects */
	LOCKS_MOST = 1 << 18,	/* objects */
	LOCKS_CLAIMS = 1 << 19, /* limit of pairs of threads and objects, and of
			        * threads */
	LOCKS_ORIGINS = 1 << 16,
};

/* Durations; including unfinished ones, as far as settled. */
struct lock_sum {
	uint64_t count; /* number of finished ones */
	uint64_t total, greatest;
};

/* A time that goes on: included in its sum up to ns. */
struct lock_time {
	int64_t since_ns;
	uint64_t before;
};

/* A list of claims, oldest first, + 1; 0: empty. */
struct lock_list {
	uint32_t oldest, newest;
};

struct lock_link {
	uint32_t older, newer;
};

enum lock_links { LOCK_OBJECT, LOCK_THREAD, LOCK_ALL, LOCK_LINKS };

struct lock_process {
	unsigned origin;
	pid_t pid;
	int64_t last_ns;
	int64_t end_ns; /* if it has ended; events may follow */
	bool has_ended;
};

struct lock_thread {
	unsigned origin;
	pid_t pid, tid;
	uint32_t process;
	int64_t first_ns, last_ns;
	uint32_t waiting;	/* number of objects it waits for */
	struct lock_sum waited; /* total */
	struct lock_time wait;
	struct lock_list busy; /* claims with a wait or ownership */
	uint32_t most;	       /* claim with its longest wait, + 1; or 0 */
};

/* An object of a process. */
struct lock_object {
	uint64_t address;
	struct lock_sum waited, had;
	uint64_t times;	    /* acquisitions */
	uint64_t nobodys;   /* waits while it had no owner */
	int64_t latest_ns;  /* time of its last event */
	int64_t charged_ns; /* charged up to this time */
	uint32_t process;
	uint32_t kind;		 /* number of a word */
	uint32_t waiting;	 /* number of waiting threads */
	uint32_t having;	 /* number of owning threads */
	struct lock_list owners; /* claims of its owners */
	pid_t said_owner;	 /* owner named by an event, or 0 */
	bool is_had;		 /* acquired at least once */
	bool hex;		 /* number is an address */
};

/* A named span of an object. */
struct lock_span {
	uint32_t object;
	uint32_t name;	  /* number of a word */
	uint32_t waiting; /* number of waiting threads */
	uint64_t at_once; /* ends without waiting */
	struct lock_sum waited;
};

/* A thread at an object. */
struct lock_claim {
	uint32_t object, thread;
	uint32_t span;	/* span of its wait, + 1; or 0 */
	uint32_t depth; /* nesting of its ownership */
	uint32_t place; /* place of its acquisition, or KEYS_NONE */
	uint64_t waited;
	uint64_t waits_at; /* code address of the wait */
	struct lock_time wait, hold;
	struct lock_link link[LOCK_LINKS];
};

/* A thread that owned an object, from a place in its program on. */
struct lock_place {
	uint32_t claim;
	uint64_t address; /* code address */
	uint64_t cost;	  /* waiting of others meanwhile */
	uint64_t times;
};

struct lock_roles;

/* A change in the ownership of an object by a thread, or in its waiting. */
enum lock_held {
	LOCK_HELD_BEGINS,
	LOCK_HELD_ENDS,
	LOCK_HELD_IS_LOST, /* the end is unknown */
	LOCK_HELD_WAS,	   /* the hold ends, and its beginning was not seen */
	LOCK_WAIT_BEGINS,
	LOCK_WAIT_ENDS, /* the claim's wait has its length */
};

/* Called for each change, with the number of its claim. */
typedef void lock_listener(void *context, uint32_t claim, enum lock_held what);

struct locks {
	struct fields *fields; /* borrowed */
	struct lock_words words;
	struct lock_roles *roles[LOCKS_TYPES];
	bool any;	  /* true after the first such event */
	uint32_t waiting; /* number of waits */

	struct key_seed seed;
	/* Numbers of the structs above. */
	struct keys processes, threads, objects, spans, claims, places;
	struct keys origins; /* values are int64_t: time of the last item */
	unsigned passing;    /* origin of the last item, + 1 */
	int64_t *passed_ns;  /* time there of the last item */
	struct keys selves;  /* thread objects: their numbers */
	struct lock_list busy;
	int64_t last_ns;	 /* time of the last item */
	lock_listener *listener; /* NULL: nobody */
	void *listening;	 /* context of listener */
};

static inline struct lock_process *lock_process(const struct locks *locks,
						uint32_t number)
{
	return keys_record(&locks->processes, number);
}

static inline struct lock_thread *lock_thread(const struct locks *locks,
					      uint32_t number)
{
	return keys_record(&locks->threads, number);
}

static inline struct lock_object *lock_object(const struct locks *locks,
					      uint32_t number)
{
	return keys_record(&locks->objects, number);
}

static inline struct lock_span *lock_span(const struct locks *locks,
					  uint32_t number)
{
	return keys_record(&locks->spans, number);
}

static inline struct lock_claim *lock_claim(const struct locks *locks,
					    uint32_t number)
{
	return keys_record(&locks->claims, number);
}

static inline struct lock_place *lock_place(const struct locks *locks,
					    uint32_t number)
{
	return keys_record(&locks->places, number);
}

#endif
