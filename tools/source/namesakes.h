/*
 * namesakes.h - event types of one name as one
 *
 * Where events of one name have data of several kinds, their types are several.
 * Who counts events counts names.
 */
#ifndef NAMESAKES_H
#define NAMESAKES_H

#include <trace_np.h>

#include "base/map.h"
#include "source/source.h"

enum { NAMESAKES_TYPES = 1 << 12 }; /* types beyond are like no other */

/* Zeroes at first, but for the source, which is borrowed. */
struct namesakes {
	struct source *source;
	trace_event_id_t first[NAMESAKES_TYPES]; /* of its name; 0: not known */
	struct pxt_map names;			 /* their first types */
};

/* The first type of that name which was asked for. A type that has no name so
 * far, or for which there is no memory, is like no other. */
trace_event_id_t namesakes_first(struct namesakes *alike,
				 trace_event_id_t type);

void namesakes_fini(struct namesakes *alike);

#endif
