/*
 * other_system.c - origins of systems other than Linux
 */
#include <string.h>

#include "event/other_system.h"

bool other_system_is_there(struct source *source, const char *name)
{
	struct source_origin found;

	for (unsigned i = 0; !source_get_origin(source, i, &found); i++)
		if (!strncmp(found.system, name, strlen(name)))
			return true;
	return false;
}

bool other_system_is(struct other_system *other, struct source *source,
		     unsigned origin)
{
	struct source_origin found = { .system = "" };

	if (other->is_known && other->origin == origin)
		return other->is;
	other->is = !source_get_origin(source, origin, &found) &&
		    source_origin_is_other(&found);
	other->origin = origin;
	other->is_known = *found.system;
	return other->is;
}
