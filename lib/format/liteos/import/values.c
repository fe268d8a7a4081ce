/* values.c - a frame of LiteOS as the data of an event */
#include "format/liteos/import/values.h"

#include <string.h>

#include "format/liteos/import/description.h"

static unsigned objects_of(const struct pxt_liteos_event *event,
			   unsigned params)
{
	unsigned objects = 0;

	for (unsigned i = 0; event && i <= params; i++)
		if (pxt_liteos_kind_object(event->arg[i].kind))
			objects |= 1U << i;
	return objects;
}

void pxt_liteos_values_find(const struct pxt_liteos_event *event,
			    const struct pxt_liteos_shape *shape,
			    struct pxt_liteos_values *values)
{
	values->event = event;
	values->declared = (uint8_t)pxt_liteos_description_params(event, shape);
	values->named = event && strcmp(event->arg[0].name, "identity");
	values->objects = objects_of(event, values->declared);
}

/* Appends bytes. */

static void put_bytes(uint8_t **to, const void *bytes, size_t len)
{
	memcpy(*to, bytes, len);
	*to += len;
}

static void put8(uint8_t **to, unsigned value)
{
	*(*to)++ = (uint8_t)value;
}

static void put32(uint8_t **to, uint32_t value)
{
	put_bytes(to, &value, sizeof(value));
}

static void put64(uint8_t **to, uint64_t value)
{
	put_bytes(to, &value, sizeof(value));
}

/* Word by word: there are few, and a call for them costs more. */
static void put_words(uint8_t **to, unsigned width, const uint64_t *word,
		      unsigned count)
{
	uint8_t *at = *to;

	if (width == 8) {
		for (unsigned i = 0; i < count; i++, at += 8)
			memcpy(at, &word[i], 8);
	} else {
		for (unsigned i = 0; i < count; i++, at += 4)
			memcpy(at, &(uint32_t){ (uint32_t)word[i] }, 4);
	}
	*to = at;
}

static void put_core(uint8_t **to, const struct pxt_liteos_shape *shape,
		     uint32_t core)
{
	const uint16_t reserved =
		(uint16_t)pxt_liteos_bits(core, PXT_LITEOS_RESERVED, 12);

	put8(to, pxt_liteos_bits(core, PXT_LITEOS_CPU, 8));
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_IN_INTERRUPT, 4));
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_LOCKS, 4));
	if (shape->core_printed)
		return;
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_COUNT_OF_PARAMS, 4));
	put_bytes(to, &reserved, sizeof(reserved));
}

static void put_details(uint8_t **to, const struct pxt_liteos_shape *shape,
			const struct pxt_liteos_place *place,
			const struct pxt_liteos_frame *frame)
{
	put_words(to, shape->width, frame->param, shape->params);
	put32(to, frame->type);
	put32(to, frame->task);
	put64(to, frame->time);
	if (shape->pid)
		put32(to, frame->pid);
	if (shape->core)
		put_core(to, shape, frame->core);
	if (shape->count)
		put32(to, frame->count);
	if (shape->links)
		put_words(to, shape->width, frame->link, PXT_LITEOS_LINKS);
	if (place->has_slot)
		put32(to, place->slot);
	if (place->has_offset)
		put64(to, place->offset);
	if (place->has_session)
		put32(to, place->session);
	if (place->announced_tasks_len)
		put_bytes(to, place->announced_tasks,
			  place->announced_tasks_len);
}

size_t pxt_liteos_values_put(const struct pxt_liteos_values *values,
			     const struct pxt_liteos_shape *shape,
			     const struct pxt_liteos_place *place,
			     const struct pxt_liteos_frame *frame,
			     uint8_t *data)
{
	uint8_t *to = data;

	put_words(&to, shape->width, &frame->identity, 1);
	put_words(&to, shape->width, frame->param, values->declared);
	if (values->named)
		put_words(&to, shape->width, &frame->identity, 1);
	put_details(&to, shape, place, frame);
	return (size_t)(to - data);
}
