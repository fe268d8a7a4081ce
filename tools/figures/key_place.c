/*
 * key_place.c - the place of the key in the events of a type
 */
#include <string.h>

#include "figures/key_place.h"

static int field_of(const struct posix_trace_layout_np *layout,
		    const char *name)
{
	for (unsigned i = 0; layout && i < layout->fields; i++)
		if (name ? !strcmp(layout->field[i].name, name) :
			   (layout->field[i].flags &
			    POSIX_TRACE_FIELD_KEY_NP) != 0)
			return (int)i;
	return -1;
}

struct key_place key_place_find(const char *by,
				const struct posix_trace_layout_np *layout)
{
	struct key_place place = { .field = field_of(layout, by) };

	if (place.field >= 0)
		return place;
	place.by_pid = by && !strcmp(by, "pid");
	place.by_tid = !by || !strcmp(by, "tid");
	place.by_all = by && !strcmp(by, "*");
	return place;
}

bool key_place_is_there(const struct key_place *place, const char *by)
{
	return place->field >= 0 || (by && place->by_tid) || place->by_pid ||
	       place->by_all;
}

bool key_place_get(const struct key_place *place, const struct key_seed *seed,
		   const struct fields *fields,
		   const struct posix_trace_item_np *item, struct key *key)
{
	const pid_t pid = item->info.posix_pid;
	const struct posix_trace_value_np *value;

	if (place->by_pid || place->by_tid) {
		*key = key_of_thread(item->origin, pid,
				     place->by_tid ? item->tid : 0);
		return true;
	}
	if (place->by_all) {
		*key = key_of_thread(0, 0, 0);
		return true;
	}
	if (place->field < 0 || (unsigned)place->field >= fields->count)
		return false;
	value = &fields->values[place->field];
	*key = key_of_value(seed, fields->layout, value);
	if (value->field->object)
		*key = key_of_object(seed, key, item->origin, pid);
	return true;
}
