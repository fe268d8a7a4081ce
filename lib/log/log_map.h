/*
 * log_map.h - the order of a log's segments
 *
 * For a log without END, whose writer has died or is still writing: a survey
 * adds each section to the map.
 */
#ifndef PXT_LOG_MAP_H
#define PXT_LOG_MAP_H

#include <stdbool.h>

#include "log/log_file.h"

struct pxt_log_map {
	unsigned segments; /* segments so far, without the tail */
	bool falls;	   /* a number was below its predecessor's */
	uint64_t number;   /* number of the last one */
	uint64_t tail;	   /* offset of the tail; 0: none */
	uint64_t tail_number;

	/* The segments with the lowest and the highest number. */
	uint64_t oldest, oldest_number;
	uint64_t newest_number;
	struct pxt_log_segment newest;

	/* Chunks older than their predecessor in the file: their segment is
	 * being overwritten, or its head is lost. */
	uint64_t stray_at;
	uint64_t stray_last; /* latest ticks among them */
	uint64_t checked;    /* bytes of payloads verified for that */
	uint64_t previous;   /* highest number of a CHUNK or SEGMENT */
};

/* Adds a section of the survey. */
void pxt_log_map_add(struct pxt_log_map *map, const struct pxt_log_file *file,
		     const struct pxt_log_spot *spot);

/* Examines a section older than its predecessor. True: it begins a segment, and
 * the survey goes on behind it. */
bool pxt_log_map_wants(struct pxt_log_map *map, const struct pxt_log_file *file,
		       const struct pxt_log_spot *spot);

/* Computes the order of reading. size: of the file. Returns the offset of the
 * first chunk that may have been overwritten, and is taken as such; or 0. */
uint64_t pxt_log_map_order(const struct pxt_log_map *map, uint64_t size,
			   struct pxt_log_order *order);

#endif
