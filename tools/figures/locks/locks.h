/*
 * locks.h - who waits for which object, and who has it meanwhile
 *
 * By descriptions: an object that a span is about, which begins, is waited for
 * until the span ends; one that is marked with [[acquire]] is had by its
 * thread, until [[release]]. So it is of locks, as well as of files that are
 * read and threads that are joined.
 *
 * What others wait is charged to the thread that has the object, and to the
 * place where that got it: of several to the one that has it longest.
 */
#ifndef FIGURES_LOCKS_LOCKS_H
#define FIGURES_LOCKS_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "figures/keys.h"
#include "figures/locks/words.h"

enum {
	LOCKS_TYPES = 1 << 12, /* types beyond are about no objects */
	LOCKS_MOST = 1 << 18,  /* objects */
	LOCKS_PARTS = 1 << 19, /* threads at objects, and threads */
	LOCKS_ORIGINS = 1 << 16,
};

/* Durations; also of what has not ended, as far as it was settled. */
struct lock_sum {
	uint64_t count; /* that have ended */
	uint64_t total, greatest;
};

/* Something that goes on: it is in its sum up to then. */
struct lock_time {
	int64_t since_ns;
	uint64_t before;
};

/* Parts, from the one that came first to the last, + 1; 0: there is none. */
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
	int64_t end_ns; /* if it has ended; it may have events behind that */
	bool has_ended;
};

struct lock_thread {
	unsigned origin;
	pid_t pid, tid;
	uint32_t process;
	int64_t first_ns, last_ns;
	uint32_t waiting;	/* for so many objects, now */
	struct lock_sum waited; /* for any */
	struct lock_time wait;
	struct lock_list busy; /* parts where it waits, or that it has */
	uint32_t most;	       /* the part where it waited longest, + 1; or 0 */
};

/* An object of a process. */
struct lock_object {
	uint64_t address;
	struct lock_sum waited, had;
	uint64_t times;	   /* that it was acquired */
	uint64_t nobodys;  /* it was waited for while nobody had it */
	int64_t latest_ns; /* of its last event */
	int64_t charged_ns; /* what others wait is charged up to then */
	uint32_t process;
	uint32_t kind;		 /* a word */
	uint32_t waiting;	 /* threads, now */
	uint32_t having;	 /* likewise */
	struct lock_list owners; /* parts that have it */
	pid_t said_owner; /* the thread that is said to have it, or 0 */
	bool is_had;		 /* it can be acquired */
	bool hex;		 /* its number is an address */
};

/* Spans of a name about an object. */
struct lock_span {
	uint32_t object;
	uint32_t name;	  /* a word */
	uint32_t waiting; /* threads, now */
	uint64_t at_once; /* ends where nobody had to wait */
	struct lock_sum waited;
};

/* A thread at an object. */
struct lock_part {
	uint32_t object, thread;
	uint32_t span;	/* it waits in, of the numbers of spans, + 1; or 0 */
	uint32_t depth; /* how often it has it */
	uint32_t place; /* where it got it, or KEYS_NONE */
	uint64_t waited;
	uint64_t waits_at; /* where in the program it began to wait */
	struct lock_time wait, hold;
	struct lock_link link[LOCK_LINKS];
};

/* A thread that had an object, from a place in its program on. */
struct lock_place {
	uint32_t part;
	uint64_t address; /* of the code */
	uint64_t cost;	  /* what others waited meanwhile */
	uint64_t times;
};

struct lock_roles;

struct locks {
	struct fields *fields; /* borrowed */
	struct lock_words words;
	struct lock_roles *roles[LOCKS_TYPES];
	bool any; /* there was an event about one */
	uint32_t waiting; /* threads at objects, now */

	struct key_seed seed;
	/* Of the structs above. */
	struct keys processes, threads, objects, spans, parts, places;
	struct keys origins; /* of int64_t: their last items */
	unsigned passing;    /* the origin of the last item, + 1 ... */
	int64_t *passed_ns;  /* ... and its time there */
	struct keys selves; /* of objects that are threads: their numbers */
	struct lock_list busy;
	int64_t last_ns; /* of all items */
};

/* fields: borrowed until fini. */
void locks_init(struct locks *locks, struct fields *fields);
void locks_fini(struct locks *locks);

/* Whether events of that type are about objects. layout: NULL, if they are not
 * described so far. ENOMEM. */
int locks_want(struct locks *locks, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted);

/* An event that is, and that fields has decoded just now. ENOMEM. */
int locks_add(struct locks *locks, const struct posix_trace_item_np *item);

/* Any other event: somebody is there still. ENOMEM. */
int locks_note(struct locks *locks, const struct posix_trace_item_np *item);

/* A loss: what its thread, or without one any thread, waits for or has by now
 * is not known. ENOMEM. */
int locks_lose(struct locks *locks, const struct posix_trace_item_np *item);

/* An item of any kind came: the trace of an origin goes on. ENOMEM. */
int locks_pass(struct locks *locks, unsigned origin, int64_t ns);

/* A process has ended, or does now: nothing of it goes on. */
void locks_end(struct locks *locks, unsigned origin, pid_t pid, int64_t ns);

/* Until when what goes on in a process has gone on, as far as is known by now:
 * until its end, or that of the trace of its origin. */
int64_t locks_end_of(struct locks *locks, unsigned origin, pid_t pid);

/* The whole trace up to that time is known: what goes on in a process that
 * lives has gone on until then, and all others have ended. */
void locks_reach(struct locks *locks, int64_t ns, bool (*lives)(pid_t pid));

/* Charge what is waited for still, up to the end of each process, or of the
 * trace of its origin. It may go on. */
void locks_settle(struct locks *locks);

/* Count from here on: of what was before, what goes on alone is left, at its
 * present length, which was settled. */
void locks_begin_anew(struct locks *locks);

/* Events that there was no room for. */
uint64_t locks_refused(const struct locks *locks);

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

static inline struct lock_part *lock_part(const struct locks *locks,
							uint32_t number)
{
	return keys_record(&locks->parts, number);
}

static inline struct lock_place *lock_place(const struct locks *locks,
							uint32_t number)
{
	return keys_record(&locks->places, number);
}

#endif
