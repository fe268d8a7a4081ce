/*
 * log_map.h - in what order the segments of a log are to be read
 *
 * For a log whose END does not tell, its writer being dead or still at work:
 * a survey, from section to section, adds to the map what it meets.
 */
#ifndef PXT_LOG_MAP_H
#define PXT_LOG_MAP_H

#include <stdbool.h>

#include "log/log_file.h"

struct pxt_log_map {
	unsigned segments; /* so far, the tail aside */
	bool falls;	   /* the number of one was below that before it */
	uint64_t number;   /* of the last one met */
	uint64_t tail;	   /* 0: none */
	uint64_t tail_number;

	/* The one with the lowest and the one with the highest number. */
	uint64_t oldest, oldest_number;
	uint64_t newest_number;
	struct pxt_log_segment newest;

	/* Chunks older than what is before them in the file: their segment is
	 * overwritten; or they have lost its head. */
	uint64_t stray_at;
	uint64_t stray_last; /* the greatest ticks among them */
	uint64_t checked;    /* bytes of the payloads read for that */
	uint64_t previous;   /* the highest number of a CHUNK or SEGMENT */
};

/* A section that the survey has arrived at. */
void pxt_log_map_add(struct pxt_log_map *map, const struct pxt_log_file *file,
		     const struct pxt_log_place *place);

/* A section that is older than the one before it. true: it begins a segment,
 * and this is where to go on. */
bool pxt_log_map_wants(struct pxt_log_map *map, const struct pxt_log_file *file,
		       const struct pxt_log_place *place);

/* How the log is to be read. size: of the file. Returns where the first
 * chunk is of which it is not known whether it was overwritten, or 0; it is
 * taken for overwritten then. */
uint64_t pxt_log_map_order(const struct pxt_log_map *map, uint64_t size,
			   struct pxt_log_order *order);

#endif
