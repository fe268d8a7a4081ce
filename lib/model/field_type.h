/*
 * field_type.h - types in a description of an event's data
 *
 * They are those of C, by words or by names, and enumerations.
 */
#ifndef PXT_MODEL_FIELD_TYPE_H
#define PXT_MODEL_FIELD_TYPE_H

#include "base/scan.h"
#include "model/field.h"

/* Words of C that are neither names nor part of types that can be described. */
bool pxt_field_type_is_reserved(struct pxt_text word);
bool pxt_field_type_is_qualifier(struct pxt_text word);

/* Takes qualifiers and an enumeration or another type. */
bool pxt_field_type_take(struct pxt_text *in, struct pxt_field *base);

/* Decides on the sign of an enumeration that has no type: one with a negative
 * constant is signed, as for the compiler. */
void pxt_field_type_choose_sign(struct pxt_field *base, bool typed);

/* Checks the constants of an enumeration, and adds their number to *count.
 * False: one does not fit, or there are too many. */
bool pxt_field_type_count_constants(const struct pxt_field *base,
				    unsigned *count);

struct pxt_constant {
	struct pxt_text name;
	int64_t value; /* raw bits; the caller sets -1 before the first */
};

/* Reads the next constant of an enumeration from the rest of its text. ENODATA:
 * no more. EINVAL. */
int pxt_constant_next(struct pxt_text *rest, struct pxt_constant *constant);

#endif
