/* contexts.c - who runs, by the word that a ThreadX event has for it */
#include "format/threadx/contexts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { FIRST_PLACES = 64 };

/* Who writes a trace cannot make all of its threads meet in one place. */
void pxt_threadx_contexts_init(struct pxt_threadx_contexts *contexts)
{
	*contexts = (struct pxt_threadx_contexts){ 0 };
	if (getrandom(&contexts->factor, sizeof(contexts->factor),
		      GRND_NONBLOCK) != (ssize_t)sizeof(contexts->factor))
		contexts->factor = 0x9e3779b97f4a7c15u;
	contexts->factor |= 1;
}

void pxt_threadx_contexts_fini(struct pxt_threadx_contexts *contexts)
{
	for (size_t i = 0; i < contexts->count; i++)
		free(contexts->context[i].name);
	free(contexts->context);
	free(contexts->table);
	*contexts = (struct pxt_threadx_contexts){ 0 };
}

/* Where an address is in the table, or could be: there are free places. */
static size_t place_of(const struct pxt_threadx_contexts *contexts,
		       uint64_t address)
{
	const size_t mask = contexts->places - 1;
	size_t place = (size_t)(address * contexts->factor >> 32) & mask;

	while (contexts->table[place] &&
	       contexts->context[contexts->table[place] - 1].address != address)
		place = (place + 1) & mask;
	return place;
}

struct pxt_threadx_context *
pxt_threadx_contexts_find(struct pxt_threadx_contexts *contexts,
			  uint64_t address)
{
	size_t found;

	if (!contexts->count)
		return NULL;
	if (contexts->context[contexts->last].address == address)
		return &contexts->context[contexts->last];
	found = contexts->table[place_of(contexts, address)];
	if (!found)
		return NULL;
	contexts->last = found - 1;
	return &contexts->context[contexts->last];
}

static bool grow_table(struct pxt_threadx_contexts *contexts)
{
	const size_t places =
		contexts->places ? 2 * contexts->places : FIRST_PLACES;
	size_t *table = calloc(places, sizeof(*table));

	if (!table)
		return false;
	free(contexts->table);
	contexts->table = table;
	contexts->places = places;
	for (size_t i = 0; i < contexts->count; i++)
		table[place_of(contexts, contexts->context[i].address)] = i + 1;
	return true;
}

static bool grow(struct pxt_threadx_contexts *contexts)
{
	const size_t room = 2 * contexts->room + 16;
	struct pxt_threadx_context *context;

	if (2 * contexts->count >= contexts->places && !grow_table(contexts))
		return false;
	if (contexts->count < contexts->room)
		return true;
	context = reallocarray(contexts->context, room, sizeof(*context));
	if (!context)
		return false;
	contexts->context = context;
	contexts->room = room;
	return true;
}

bool pxt_threadx_context_name(struct pxt_threadx_context *context,
			      const char *name, size_t len)
{
	char *copy;

	if (len > PXT_THREADX_NAME_MAX)
		len = PXT_THREADX_NAME_MAX;
	copy = strndup(name, len);
	if (!copy)
		return false;
	free(context->name);
	context->name = copy;
	context->len = len;
	return true;
}

struct pxt_threadx_context *
pxt_threadx_contexts_add(struct pxt_threadx_contexts *contexts,
			 uint64_t address, const char *name, size_t len)
{
	struct pxt_threadx_context *context;

	if (!grow(contexts))
		return NULL;
	context = &contexts->context[contexts->count];
	*context = (struct pxt_threadx_context){
		.address = address,
		.tid = (pid_t)contexts->count + 1,
	};
	if (!pxt_threadx_context_name(context, name, len))
		return NULL;
	contexts->table[place_of(contexts, address)] = contexts->count + 1;
	contexts->last = contexts->count++;
	return context;
}
