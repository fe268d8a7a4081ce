/*
 * log_objects.h - objects read from a log
 *
 * Copies are kept until fini: borrowed results stay valid. Objects beyond the
 * room of END are left out.
 *
 * An address may serve one object after another, and an object may be
 * registered twice, by a section and by END.
 */
#ifndef PXT_LOG_OBJECTS_H
#define PXT_LOG_OBJECTS_H

#include "log/log_format.h"

struct pxt_told_object;

enum {
	PXT_OBJECTS_RECENT = 64,
	PXT_LOG_OBJECT_COST = 80, /* bytes a reader keeps beside a payload */
};

struct pxt_log_objects {
	struct pxt_told_object *first, **last; /* in order of arrival */
	struct pxt_told_object **by_kind, **by_time;
	size_t count, kind_room, time_room;
	size_t bytes;
	bool sorted;
	/* Places in by_kind of objects that were found, + 1. */
	size_t recent[PXT_OBJECTS_RECENT];
};

/* EBADMSG: data is invalid. ENOMEM. */
int pxt_log_objects_add(struct pxt_log_objects *objects, const void *data,
			size_t len);

/* Finds the object of an origin, process and address at a time, or the first
 * one if all begin later; preferably of that kind, kind "" having no
 * preference. A process without an object, which is a copy of another, has that
 * one's. NULL: none. */
const struct pxt_log_object *
pxt_log_objects_find(struct pxt_log_objects *objects,
		     const struct pxt_log_object *wanted);

/* Returns the object of an origin behind one that was returned before, or the
 * first, for NULL. NULL: no more. */
const struct pxt_log_object *
pxt_log_objects_next(struct pxt_log_objects *objects, uint32_t origin,
		     const struct pxt_log_object *before);

void pxt_log_objects_fini(struct pxt_log_objects *objects);

#endif
