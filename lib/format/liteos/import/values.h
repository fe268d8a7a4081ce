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

/* Lays a frame out as pxt_liteos_description_write() says. Returns the length of
 * data. */
size_t pxt_liteos_values_put(const struct pxt_liteos_values *values,
			     const struct pxt_liteos_shape *shape,
			     const struct pxt_liteos_place *place,
			     const struct pxt_liteos_frame *frame,
			     uint8_t *data);

#endif
