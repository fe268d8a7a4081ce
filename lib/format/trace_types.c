/* trace_types.c - types of a trace's events */
#include "format/trace_types.h"

#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_type(void *node)
{
	struct pxt_trace_type *type = node;

	free(type->text);
	free(type);
}

void pxt_trace_types_fini(struct pxt_trace_types *types)
{
	tdestroy(types->tree, free_type);
}

static int by_text(const void *a, const void *b)
{
	const struct pxt_trace_type *left = a, *right = b;
	const int order = strcmp(left->name, right->name);

	return order ? order : strcmp(left->description, right->description);
}

static bool copy_type(struct pxt_trace_type *type,
		      const struct pxt_trace_type *like)
{
	const size_t name = strlen(like->name) + 1;
	const size_t description = strlen(like->description) + 1;

	type->text = malloc(name + description);
	if (!type->text)
		return false;
	type->name = memcpy(type->text, like->name, name);
	type->description =
		memcpy(type->text + name, like->description, description);
	return true;
}

static int add(struct pxt_trace_types *types, const struct pxt_trace_type *like,
	       trace_event_id_t *number)
{
	struct pxt_trace_type *type;

	if (types->count == PXT_TRACE_TYPES)
		return 0;
	type = calloc(1, sizeof(*type));
	if (!type)
		return ENOMEM;
	if (!copy_type(type, like) || !tsearch(type, &types->tree, by_text)) {
		free_type(type);
		return ENOMEM;
	}
	type->number = (trace_event_id_t)(PXT_TRACE_FIRST_TYPE + types->count);
	types->type[types->count++] = type;
	*number = type->number;
	return 0;
}

int pxt_trace_types_number(struct pxt_trace_types *types, const char *name,
			   const char *description, trace_event_id_t *number)
{
	char cut[TRACE_EVENT_NAME_MAX + 1];
	const struct pxt_trace_type like = {
		.name = cut,
		.description = description ? description : "",
	};
	struct pxt_trace_type *const *found;

	snprintf(cut, sizeof(cut), "%s", name);
	found = tfind(&like, &types->tree, by_text);
	*number = found ? (*found)->number : POSIX_TRACE_UNNAMED_USEREVENT;
	return found ? 0 : add(types, &like, number);
}

const struct pxt_trace_type *
pxt_trace_types_get(const struct pxt_trace_types *types,
		    trace_event_id_t number)
{
	return number >= PXT_TRACE_FIRST_TYPE &&
			       number - PXT_TRACE_FIRST_TYPE < types->count ?
		       types->type[number - PXT_TRACE_FIRST_TYPE] :
		       NULL;
}
