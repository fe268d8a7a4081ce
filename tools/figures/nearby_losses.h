/*
 * nearby_losses.h - types near lost events
 *
 * A loss is near a type if it is, in its thread, between two events of that
 * type or next to one. If the thread is unknown, all threads together count as
 * one.
 */
#ifndef NEARBY_LOSSES_H
#define NEARBY_LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/entities.h"

/* A thread with losses; its types. */
struct nearby_thread {
	uint64_t lost, places;
	int64_t first_ns, last_ns; /* range of its losses */
	uint64_t since;		   /* lost since its last event */
	uint32_t types;		   /* first type + 1, or 0 */
	uint32_t latest;	   /* type of its last event + 1, or 0 */
};

/* A type in a thread. */
struct nearby_type {
	uint64_t lost;
	uint64_t doubtful; /* losses that count if the type recurs */
	uint32_t thread;
	uint32_t next; /* next type of the thread + 1, or 0 */
};

struct nearby_losses {
	struct entities threads, types; /* numbers of threads and types */
	struct nearby_thread *thread;
	struct nearby_type *type;
	size_t thread_room, type_room;
	bool nobody; /* losses without a thread exist */
	trace_event_id_t latest;
};

void nearby_losses_init(struct nearby_losses *nearby);
void nearby_losses_fini(struct nearby_losses *nearby);

/* Adds items in order, with the program of the process. *type: number of the
 * event's type in its thread. ENOMEM. */
int nearby_losses_add_event(struct nearby_losses *nearby,
			    const struct posix_trace_item_np *item,
			    int64_t program, uint32_t *type);
int nearby_losses_add_loss(struct nearby_losses *nearby,
			   const struct posix_trace_item_np *item,
			   int64_t program);

/* Adds another event of that number, which is not the shared one. ENOMEM. */
int nearby_losses_add_again(struct nearby_losses *nearby, uint32_t type);

#endif
