/*
 * who.h - numbers of threads, processes and event types
 *
 * Members that are not distinguished are 0. Numbers count from 0 in order of
 * appearance, up to a limit: all later ones share the last number.
 */
#ifndef WHO_H
#define WHO_H

#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "base/map.h"

enum { WHO_MOST = 1 << 18 };

struct who {
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	int64_t program; /* when it ran, see programs_which() */
};

struct whos {
	struct pxt_map numbers; /* + 1 */
	struct who *who;
	size_t room;
	uint32_t count, most;
};

void whos_init(struct whos *whos, uint32_t most);
void whos_fini(struct whos *whos);

/* Finds or adds a number. ENOMEM. */
int whos_find(struct whos *whos, const struct who *who, uint32_t *number);

/* Let an array, whose pointer is at rows, have a row of `size` bytes for each
 * number, zero at first. ENOMEM. */
int whos_reserve(const struct whos *whos, void *rows, size_t *room,
		 size_t size);

/* True for the shared number. */
static inline int whos_is_rest(const struct whos *whos, uint32_t number)
{
	return number == whos->most - 1;
}

#endif
