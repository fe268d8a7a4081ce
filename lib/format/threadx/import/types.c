/* types.c - types of a ThreadX trace's events, and their data */
#include "format/threadx/import/types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/threadx/import/fields.h"

/* A growing description, cut at its limit; no name is that long. */
struct text {
	char at[2048];
	size_t len;
};

static void add(struct text *text, int more)
{
	if (more > 0)
		text->len += (size_t)more;
	if (text->len >= sizeof(text->at))
		text->len = sizeof(text->at) - 1;
}

static size_t room(const struct text *text)
{
	return sizeof(text->at) - text->len;
}

#define PUT(text, ...) \
	add(text, snprintf((text)->at + (text)->len, room(text), __VA_ARGS__))

static void put_details(struct text *text, const char *word, bool is_plain)
{
	PUT(text,
	    "%s context [[hex, detail]]; %s raw_priority [[hex, detail]]; "
	    "%s raw_event_id [[hex, detail]]; uint8_t core [[detail]]; "
	    "uint16_t event_id [[detail]]; %s raw_time_stamp [[hex, detail]]; "
	    "uint64_t relative_ticks [[detail]]; ",
	    word, word, word, word);
	for (unsigned i = 1; !is_plain && i <= PXT_THREADX_WORDS; i++)
		PUT(text, "%s i%u [[hex, detail]]; ", word, i);
	PUT(text, "char *context_name [[detail]]; "
		  "uint16_t priority [[detail]]; "
		  "uint16_t threshold [[detail]]");
}

static void make(const struct pxt_threadx_types *types,
		 struct pxt_threadx_type *type,
		 const struct pxt_threadx_event *event)
{
	const char *const word = types->word == 8 ? "uint64_t" : "uint32_t";
	struct text text = { .len = 0 };

	PUT(&text, "[[packed]]; %s", pxt_threadx_field_span(event));
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		if (!event->word[i])
			continue;
		type->is_ip[type->used] = pxt_threadx_field_is_ip(event, i);
		type->word[type->used++] = (uint8_t)i;
		add(&text, pxt_threadx_field_put(text.at + text.len,
						 room(&text), word, event, i));
	}
	put_details(&text, word, type->is_plain);
	type->number = pxt_trace_type(types->trace, event->name, text.at);
	type->is_made = true;
}

/* Makes a type without definition. */
static void make_plain(const struct pxt_threadx_types *types,
		       struct pxt_threadx_type *type, uint16_t id)
{
	struct pxt_threadx_event event = {
		/* Raw words, as in user events. */
		.id = id < PXT_THREADX_FIRST_USER ? PXT_THREADX_FIRST_USER : id,
		.word = { "i1", "i2", "i3", "i4" },
	};
	char name[16];

	snprintf(name, sizeof(name), "%s_%u",
		 id < PXT_THREADX_FIRST_USER ? "UNKNOWN" : "USER", id);
	event.name = name;
	type->is_plain = true;
	make(types, type, &event);
}

void pxt_threadx_types_fini(struct pxt_threadx_types *types)
{
	for (unsigned i = 0; i < PXT_THREADX_PAGES; i++)
		free(types->page[i]);
	*types = (struct pxt_threadx_types){ 0 };
}

static void define_type(const struct pxt_threadx_types *types,
			struct pxt_threadx_type *type, uint16_t id)
{
	const struct pxt_threadx_event *event;

	event = pxt_threadx_event(id, types->generation);
	if (!event)
		event = pxt_threadx_custom_names_find(types->custom_names, id);
	if (event)
		make(types, type, event);
	else
		make_plain(types, type, id);
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
