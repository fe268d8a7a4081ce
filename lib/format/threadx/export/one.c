/* one.c - one event of another system, on its way to ThreadX */
#include "format/threadx/export/one.h"

#include <errno.h>
#include <string.h>

#include "format/threadx/details.h"

enum { NARROW = 4 }; /* bytes of a word */

/* A word for a task of LiteOS is not the number of its thread. */
static uint64_t thing_number(const struct pxt_threadx_one *one,
			     const char *kind, uint64_t number)
{
	const struct posix_trace_item_np *item = one->item;
	struct pxt_view *view = one->export->view;
	struct posix_trace_object_np object;

	if (strcmp(kind, "task") ||
	    view->get_object(view, item->origin, item->info.posix_pid, number,
			     kind, &item->info.posix_timestamp, &object) ||
	    strcmp(object.kind, kind))
		return number;
	pxt_threadx_details_number(object.details, "thread", &number);
	return number;
}

struct pxt_threadx_key pxt_threadx_one_key(const struct pxt_threadx_one *one,
					   unsigned type, uint64_t number)
{
	return (struct pxt_threadx_key){
		.origin = one->item->origin,
		.pid = pxt_threadx_mapped_pid(one->mapped, one->export,
					      one->item->origin,
					      one->item->info.posix_pid),
		.type = type,
		.number = number,
	};
}

int pxt_threadx_one_get(struct pxt_threadx_one *one, unsigned type,
			uint64_t number, size_t *found)
{
	const pid_t pid = one->item->info.posix_pid;
	const struct pxt_threadx_key key =
		pxt_threadx_one_key(one, type, number);
	int err;

	err = pxt_threadx_things_get(&one->mapped->things, &key, found);
	if (!err && !pxt_threadx_one_thing(one, *found)->pid)
		pxt_threadx_one_thing(one, *found)->pid = pid;
	return err;
}

const struct posix_trace_value_np *
pxt_threadx_one_field(const struct pxt_threadx_one *one, const char *name)
{
	for (unsigned i = 0; i < one->values; i++)
		if (!strcmp(one->value[i].field->name, name))
			return &one->value[i];
	return NULL;
}

bool pxt_threadx_one_number(const struct pxt_threadx_one *one,
			    const struct posix_trace_value_np *value,
			    uint64_t *number)
{
	struct posix_trace_number_np found;

	if (posix_trace_value_number_np(one->layout, value, 0, &found) ||
	    found.kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return false;
	*number = found.as.u;
	return true;
}

int pxt_threadx_one_object(struct pxt_threadx_one *one, unsigned type)
{
	uint64_t number;

	one->has_object = false;
	for (unsigned i = 0; type && i < one->values; i++) {
		const char *kind = one->value[i].field->object;

		if (!kind ||
		    (*kind && pxt_threadx_things_type(kind) != type) ||
		    !pxt_threadx_one_number(one, &one->value[i], &number))
			continue;
		one->has_object = true;
		return pxt_threadx_one_get(one, type,
					   thing_number(one, kind, number),
					   &one->object);
	}
	return 0;
}

/* Words */

static uint64_t narrow(const struct pxt_threadx_one *one,
		       const struct posix_trace_number_np *number)
{
	const bool is_signed = number->kind != POSIX_TRACE_FIELD_UNSIGNED_NP;
	uint64_t value = number->as.u;

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		value = (uint64_t)pxt_export_round(one->export, number->as.f);
	if (one->buffer->word <= NARROW && value != (uint32_t)value &&
	    !(is_signed && value == (uint64_t)(int64_t)(int32_t)value))
		pxt_export_lose(one->export, "numbers cut to 32 bits");
	return value;
}

int pxt_threadx_one_word(struct pxt_threadx_one *one,
			 const struct posix_trace_value_np *value,
			 uint64_t *word)
{
	const char *kind = value->field->object;
	struct posix_trace_number_np number;
	unsigned type;
	size_t found;
	int err;

	*word = 0;
	if (posix_trace_value_number_np(one->layout, value, 0, &number))
		return 0;
	type = kind && number.kind != POSIX_TRACE_FIELD_FLOAT_NP ?
		       pxt_threadx_things_type(kind) :
		       0;
	/* A number with a name of its own, as "nobody", is no object. */
	if (type && number.label)
		return 0;
	if (!type) {
		*word = narrow(one, &number);
		return 0;
	}
	err = pxt_threadx_one_get(one, type,
				  thing_number(one, kind, number.as.u),
				  &found);
	if (err == ENOSPC)
		pxt_export_lose(one->export, "objects beyond a million");
	else if (!err)
		*word = pxt_threadx_one_thing(one, found)->address;
	return err == ENOSPC ? 0 : err;
}
