/*
 * foreign.c - whether an origin is another system than Linux
 */
#include <string.h>

#include "event/foreign.h"

bool foreign_is(struct foreign *foreign, struct source *source, unsigned origin)
{
	struct source_origin found = { .system = "" };

	if (foreign->is_known && foreign->origin == origin)
		return foreign->is;
	foreign->is = !source_get_origin(source, origin, &found) &&
		      *found.system && strncmp(found.system, "Linux", 5);
	foreign->origin = origin;
	foreign->is_known = *found.system;
	return foreign->is;
}
