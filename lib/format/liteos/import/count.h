/*
 * count.h - missing events, by the event counter
 *
 * The counter goes up by one from event to event, in the order of time. Events
 * are stored and sent in a different order: an interrupt may come between an
 * event's time and its slot. A skipped value may come late, and only later
 * events show what is missing.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_COUNT_H
#define PXT_FORMAT_LITEOS_IMPORT_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PXT_LITEOS_LOOKAHEAD =
		17, /* values to look at: the next, and 16 more */
};

/* Zero at first. */
struct pxt_liteos_count {
	bool any;
	uint32_t next;	 /* highest value + 1 */
	uint32_t before; /* last value */
};

/* True if nothing is missing before that value: no need to look ahead. */
bool pxt_liteos_count_goes_on(const struct pxt_liteos_count *count,
			      uint32_t value);

/* Returns the events missing for good before the next one, and counts them
 * once. ahead: the values from that one on. */
uint32_t pxt_liteos_count_missing(struct pxt_liteos_count *count,
				  const uint32_t *ahead, size_t len);

/* Returns the events before a dump of a full ring with these values, without
 * those of the last dump. */
uint64_t pxt_liteos_count_before(const struct pxt_liteos_count *count,
				 uint32_t least, uint32_t most);

/* Notes an event's value. */
void pxt_liteos_count_take(struct pxt_liteos_count *count, uint32_t value);

#endif
