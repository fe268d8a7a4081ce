/* timers.c - times from one event to another */
#include <stddef.h>

#include "template/timers.h"

enum { PROBES = 16 }; /* slots that a pair may use */

static struct pxt_timer *place(struct pxt_timers *timers, uint64_t first,
			       uint64_t last, unsigned probe)
{
	const uint64_t hash =
		(first * 31 + last) * UINT64_C(0x9e3779b97f4a7c15);

	return &timers->timer[((hash >> 32) + probe) % PXT_TIMERS_MAX];
}

static struct pxt_timer *find(struct pxt_timers *timers, uint64_t first,
			      uint64_t last)
{
	for (unsigned i = 0; i < PROBES; i++) {
		struct pxt_timer *timer = place(timers, first, last, i);

		if (timer->runs && timer->first == first && timer->last == last)
			return timer;
	}
	return NULL;
}

/* Returns a free slot, or that of the oldest timer. */
static struct pxt_timer *make_room(struct pxt_timers *timers, uint64_t first,
				   uint64_t last)
{
	struct pxt_timer *oldest = place(timers, first, last, 0);

	for (unsigned i = 0; i < PROBES; i++) {
		struct pxt_timer *timer = place(timers, first, last, i);

		if (!timer->runs)
			return timer;
		if (timer->start < oldest->start)
			oldest = timer;
	}
	return oldest;
}

void pxt_timers_start(struct pxt_timers *timers, uint64_t first, uint64_t last,
		      uint64_t now)
{
	struct pxt_timer *timer = find(timers, first, last);

	if (!timer)
		timer = make_room(timers, first, last);
	*timer = (struct pxt_timer){
		.first = first,
		.last = last,
		.start = now,
		.runs = true,
	};
}

bool pxt_timers_end(struct pxt_timers *timers, uint64_t first, uint64_t last,
		    uint64_t now, uint64_t *elapsed)
{
	struct pxt_timer *timer = find(timers, first, last);

	if (!timer)
		return false;
	timer->runs = false;
	*elapsed = now > timer->start ? now - timer->start : 0;
	return true;
}
