/*
 * fields.h - the fields of events, by the descriptions that programs gave
 *
 * A type's description is taken apart when its first event comes. An item is
 * decoded once, and then asked for as many fields as one likes:
 *
 *	if (fields_decode(&fields, item))
 *		price = fields_find(&fields, "price");
 */
#ifndef FIELDS_H
#define FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include <trace_np.h>

#include "common/guess.h"
#include "common/out.h"
#include "event/payload.h"
#include "event/symbols.h"
#include "source/source.h"

enum {
	FIELDS_TYPES = 1 << 12, /* types beyond have no descriptions */
	FIELDS_FLOAT = 32,	/* characters of a number, the null included */
};

struct fields {
	struct source *source; /* borrowed */
	struct posix_trace_layout_np *layouts[FIELDS_TYPES];
	bool wrong[FIELDS_TYPES]; /* described, but not so that we know it */
	bool no_symbols;	  /* objects are not called as variables */
	struct symbols *symbols;  /* NULL: no object so far */

	/* Of the item decoded last. */
	const struct posix_trace_layout_np *layout;
	const struct posix_trace_item_np *item;
	struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned count;
};

/* source: borrowed until fini. */
void fields_init(struct fields *fields, struct source *source);
void fields_fini(struct fields *fields);

/* How the events of a type are described, or NULL. */
const struct posix_trace_layout_np *fields_layout(struct fields *fields,
						  trace_event_id_t type);

/* Find the fields of an item; it, and its data, are borrowed until the next.
 * false: it is no event, or of no type with a description. */
bool fields_decode(struct fields *fields,
		   const struct posix_trace_item_np *item);

/* Of the item decoded last: its fields are values[0] to values[count - 1]. By
 * name, NULL: it has none such. */
const struct posix_trace_value_np *fields_find(const struct fields *fields,
					       const char *name);

/* Whether any event of the log that has been described so far has it. */
bool fields_exist(struct fields *fields, const char *name);

/* Consider the names of those that exist. */
void fields_guess(struct fields *fields, struct guess *guess);

/* The name of a field as a user may write it, with "args." before it. */
const char *fields_bare(const char *written);

/* The field that connects events, or NULL. */
const struct posix_trace_value_np *fields_key(const struct fields *fields);

/* Put a value of the item decoded last, as in 'buy', '101.25', 'queue/jobs' or
 * '"some text"'; a text in quotation marks only if it needs them. */
void fields_put_value(struct out *out, const struct payload_style *style,
		      const struct fields *fields,
		      const struct posix_trace_value_np *value);

/* The same, standing for itself: without quotation marks. */
void fields_put_bare(struct out *out, const struct payload_style *style,
		     const struct fields *fields,
		     const struct posix_trace_value_np *value);

/* Put all fields of the item decoded last: 'id=81723 side=buy price=101.25EUR',
 * details only if it is to be full. What its data has besides, follows in hex.
 */
void fields_put(struct out *out, const struct payload_style *style,
		const struct fields *fields);

/* Whether that puts anything. */
bool fields_show(const struct payload_style *style,
		 const struct fields *fields);

/* What the data of the item decoded last has behind its fields; NULL: nothing.
 */
const void *fields_rest(const struct fields *fields, size_t *len);

/* Whether a number is as the field says that it is where there is none: it
 * counts nothing. */
bool fields_is_none(const struct posix_trace_field_np *field,
		    const struct posix_trace_number_np *number);

/* Print the fewest digits that are this number again into FIELDS_FLOAT
 * characters. narrow: it was a float. */
void fields_print_float(char *text, double number, bool narrow);

#endif
