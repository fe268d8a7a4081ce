/*
 * alike.c - event types of one name as one
 */
#include <string.h>

#include "source/alike.h"

trace_event_id_t alike_first(struct alike *alike, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	size_t *first;

	if (type >= ALIKE_TYPES || type < POSIX_TRACE_UNNAMED_USEREVENT)
		return type;
	if (alike->first[type])
		return alike->first[type];
	if (source_get_name(alike->source, type, name))
		return type;
	first = pxt_map_at(&alike->names, name, strlen(name));
	if (!first)
		return type;
	if (!*first)
		*first = type;
	alike->first[type] = (trace_event_id_t)*first;
	return alike->first[type];
}

void alike_fini(struct alike *alike)
{
	pxt_map_fini(&alike->names);
}
