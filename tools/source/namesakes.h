/*
 * namesakes.h - event types of the same name
 *
 * Events of one name with several kinds of data have several types. Counting is
 * by name.
 */
#ifndef NAMESAKES_H
#define NAMESAKES_H

#include <trace_np.h>

#include "base/map.h"
#include "source/source.h"

enum { NAMESAKES_TYPES = 1 << 12 }; /* types beyond are unlike any other */

/* Zero at first, except the source, which is borrowed. */
struct namesakes {
	struct source *source;
	trace_event_id_t first[NAMESAKES_TYPES]; /* first type of the name; 0:
					      * unknown */
	struct pxt_map names;			 /* first type of each name */
};

/* The first type of that name that was asked for. A type without a name so far,
 * or without memory for it, is unlike any other. */
trace_event_id_t namesakes_first(struct namesakes *alike,
				 trace_event_id_t type);

void namesakes_fini(struct namesakes *alike);

#endif
