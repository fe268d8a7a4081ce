/* fields.c - the fields of an event of RKH, by their names */
#include "format/rkh/export/fields.h"

#include <string.h>

static bool is_detail(const struct posix_trace_field_np *field,
		      const char *name)
{
	return field->flags & POSIX_TRACE_FIELD_DETAIL_NP &&
	       !strcmp(field->name, name);
}

bool pxt_rkh_fields_are_of(const char *name,
			   const struct posix_trace_layout_np *layout)
{
	bool has_off = false;

	if (!name || !layout || layout->fields < 3 ||
	    !is_detail(&layout->field[0], "id"))
		return false;
	for (unsigned i = 1; i < layout->fields && i < 5; i++)
		has_off = has_off || is_detail(&layout->field[i], "off");
	return has_off;
}

/* Types of a live program whose forms differ have numbers behind their names:
 * "USR_0:2". */
static bool is_called(const struct pxt_rkh_event *event, const char *name)
{
	const size_t len = strcspn(name, ":");

	return !strncmp(event->name, name, len) && !event->name[len];
}

/* The number that its id suggests. */
static unsigned likely_number(enum pxt_rkh_dialect dialect, uint64_t id,
			      size_t width)
{
	unsigned number = (unsigned)id;

	if (pxt_rkh_dialect_has_groups(dialect))
		number = pxt_rkh_id_number((uint32_t)id, (unsigned)width);
	return number < PXT_RKH_EVENTS ? number : 0;
}

const struct pxt_rkh_event *pxt_rkh_fields_event(enum pxt_rkh_dialect dialect,
						 const char *name, uint64_t id,
						 size_t width, unsigned *number)
{
	*number = likely_number(dialect, id, width);
	for (unsigned i = 0; i < PXT_RKH_EVENTS; i++) {
		const struct pxt_rkh_event *event =
			pxt_rkh_event_of(dialect, *number);

		if (event && is_called(event, name))
			return event;
		*number = i;
	}
	return NULL;
}

const struct posix_trace_value_np *
pxt_rkh_fields_find(struct pxt_rkh_fields *fields, const char *name)
{
	for (unsigned i = 0; i < fields->count; i++) {
		const unsigned at = (fields->at + i) % fields->count;

		if (strcmp(fields->value[at].field->name, name))
			continue;
		fields->at = at + 1;
		return &fields->value[at];
	}
	return NULL;
}

uint64_t pxt_rkh_fields_number(const struct pxt_rkh_fields *fields,
			       const struct posix_trace_value_np *value)
{
	struct posix_trace_number_np number;

	if (!value ||
	    posix_trace_value_number_np(fields->layout, value, 0, &number))
		return 0;
	return number.kind == POSIX_TRACE_FIELD_SIGNED_NP ?
		       (uint64_t)number.as.s :
		       number.as.u;
}

bool pxt_rkh_fields_get(struct pxt_rkh_fields *fields, const char *name,
			uint64_t *number)
{
	const struct posix_trace_value_np *value =
		pxt_rkh_fields_find(fields, name);

	*number = pxt_rkh_fields_number(fields, value);
	return value;
}

const struct pxt_rkh_event *
pxt_rkh_fields_take(struct pxt_rkh_fields *fields, enum pxt_rkh_dialect dialect,
		    const char *name,
		    const struct posix_trace_layout_np *layout,
		    const struct posix_trace_item_np *item, unsigned *number)
{
	uint64_t id;

	fields->layout = layout;
	fields->count = posix_trace_layout_decode_np(
		layout, item->data, item->data_len, fields->value);
	fields->at = 0;
	pxt_rkh_fields_get(fields, "id", &id);
	return pxt_rkh_fields_event(dialect, name, id, layout->field[0].size,
				    number);
}
