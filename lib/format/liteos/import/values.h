/*
 * values.h - a frame of LiteOS as the data of an event
 *
 * An event has the values that the kernel declares, under their names, and as
 * details everything in a frame; see description.h for the words of that.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_VALUES_H
#define PXT_FORMAT_LITEOS_IMPORT_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/load.h"
#include "format/liteos/events.h"
#include "format/liteos/frame.h"
#include "format/liteos/import/place.h"

/* Values of a type of event in frames of one shape. */
struct pxt_liteos_values {
	const struct pxt_liteos_event *event; /* NULL: not a kernel's */
	uint8_t declared;		      /* params with names */
	bool named;			      /* identity has a name */
	unsigned objects; /* values that are objects: a bit per value, the
			   * identity first */
};

void pxt_liteos_values_find(const struct pxt_liteos_event *event,
			    const struct pxt_liteos_shape *shape,
			    struct pxt_liteos_values *values);

/* Lays a frame out as pxt_liteos_description_write() says. Returns the length
 * of data. place NULL: none. */
size_t pxt_liteos_values_put(const struct pxt_liteos_values *values,
			     const struct pxt_liteos_shape *shape,
			     const struct pxt_liteos_place *place,
			     const struct pxt_liteos_frame *frame,
			     uint8_t *data);

/* Appends bytes. */

static inline void pxt_liteos_put_bytes(uint8_t **to, const void *bytes,
					size_t len)
{
	memcpy(*to, bytes, len);
	*to += len;
}

static inline void pxt_liteos_put8(uint8_t **to, unsigned value)
{
	*(*to)++ = (uint8_t)value;
}

static inline void pxt_liteos_put32(uint8_t **to, uint32_t value)
{
	pxt_liteos_put_bytes(to, &value, sizeof(value));
}

static inline void pxt_liteos_put64(uint8_t **to, uint64_t value)
{
	pxt_liteos_put_bytes(to, &value, sizeof(value));
}

static inline __attribute__((always_inline)) void
pxt_liteos_put_words(uint8_t **to, unsigned width, const uint64_t *word,
		     unsigned count)
{
	uint8_t *at = *to;

	for (unsigned i = 0; i < count; i++, at += width) {
		const uint64_t wide = pxt_load64(&word[i]);

		if (width == 8)
			memcpy(at, &wide, 8);
		else
			memcpy(at, &(uint32_t){ (uint32_t)wide }, 4);
	}
	*to = at;
}

static inline void pxt_liteos_put_core(uint8_t **to,
				       const struct pxt_liteos_shape *shape,
				       uint32_t core)
{
	const uint16_t reserved =
		(uint16_t)pxt_liteos_bits(core, PXT_LITEOS_RESERVED, 12);

	pxt_liteos_put8(to, pxt_liteos_bits(core, PXT_LITEOS_CPU, 8));
	pxt_liteos_put8(to, pxt_liteos_bits(core, PXT_LITEOS_IN_INTERRUPT, 4));
	pxt_liteos_put8(to, pxt_liteos_bits(core, PXT_LITEOS_LOCKS, 4));
	if (shape->core_printed)
		return;
	pxt_liteos_put8(to,
			pxt_liteos_bits(core, PXT_LITEOS_COUNT_OF_PARAMS, 4));
	pxt_liteos_put_bytes(to, &reserved, sizeof(reserved));
}

/* Appends the values of a frame, and its details. With a constant shape it is
 * compiled for that one. */
static inline __attribute__((always_inline)) uint8_t *
pxt_liteos_values_put_frame(const struct pxt_liteos_values *values,
			    const struct pxt_liteos_shape *shape,
			    const struct pxt_liteos_frame *frame, uint8_t *to)
{
	const unsigned width = shape->width;

	pxt_liteos_put_words(&to, width, &frame->identity, 1);
	pxt_liteos_put_words(&to, width, frame->param, values->declared);
	if (values->named)
		pxt_liteos_put_words(&to, width, &frame->identity, 1);
	pxt_liteos_put_words(&to, width, frame->param, shape->params);
	pxt_liteos_put32(&to, pxt_load32(&frame->type));
	pxt_liteos_put32(&to, pxt_load32(&frame->task));
	pxt_liteos_put64(&to, frame->time);
	if (shape->pid)
		pxt_liteos_put32(&to, frame->pid);
	if (shape->core)
		pxt_liteos_put_core(&to, shape, frame->core);
	if (shape->count)
		pxt_liteos_put32(&to, frame->count);
	if (shape->links)
		pxt_liteos_put_words(&to, width, frame->link, PXT_LITEOS_LINKS);
	return to;
}

#endif
