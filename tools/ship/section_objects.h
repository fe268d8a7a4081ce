/*
 * section_objects.h - objects that a log has told, for the events of one chunk
 *
 * A place may have one object after another, millions in a long log, and events
 * mean the last one that was there by then. So of those that were there before a
 * chunk, the last one of each kind is enough.
 */
#ifndef SHIP_SECTION_OBJECTS_H
#define SHIP_SECTION_OBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"

struct section_object {
	size_t at, len; /* its entry */
	int64_t since_ns;
	uint64_t process; /* origin and process */
	size_t next;	  /* the one behind it at its place, + 1; 0: none */
	bool is_needed;
};

/* Zero at first. */
struct section_objects {
	unsigned char *bytes; /* entries, in the form of END */
	size_t len, room;
	struct section_object
		*object; /* in the order in which they were told */
	size_t count, object_room;
	struct pxt_map places; /* place and kind: the last object, + 1 */
	struct pxt_map copied; /* processes that others are copies of */
};

void section_objects_fini(struct section_objects *objects);

/* Adds the payload of a section. ENOMEM. */
int section_objects_add(struct section_objects *objects,
			const unsigned char *payload, size_t len);

/* Chooses those that events from that time on may mean; 0: all. Returns the length
 * of their entries. */
size_t section_objects_choose(struct section_objects *objects, int64_t from_ns,
			      uint32_t *count);

/* Writes the entries of those chosen. */
void section_objects_put(const struct section_objects *objects,
			 unsigned char *to);

#endif
