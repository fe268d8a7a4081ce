/* fields.c - the fields of an event of RKH, by their names */
#include "format/rkh/export/fields.h"

#include <string.h>

void pxt_rkh_fields_take(struct pxt_rkh_fields *fields,
			 const struct posix_trace_layout_np *layout,
			 const struct posix_trace_item_np *item)
{
	fields->layout = layout;
	fields->count = posix_trace_layout_decode_np(
		layout, item->data, item->data_len, fields->value);
	fields->at = 0;
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
