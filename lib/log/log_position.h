/*
 * log_position.h - from section to section through a damaged log
 *
 * Without a valid head the position searches for the next one, and remembers
 * where it was lost until it is past that. It moves only when told to: a failed
 * operation can be repeated, and a growing file be read on.
 */
#ifndef PXT_LOG_POSITION_H
#define PXT_LOG_POSITION_H

#include <stdbool.h>

#include "log/log_file.h"
#include "log/log_map.h"

struct pxt_log_position {
	uint64_t at;	  /* the next section, or the start of the search for
			   * it */
	uint64_t number;  /* number of the section before */
	uint64_t lost_at; /* start of the search; 0: not lost */
	bool ended;	  /* the last section was END */

	uint64_t stop;		 /* limit; 0: the end of the file */
	bool strict;		 /* older sections are remnants of an
				  * overwritten segment */
	struct pxt_log_map *map; /* a survey fills this map */
};

/* Finds the next section with a complete payload. ENODATA: none yet. */
int pxt_log_position_find(struct pxt_log_position *position,
			  struct pxt_log_file *file, struct pxt_log_spot *spot);

/* Moves behind spot. */
void pxt_log_position_step(struct pxt_log_position *position,
			   const struct pxt_log_spot *spot);

/* Moves elsewhere. */
void pxt_log_position_move(struct pxt_log_position *position, uint64_t at,
			   uint64_t stop);

#endif
