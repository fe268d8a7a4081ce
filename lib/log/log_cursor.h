/*
 * log_cursor.h - from section to section through a log that may be damaged
 *
 * Where there is no sound head, the cursor searches for the next one, and
 * until that is behind it remembers where it was lost. It moves only when
 * told to: whatever failed can be tried again, and a file that grows be read
 * on.
 */
#ifndef PXT_LOG_CURSOR_H
#define PXT_LOG_CURSOR_H

#include <stdbool.h>

#include "log/log_file.h"
#include "log/log_map.h"

struct pxt_log_cursor {
	uint64_t at;	  /* of the next section, or of the search for it */
	uint64_t number;  /* of the section before */
	uint64_t lost_at; /* where there was no sound head; 0: not lost */
	bool ended;	  /* the section before was END */

	uint64_t stop;		 /* go no further; 0: to the end of the file */
	bool strict;		 /* older sections are what an overwritten
				  * segment left behind */
	struct pxt_log_map *map; /* this is a survey */
};

/* The next section of which all the payload is there. ENODATA: none yet. */
int pxt_log_cursor_find(struct pxt_log_cursor *cursor,
			struct pxt_log_file *file, struct pxt_log_place *place);

/* Go on behind place. */
void pxt_log_cursor_step(struct pxt_log_cursor *cursor,
			 const struct pxt_log_place *place);

/* Go on elsewhere. */
void pxt_log_cursor_move(struct pxt_log_cursor *cursor, uint64_t at,
			 uint64_t stop);

#endif
