/*
 * places.h - the functions in which events are recorded
 *
 * Events are counted by the address of their call while they are read, and by
 * function and source file in the end: a line moves with each change of the text
 * above it.
 */
#ifndef PLACES_H
#define PLACES_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"
#include "event/symbols.h"

enum { PLACES_MOST = 1 << 16, PLACES_CACHE = 1 << 12, PLACES_TEXT = 512 };

struct place {
	trace_event_id_t type; /* stands for all of its name */
	unsigned origin;
	pid_t pid;
	const void *address;
	struct timespec when; /* time of the first event */
	uint64_t count;
};

struct places {
	struct pxt_map numbers; /* + 1 */
	struct place *place;
	size_t count, room;
	uint32_t cache[PLACES_CACHE]; /* numbers, + 1 */
	uint64_t left_out;	      /* events beyond PLACES_MOST */
};

/* Zero at first. */
void places_fini(struct places *places);

/* Adds an event of a type, which stands for all of its name. ENOMEM. */
int places_add(struct places *places, const struct posix_trace_item_np *item,
	       trace_event_id_t type);

/* "send_order (send.c)" in PLACES_TEXT bytes; empty: unknown. */
void places_name(const struct place *place, struct symbols *symbols,
		 char *name);

#endif
