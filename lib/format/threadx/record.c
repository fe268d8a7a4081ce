/* record.c - words of a ThreadX event from its described data */
#include "format/threadx/record.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	size_t offset;
} fields[PXT_THREADX_RECORD_FIELDS] = {
	{ "context", offsetof(struct pxt_threadx_record, context) },
	{ "raw_priority", offsetof(struct pxt_threadx_record, priority) },
	{ "raw_event_id", offsetof(struct pxt_threadx_record, id) },
	{ "raw_time_stamp", offsetof(struct pxt_threadx_record, stamp) },
	{ "relative_ticks", offsetof(struct pxt_threadx_record, ticks) },
	{ "i1", offsetof(struct pxt_threadx_record, info[0]) },
	{ "i2", offsetof(struct pxt_threadx_record, info[1]) },
	{ "i3", offsetof(struct pxt_threadx_record, info[2]) },
	{ "i4", offsetof(struct pxt_threadx_record, info[3]) },
};

static bool find(const struct posix_trace_layout_np *layout, const char *name,
		 uint8_t *at)
{
	for (unsigned i = 0; i < layout->fields; i++) {
		const struct posix_trace_field_np *field = &layout->field[i];

		if (strcmp(field->name, name))
			continue;
		*at = (uint8_t)i;
		return field->kind == POSIX_TRACE_FIELD_UNSIGNED_NP &&
		       !(field->flags & POSIX_TRACE_FIELD_ARRAY_NP);
	}
	return false;
}

/* False: the type is not ThreadX's. */
static bool init_shape(struct pxt_threadx_shape *shape,
		       const struct posix_trace_layout_np *layout)
{
	for (size_t i = 0; i < PXT_THREADX_RECORD_FIELDS; i++)
		if (!find(layout, fields[i].name, &shape->field[i]))
			return false;
	return true;
}

const struct pxt_threadx_shape *
pxt_threadx_shapes_get(struct pxt_threadx_shapes *shapes, trace_event_id_t type,
		       const struct posix_trace_layout_np *layout)
{
	enum { UNKNOWN, NONE, SOME };

	if (type >= PXT_THREADX_SHAPES)
		return NULL;
	if (shapes->known[type] == UNKNOWN && layout)
		shapes->known[type] =
			init_shape(&shapes->shape[type], layout) ? SOME : NONE;
	return shapes->known[type] == SOME ? &shapes->shape[type] : NULL;
}

bool pxt_threadx_shape_read(const struct pxt_threadx_shape *shape,
			    const struct posix_trace_layout_np *layout,
			    const struct posix_trace_value_np *values,
			    unsigned count, struct pxt_threadx_record *record)
{
	struct posix_trace_number_np number;
	uint64_t word;

	for (size_t i = 0; i < PXT_THREADX_RECORD_FIELDS; i++) {
		if (shape->field[i] >= count ||
		    posix_trace_value_number_np(
			    layout, &values[shape->field[i]], 0, &number))
			return false;
		word = number.as.u;
		memcpy((char *)record + fields[i].offset, &word, sizeof(word));
	}
	return true;
}
