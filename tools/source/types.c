/*
 * types.c - numbers of the event types of several sources
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "source/types.h"

void types_init(struct types *types)
{
	memset(types, 0, sizeof(*types));
	types->lowest = TYPES_SYSTEM;
}

static void let_be(void *node)
{
	(void)node;
}

void types_fini(struct types *types)
{
	tdestroy(types->found, let_be);
	for (size_t i = 0; i < TYPES_MAX; i++)
		free(types->type[i].text);
}

static const char *text_of(const char *text)
{
	return text ? text : "";
}

static int compare(const void *a, const void *b)
{
	const struct type *x = a, *y = b;
	const int order = strcmp(x->name, y->name);

	return order ? order :
		       strcmp(text_of(x->description), text_of(y->description));
}

static struct type *find(const struct types *types, const struct type *wanted)
{
	struct type **node;

	if (!wanted->name)
		return NULL;
	node = tfind(wanted, &types->found, compare);
	return node ? *node : NULL;
}

/* The place of a new type, or NULL. */
static struct type *choose(struct types *types, trace_event_id_t wish)
{
	if (wish < TYPES_SYSTEM ||
	    (wish < TYPES_MAX && !types->type[wish].is_taken))
		return &types->type[wish];
	while (types->lowest < TYPES_MAX && types->type[types->lowest].is_taken)
		types->lowest++;
	return types->lowest < TYPES_MAX ? &types->type[types->lowest] : NULL;
}

/* Without memory a type has no name. */
static void keep_texts(struct type *type, const struct type *wanted)
{
	const size_t name = strlen(wanted->name) + 1;
	const size_t description = strlen(text_of(wanted->description)) + 1;

	type->text = malloc(name + description);
	if (!type->text)
		return;
	type->name = memcpy(type->text, wanted->name, name);
	if (wanted->description)
		type->description = memcpy(type->text + name,
					   wanted->description, description);
}

static void fill(struct type *type, const struct type *wanted)
{
	type->source = wanted->source;
	type->there = wanted->there;
	type->is_taken = true;
	if (wanted->name)
		keep_texts(type, wanted);
}

static trace_event_id_t number_of(const struct types *types,
				  const struct type *type)
{
	return type ? (trace_event_id_t)(type - types->type) :
		      (trace_event_id_t)POSIX_TRACE_UNNAMED_USER_EVENT;
}

trace_event_id_t types_number(struct types *types, const char *name,
			      const char *description, size_t source,
			      trace_event_id_t there)
{
	const struct type wanted = {
		.name = name,
		.description = description,
		.source = source,
		.there = there,
	};
	struct type *type = find(types, &wanted);

	if (type && there >= TYPES_SYSTEM)
		return number_of(types, type);
	type = choose(types, there);
	if (!type || type->is_taken)
		return number_of(types, type);
	fill(type, &wanted);
	if (type->name && there >= TYPES_SYSTEM)
		tsearch(type, &types->found, compare);
	return number_of(types, type);
}

const struct type *types_get(const struct types *types, trace_event_id_t number)
{
	return number < TYPES_MAX && types->type[number].is_taken ?
		       &types->type[number] :
		       NULL;
}
