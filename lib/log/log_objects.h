/*
 * log_objects.h - the objects that a log has told of so far
 *
 * Keeps copies until fini: what was given out stays valid. A log may tell of
 * as much as END has room for, and what is more is left out.
 *
 * An address may have been that of one object after another, and an object may
 * be told twice, by a section and by END.
 */
#ifndef PXT_LOG_OBJECTS_H
#define PXT_LOG_OBJECTS_H

#include "log/log_format.h"

struct pxt_told_object;

struct pxt_log_objects {
	struct pxt_told_object *first, **last; /* as they were told */
	struct pxt_told_object **by_kind, **by_time;
	size_t count, kind_room, time_room;
	size_t bytes;
	bool sorted;
};

/* EBADMSG: data is no object. ENOMEM. */
int pxt_log_objects_add(struct pxt_log_objects *objects, const void *data,
			size_t len);

/* Of those with that origin, process and address the one that was there at a
 * time, the first if that is before all of them. It is one of that kind, if
 * there is any; kind "" has no preference. A process that had none at that time,
 * and is the copy of another, has what that one had then. NULL: none. */
const struct pxt_log_object *
pxt_log_objects_find(struct pxt_log_objects *objects,
		     const struct pxt_log_object *wanted);

/* The one of an origin behind the one that was given out before, or the first,
 * behind NULL. NULL: no more. */
const struct pxt_log_object *
pxt_log_objects_next(struct pxt_log_objects *objects, uint32_t origin,
		     const struct pxt_log_object *before);

void pxt_log_objects_fini(struct pxt_log_objects *objects);

#endif
