/*
 * count.h - how many events are missing, says the event counter
 *
 * It goes up by one from event to event in the order of their times. They are
 * stored and sent in another one: an interrupt may come between the time of an
 * event and its place. So a count that is left out may come later, and what is
 * missing is known by those that follow.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_COUNT_H
#define PXT_FORMAT_LITEOS_IMPORT_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LITEOS_AHEAD = 17, /* counts to look at: of the next, and 16 more */
};

/* Zeroes at first. */
struct pxt_liteos_count {
	bool any;
	uint32_t next;	 /* behind the highest that came */
	uint32_t before; /* what came last */
};

/* There is no need to look ahead: nothing is missing before that one. */
bool pxt_liteos_count_goes_on(const struct pxt_liteos_count *count,
			      uint32_t value);

/* How many are missing before the next event, and will not come later. The
 * counts of some from that one on; they are told once. */
uint32_t pxt_liteos_count_missing(struct pxt_liteos_count *count,
				  const uint32_t *ahead, size_t len);

/* How many came before a dump of a full ring, which has these: none of them is
 * there any more, but for those of the dump before. */
uint64_t pxt_liteos_count_before(const struct pxt_liteos_count *count,
				 uint32_t least, uint32_t most);

/* The event came. */
void pxt_liteos_count_take(struct pxt_liteos_count *count, uint32_t value);

#endif
