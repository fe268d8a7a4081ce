/*
 * holds.h - rules about objects that threads own, or wait for
 *
 * Who owns what, and who waits, is what stat knows of locks.
 */
#ifndef CHECK_HOLDS_H
#define CHECK_HOLDS_H

#include "check/position.h"
#include "check/rules.h"
#include "figures/ends.h"
#include "figures/locks/locks.h"

/* Places where a thread got an object, and where it began to wait. */
struct hold_places {
	struct place got, waits;
	bool is_released; /* set by another thread */
};

struct holds {
	struct position *position; /* borrowed, as rules are */
	struct rules *rules;
	bool is_wanted; /* true if a rule is about objects; else nothing here is used */
	struct locks locks;
	struct ends ends;
	struct hold_places *places; /* indexed by claim */
	size_t room;
	int error; /* error of the listener */
};

void holds_init(struct holds *holds, struct position *position,
		struct rules *rules);
void holds_fini(struct holds *holds);

/* True if the present event, of that type as described now, concerns objects,
 * or the end of a process. ENOMEM. */
int holds_want(struct holds *holds, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *objects,
	       bool *ends);

/* Adds the present item: what concerns objects, ends of processes, and all
 * others. ENOMEM. */
int holds_add(struct holds *holds, bool objects, bool ends);

/* Finds a rule, not told yet, that a wait breaks which goes on, by that time.
 * NULL: there is none. example: the place; its text is to be freed, and NULL
 * without memory. */
struct rule *holds_find_overdue(struct holds *holds, int64_t last_ns,
				struct example *example);

/* Waits go on until then. lives: as for locks_reach(). */
void holds_reach(struct holds *holds, int64_t ns, bool (*lives)(pid_t pid));

/* Counts what goes on at the end of the trace. ENOMEM. */
int holds_end(struct holds *holds);

#endif
