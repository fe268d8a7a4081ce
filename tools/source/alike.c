/*
 * alike.c - event types of one name as one
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "source/alike.h"

struct named {
	trace_event_id_t type;
	char name[TRACE_EVENT_NAME_MAX + 1];
};

static int compare(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The one of that name, which may be the new one; NULL: there is no memory. */
static const struct named *find(struct alike *alike, const struct named *like)
{
	struct named *made;
	struct named **found = tfind(like, &alike->names, compare);

	if (found)
		return *found;
	made = malloc(sizeof(*made));
	if (!made)
		return NULL;
	*made = *like;
	if (tsearch(made, &alike->names, compare))
		return made;
	free(made);
	return NULL;
}

trace_event_id_t alike_first(struct alike *alike, trace_event_id_t type)
{
	struct named like = { .type = type };
	const struct named *found;

	if (type >= ALIKE_TYPES || type < POSIX_TRACE_UNNAMED_USEREVENT)
		return type;
	if (alike->first[type])
		return alike->first[type];
	if (source_get_name(alike->source, type, like.name))
		return type;
	found = find(alike, &like);
	if (found)
		alike->first[type] = found->type;
	return found ? found->type : type;
}

void alike_fini(struct alike *alike)
{
	tdestroy(alike->names, free);
	alike->names = NULL;
}
