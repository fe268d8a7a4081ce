/*
 * who.h - a number for each thread, process or type of event, in any mixture
 *
 * What is not to be told apart is 0. The numbers count from 0 in the order in
 * which somebody came first. There are so many at most: those who come later
 * are all one, the last number, which nobody has for himself.
 */
#ifndef WHO_H
#define WHO_H

#include <stdint.h>

#include <trace_np.h>

enum { WHO_MOST = 1 << 18 };

struct who {
	unsigned origin;
	pid_t pid, tid;
	trace_event_id_t type;
	int64_t program; /* when it ran, see programs_which() */
};

struct whos {
	struct who *who;
	uint32_t *slot; /* numbers + 1, by hash */
	uint32_t count, room;
	uint32_t most;
};

/* most: a power of two, 64 at least. */
void whos_init(struct whos *whos, uint32_t most);
void whos_fini(struct whos *whos);

/* The number of somebody. ENOMEM. */
int whos_find(struct whos *whos, const struct who *who, uint32_t *number);

/* Whether that number is of many. */
static inline int whos_is_rest(const struct whos *whos, uint32_t number)
{
	return number == whos->most - 1;
}

#endif
