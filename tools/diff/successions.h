/*
 * successions.h - which event type follows which, in each thread
 */
#ifndef SUCCESSIONS_H
#define SUCCESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"
#include "figures/entities.h"

enum {
	SUCCESSIONS_MOST = 1 << 16,
	SUCCESSIONS_CACHE = 1 << 12,
	SUCCESSIONS_THREADS = 1 << 10, /* threads that are found at once */
};

struct succession {
	trace_event_id_t first, next;
	uint64_t count;
};

struct successions {
	struct entities threads;
	trace_event_id_t *latest; /* types by number of the thread, + 1 */
	size_t thread_room;
	struct {
		bool is_kept;
		unsigned origin;
		pid_t pid, tid;
		uint32_t number;
	} near[SUCCESSIONS_THREADS];
	struct pxt_map numbers; /* numbers + 1 */
	struct succession *succession;
	size_t count, room;
	uint32_t cache[SUCCESSIONS_CACHE]; /* numbers, + 1 */
	uint64_t left_out;		   /* events beyond SUCCESSIONS_MOST */
};

void successions_init(struct successions *successions);
void successions_fini(struct successions *successions);

/* Adds an event of a type, which stands for all of its name. ENOMEM. */
int successions_add(struct successions *successions,
		    const struct posix_trace_item_np *item,
		    trace_event_id_t type);

#endif
