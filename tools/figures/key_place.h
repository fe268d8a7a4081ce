/*
 * key_place.h - the place of the key in the events of a type
 *
 * It is a field, or the thread or process of the event, or nothing, which is
 * the same in all events.
 */
#ifndef KEY_PLACE_H
#define KEY_PLACE_H

#include <stdbool.h>

#include "event/fields.h"
#include "figures/key.h"

struct key_place {
	int field; /* index in the layout, or -1 */
	bool by_pid, by_tid;
	bool by_all; /* the same key in all events */
};

/* Finds the place. by: a field, "pid", "tid" or "*"; NULL: the field marked as a key, or else
 * the thread. layout: NULL, if there is none. */
struct key_place key_place_find(const char *by,
				const struct posix_trace_layout_np *layout);

/* True if events of that layout have what the user asked for. */
bool key_place_is_there(const struct key_place *place, const char *by);

/* The key of an event, the last one decoded by fields. False: it has none. */
bool key_place_get(const struct key_place *place, const struct key_seed *seed,
		   const struct fields *fields,
		   const struct posix_trace_item_np *item, struct key *key);

#endif
