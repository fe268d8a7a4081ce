/*
 * field_attributes.h - attributes in a description of an event's data
 *
 * They are those of C23, "[[key, unit(EUR)]]". Unknown ones are skipped.
 */
#ifndef PXT_MODEL_FIELD_ATTRIBUTES_H
#define PXT_MODEL_FIELD_ATTRIBUTES_H

#include "base/scan.h"
#include "model/field.h"

struct pxt_field_attributes {
	unsigned field; /* PXT_FIELD_... */
	unsigned event; /* PXT_DESCRIPTION_... */
	bool packed;
	bool any;     /* true if there was an attribute */
	bool clashes; /* the event ends another span than it begins */
	struct pxt_text unit, object, none, span;
};

/* Takes all attributes that come next. False: there is one that is wrong. */
bool pxt_field_attributes_take(struct pxt_text *in,
			       struct pxt_field_attributes *attributes);

static inline bool pxt_field_attributes_are_for_event(
	const struct pxt_field_attributes *attributes)
{
	return attributes->event || attributes->packed;
}

static inline bool pxt_field_attributes_are_for_field(
	const struct pxt_field_attributes *attributes)
{
	return attributes->field || attributes->unit.len;
}

#endif
