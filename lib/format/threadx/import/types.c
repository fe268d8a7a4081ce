/* types.c - types of a ThreadX trace's events */
#include "format/threadx/import/types.h"

#include <stdlib.h>

void pxt_threadx_types_fini(struct pxt_threadx_types *types)
{
	for (unsigned i = 0; i < PXT_THREADX_PAGES; i++)
		free(types->page[i]);
	*types = (struct pxt_threadx_types){ 0 };
}

static void define_type(const struct pxt_threadx_types *types,
			struct pxt_threadx_type *type, uint16_t id)
{
	struct pxt_threadx_description description;
	const struct pxt_threadx_event *event;

	event = pxt_threadx_event(id, types->generation);
	if (!event)
		event = pxt_threadx_custom_names_find(types->custom_names, id);
	pxt_threadx_describe(&description, &type->layout, types->word, event,
			     id);
	type->number = pxt_trace_type(types->trace, description.name,
				      description.text);
	type->is_made = true;
}

const struct pxt_threadx_type *
pxt_threadx_types_get(struct pxt_threadx_types *types, uint16_t id)
{
	struct pxt_threadx_type **page = &types->page[id / PXT_THREADX_PAGE];
	struct pxt_threadx_type *type;

	if (!*page) {
		*page = calloc(PXT_THREADX_PAGE, sizeof(**page));
		if (!*page)
			return NULL;
	}
	type = &(*page)[id % PXT_THREADX_PAGE];
	if (!type->is_made)
		define_type(types, type, id);
	return type;
}
