/* contexts.c - contexts of ThreadX events: threads, interrupts */
#include "format/threadx/contexts.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void pxt_threadx_contexts_fini(struct pxt_threadx_contexts *contexts)
{
	for (size_t i = 0; i < contexts->count; i++)
		free(contexts->context[i].name);
	free(contexts->context);
	pxt_map_fini(&contexts->numbers);
	*contexts = (struct pxt_threadx_contexts){ 0 };
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
	found = pxt_map_get_number(&contexts->numbers, address);
	if (!found)
		return NULL;
	contexts->last = found - 1;
	return &contexts->context[contexts->last];
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
	size_t *number;

	number = pxt_map_at_number(&contexts->numbers, address);
	if (!number || pxt_array_reserve(&contexts->context, &contexts->room,
					 contexts->count + 1, sizeof(*context)))
		return NULL;
	context = &contexts->context[contexts->count];
	*context = (struct pxt_threadx_context){
		.address = address,
		.tid = (pid_t)contexts->count + 1,
	};
	if (!pxt_threadx_context_name(context, name, len))
		return NULL;
	contexts->last = contexts->count++;
	*number = contexts->count;
	return context;
}
