/*
 * alike.h - event types of one name as one
 *
 * Where events of one name have data of several kinds, their types are several.
 * Who counts events counts names.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <trace_np.h>

#include "base/map.h"
#include "source/source.h"

enum { ALIKE_TYPES = 1 << 12 }; /* types beyond are like no other */

/* Zeroes at first, but for the source, which is borrowed. */
struct alike {
	struct source *source;
	trace_event_id_t first[ALIKE_TYPES]; /* of its name; 0: not known */
	struct pxt_map names;		     /* their first types */
};

/* The first type of that name which was asked for. A type that has no name so
 * far, or for which there is no memory, is like no other. */
trace_event_id_t alike_first(struct alike *alike, trace_event_id_t type);

void alike_fini(struct alike *alike);

#endif
