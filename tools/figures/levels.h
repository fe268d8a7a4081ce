/*
 * levels.h - the fields of events that are counters, and how they went
 */
#ifndef LEVELS_H
#define LEVELS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"

enum {
	LEVELS_TYPES = 1 << 12, /* types beyond have no counters */
};

/* A field by its name, in all types of one name. A long double holds all
 * integers of 64 bits. */
struct level {
	trace_event_id_t like; /* the types, see alike.h */
	trace_event_id_t type; /* the first of them that has the field */
	unsigned field;	       /* of its layout */
	uint64_t count;
	long double least, greatest, last, sum;
};

struct level_field {
	unsigned field; /* of a type's layout */
	uint32_t level; /* its number */
};

struct levels {
	struct fields *fields; /* borrowed */
	struct level *level;
	size_t count, room;
	struct level_field *member; /* of all types */
	size_t members, member_room;
	struct {
		bool known;
		uint32_t first, count; /* members */
	} of[LEVELS_TYPES];
};

/* fields: borrowed until fini. */
void levels_init(struct levels *levels, struct fields *fields);
void levels_fini(struct levels *levels);

/* Whether events of that type have counters. layout: NULL, if they are not
 * described so far. like: the type that stands for all of its name. ENOMEM. */
int levels_want(struct levels *levels, trace_event_id_t type,
		trace_event_id_t like,
		const struct posix_trace_layout_np *layout, bool *wanted);

/* An event that has, and that fields has decoded just now. */
void levels_add(struct levels *levels, trace_event_id_t type);

#endif
