/*
 * namesakes.c - event types of the same name
 */
#include <string.h>

#include "source/namesakes.h"

trace_event_id_t namesakes_first(struct namesakes *alike, trace_event_id_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	size_t *first;

	if (type >= NAMESAKES_TYPES || type < POSIX_TRACE_UNNAMED_USEREVENT)
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

void namesakes_fini(struct namesakes *alike)
{
	pxt_map_fini(&alike->names);
}
