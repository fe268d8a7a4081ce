/*
 * nearby.h - of which type events could be that are lost
 *
 * A loss is near a type of events if, in the thread that lost them, it is
 * between two events of that type or next to one. Where it is not known which
 * thread it was, all threads together are taken for one.
 */
#ifndef NEARBY_H
#define NEARBY_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/who.h"

/* Who has lost events; of types he has recorded. */
struct nearby_thread {
	uint64_t lost, places;
	int64_t first_ns, last_ns; /* from the first loss to the last */
	uint64_t since;		   /* lost since his last event */
	uint32_t types;		   /* the first one + 1, or 0 */
	uint32_t latest;	   /* the type of that event + 1, or 0 */
};

/* A type of events of a thread. */
struct nearby_type {
	uint64_t lost;
	uint64_t doubtful; /* lost, if there is another event of the type */
	uint32_t thread;
	uint32_t next; /* type of the thread + 1, or 0 */
};

struct nearby {
	struct whos threads, types; /* numbers of the following */
	struct nearby_thread *thread;
	struct nearby_type *type;
	size_t thread_room, type_room;
	bool nobody; /* in particular has lost events, too */
	trace_event_id_t latest;
};

void nearby_init(struct nearby *nearby);
void nearby_fini(struct nearby *nearby);

/* Items as they come, and which of its process's programs each is of.
 * ENOMEM. */
int nearby_add_event(struct nearby *nearby,
		     const struct posix_trace_item_np *item, int64_t program);
int nearby_add_loss(struct nearby *nearby,
		    const struct posix_trace_item_np *item, int64_t program);

#endif
