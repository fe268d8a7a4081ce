/* fields.c - fields of events, by their descriptions */
#include <stdlib.h>
#include <string.h>

#include "event/fields.h"

void fields_init(struct fields *fields, struct source *source)
{
	memset(fields, 0, sizeof(*fields));
	fields->source = source;
}

void fields_fini(struct fields *fields)
{
	for (size_t i = 0; i < FIELDS_TYPES; i++)
		free(fields->layouts[i]);
	symbols_close(fields->symbols);
	memset(fields->layouts, 0, sizeof(fields->layouts));
	fields->symbols = NULL;
}

/* Finding */

/* Views convert names to ASCII themselves. */
static void prepare_symbols(struct fields *fields,
			    const struct posix_trace_layout_np *layout)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (layout->field[i].object && !fields->symbols &&
		    !fields->no_symbols)
			fields->symbols = symbols_create(fields->source, false);
}

static struct posix_trace_layout_np *fetch(struct fields *fields,
					   trace_event_id_t type)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	struct posix_trace_layout_np *layout;

	/* Unless the source is settled, the description may come later. */
	if (source_get_description(fields->source, type, text, sizeof(text))) {
		fields->is_without[type] = fields->source->is_settled;
		return NULL;
	}
	layout = malloc(sizeof(*layout));
	if (!layout)
		return NULL;
	if (posix_trace_layout_parse_np(text, layout)) {
		free(layout);
		fields->is_without[type] = true;
		return NULL;
	}
	prepare_symbols(fields, layout);
	return layout;
}

const struct posix_trace_layout_np *fields_layout(struct fields *fields,
						  trace_event_id_t type)
{
	if (type <= POSIX_TRACE_UNNAMED_USEREVENT || type >= FIELDS_TYPES ||
	    fields->is_without[type])
		return NULL;
	if (!fields->layouts[type])
		fields->layouts[type] = fetch(fields, type);
	return fields->layouts[type];
}

bool fields_decode(struct fields *fields,
		   const struct posix_trace_item_np *item)
{
	fields->layout = NULL;
	fields->count = 0;
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return false;
	fields->layout = fields_layout(fields, item->info.posix_event_id);
	if (!fields->layout)
		return false;
	fields->item = item;
	fields->count = posix_trace_layout_decode_np(
		fields->layout, item->data, item->data_len, fields->values);
	return true;
}

const struct posix_trace_value_np *fields_find(const struct fields *fields,
					       const char *name)
{
	for (unsigned i = 0; i < fields->count; i++)
		if (!strcmp(fields->values[i].field->name, name))
			return &fields->values[i];
	return NULL;
}

const struct posix_trace_field_np *
fields_layout_find(const struct posix_trace_layout_np *layout, const char *name)
{
	for (unsigned i = 0; i < layout->fields; i++)
		if (!strcmp(layout->field[i].name, name))
			return &layout->field[i];
	return NULL;
}

bool fields_exist(struct fields *fields, const char *name)
{
	for (trace_event_id_t type = 0; type < FIELDS_TYPES; type++) {
		const struct posix_trace_layout_np *layout =
			fields_layout(fields, type);

		if (layout && fields_layout_has(layout, name))
			return true;
	}
	return false;
}

void fields_guess(struct fields *fields, struct guess *guess)
{
	for (trace_event_id_t type = 0; type < FIELDS_TYPES; type++) {
		const struct posix_trace_layout_np *layout =
			fields_layout(fields, type);

		for (unsigned i = 0; layout && i < layout->fields; i++)
			guess_add(guess, layout->field[i].name);
	}
}

const char *fields_bare(const char *written)
{
	static const char prefix[] = "args.";
	const size_t len = sizeof(prefix) - 1;

	return strncmp(written, prefix, len) ? written : written + len;
}

const struct posix_trace_value_np *fields_key(const struct fields *fields)
{
	for (unsigned i = 0; i < fields->count; i++)
		if (fields->values[i].field->flags & POSIX_TRACE_FIELD_KEY_NP)
			return &fields->values[i];
	return NULL;
}
