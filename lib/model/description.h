/*
 * description.h - descriptions of an event's data, in C's syntax
 *
 * The members of a struct, with the attributes of C23:
 *
 *	uint64_t id [[key]]; enum : uint8_t { buy, sell } side;
 *	double price [[unit(EUR)]]; char symbol[8]; char *text
 *
 * Fields are read one by one, from a text that stays in place: nothing is
 * allocated, and text outside of the grammar of
 * posix_trace_eventid_describe_np(3) is refused. Unknown attributes are
 * skipped, as in C.
 */
#ifndef PXT_MODEL_DESCRIPTION_H
#define PXT_MODEL_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/field.h"

struct pxt_description {
	const char *at, *end;
	struct pxt_field base; /* type of the current declaration */
	bool declaring;
	bool ended; /* no field may follow */
	bool packed;
	bool varies;	 /* set by a string, or an array without length */
	unsigned fields; /* read so far */
	unsigned constants;
	unsigned flags;	      /* PXT_DESCRIPTION_..., as far as read */
	struct pxt_text span; /* name of the span; may be empty */
	const char *expected; /* at `at`, after EINVAL */
	uint64_t offset;      /* behind the last field, unless it varies */
	uint32_t align;	      /* the greatest so far */
};

void pxt_description_init(struct pxt_description *description, const char *text,
			  size_t len);

/* Reads the next field. ENODATA: no more. EINVAL: invalid, at about `at`. */
int pxt_description_next(struct pxt_description *description,
			 struct pxt_field *field);

/* Checks the whole description, including that names of fields are unique.
 * EINVAL. */
int pxt_description_check(const char *text, size_t len);

/* Same check; after EINVAL *where is the offset of the error, and *expected
 * names what belongs there. */
int pxt_description_judge(const char *text, size_t len, size_t *where,
			  const char **expected);

/* After the last field: the size of the data, like sizeof. False: it varies. */
bool pxt_description_size(const struct pxt_description *description,
			  size_t *size);

#endif
