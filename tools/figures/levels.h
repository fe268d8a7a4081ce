/*
 * levels.h - counter fields, and their development
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

/* A field by name, in all types of the same name. A long double holds all
 * integers of 64 bits. */
struct level {
	trace_event_id_t like; /* representative type, see namesakes.h */
	trace_event_id_t type; /* first of them with the field */
	unsigned field;	       /* index in its layout */
	uint64_t count;
	long double least, greatest, last, sum;
};

struct level_field {
	unsigned field; /* index in a type's layout */
	uint32_t level; /* number of the level */
};

struct levels {
	struct fields *fields; /* borrowed */
	struct level *level;
	size_t count, room;
	struct level_field *member; /* fields of all types */
	size_t members, member_room;
	struct {
		bool known;
		uint32_t first, count; /* members */
	} of[LEVELS_TYPES];
};

/* True if a field is a counter; arrays are not. */
bool levels_are_in(const struct posix_trace_field_np *field);

/* fields: borrowed until fini. */
void levels_init(struct levels *levels, struct fields *fields);
void levels_fini(struct levels *levels);

/* True if events of that type have counters. layout: NULL, if there is no
 * description so far. like: the type that represents its name. ENOMEM. */
int levels_want(struct levels *levels, trace_event_id_t type,
		trace_event_id_t like,
		const struct posix_trace_layout_np *layout, bool *wanted);

/* Forgets the values so far. */
void levels_renew(struct levels *levels);

/* Adds an event with counters, the last one decoded by fields. */
void levels_add(struct levels *levels, trace_event_id_t type);

#endif
