/*
 * who.h - a number for each thread, process or type of event, in any mixture
 *
 * What is not to be told apart is 0. The numbers count from 0 in the order in
 * which somebody came first. There are so many at most: those who come later
 * are all one, the last number, which nobody has for himself.
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

/* The number of somebody. ENOMEM. */
int whos_find(struct whos *whos, const struct who *who, uint32_t *number);

/* Let an array, whose pointer is at rows, have a row of `size` bytes for each
 * number, zero at first. ENOMEM. */
int whos_reserve(const struct whos *whos, void *rows, size_t *room,
		 size_t size);

/* Whether that number is of many. */
static inline int whos_is_rest(const struct whos *whos, uint32_t number)
{
	return number == whos->most - 1;
}

#endif
