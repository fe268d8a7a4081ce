/*
 * places.h - where in the program events were recorded
 */
#ifndef REPORT_PLACES_H
#define REPORT_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"

enum { REPORT_PLACES = 1 << 16 }; /* limit; events beyond have none */

/* A place: "match.c:118" and "order_loop", "" where unknown; and its name for
 * people. Numbers of texts. */
struct report_place {
	uint32_t source, function, text;
};

enum { REPORT_RECENT = 256 };

/* A place that was asked for. */
struct report_recent {
	uint64_t process, address; /* 0: none */
	uint32_t number;
};

/* Zero at first. */
struct report_places {
	struct report_recent recent[REPORT_RECENT];
	struct pxt_map of_address; /* numbers, see below, + 1 */
	struct pxt_map numbers;	   /* numbers of places */
	struct texts texts;
	struct report_place *place;
	size_t count, room;
};

void report_places_fini(struct report_places *places);

/* The number of the present event's place, from 1; 0: unknown. ENOMEM. */
int report_places_find(struct report_places *places, struct bridge *bridge,
		       uint32_t *number);

#endif
