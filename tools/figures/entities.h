/*
 * entities.h - numbers of threads, processes and event types
 *
 * Members that are not distinguished are 0. Numbers count from 0 in order of
 * appearance, up to a limit: all later ones share the last number.
 */
#ifndef ENTITIES_H
#define ENTITIES_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"

enum { ENTITIES_MOST = 1 << 18 };

struct entity {
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	int64_t program; /* when it ran, see programs_which() */
};

struct entities {
	struct pxt_map numbers; /* + 1 */
	struct entity *entity;
	size_t room;
	uint32_t count, most;
};

void entities_init(struct entities *entities, uint32_t most);
void entities_fini(struct entities *entities);

/* Finds or adds a number. ENOMEM. */
int entities_find(struct entities *entities, const struct entity *entity,
		  uint32_t *number);

/* Let an array, whose pointer is at rows, have a row of `size` bytes for each
 * number, zero at first. ENOMEM. */
int entities_reserve(const struct entities *entities, void *rows, size_t *room,
		     size_t size);

/* True for the shared number. */
static inline int entities_is_rest(const struct entities *entities,
				   uint32_t number)
{
	return number == entities->most - 1;
}

#endif
