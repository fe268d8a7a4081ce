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

static void put_place(uint8_t **to, const struct pxt_liteos_place *place)
{
	if (place->has_slot)
		pxt_liteos_put32(to, place->slot);
	if (place->has_offset)
		pxt_liteos_put64(to, place->offset);
	if (place->has_session)
		pxt_liteos_put32(to, place->session);
	if (place->announced_tasks_len)
		pxt_liteos_put_bytes(to, place->announced_tasks,
				     place->announced_tasks_len);
}

size_t pxt_liteos_values_put(const struct pxt_liteos_values *values,
			     const struct pxt_liteos_shape *shape,
			     const struct pxt_liteos_place *place,
			     const struct pxt_liteos_frame *frame,
			     uint8_t *data)
{
	uint8_t *to;

	to = pxt_liteos_values_put_frame(values, shape, frame, data);
	if (place)
		put_place(&to, place);
	return (size_t)(to - data);
}
