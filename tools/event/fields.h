/*
 * fields.h - fields of events, by their descriptions
 *
 * A type's description is parsed at its first event. An item is decoded once,
 * before any number of its fields are looked up:
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
	FIELDS_FLOAT = 32,	/* characters of a number, with the null */
};

struct fields {
	struct source *source; /* borrowed */
	struct posix_trace_layout_np *layouts[FIELDS_TYPES];
	bool is_without[FIELDS_TYPES]; /* no valid description */
	bool no_symbols;	 /* objects are not named after variables */
	struct symbols *symbols; /* NULL: no object so far */

	/* The last decoded item. */
	const struct posix_trace_layout_np *layout;
	const struct posix_trace_item_np *item;
	struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	unsigned count;
};

/* source: borrowed until fini. */
void fields_init(struct fields *fields, struct source *source);
void fields_fini(struct fields *fields);

/* The description of a type, parsed, or NULL. */
const struct posix_trace_layout_np *fields_layout(struct fields *fields,
						  trace_event_id_t type);

/* Decodes the fields of an item; it, and its data, are borrowed until the next.
 * False: not an event, or of a type without description. */
bool fields_decode(struct fields *fields,
		   const struct posix_trace_item_np *item);

/* In the last decoded item, whose fields are values[0] to values[count - 1]:
 * finds a field by name. NULL: none. */
const struct posix_trace_value_np *fields_find(const struct fields *fields,
					       const char *name);

/* Returns a layout's field of that name. NULL: it has none. */
const struct posix_trace_field_np *
fields_layout_find(const struct posix_trace_layout_np *layout,
		   const char *name);

static inline bool fields_layout_has(const struct posix_trace_layout_np *layout,
				     const char *name)
{
	return fields_layout_find(layout, name) != NULL;
}

/* True if any event described so far has the field. */
bool fields_exist(struct fields *fields, const char *name);

/* Considers the names of existing fields. */
void fields_guess(struct fields *fields, struct guess *guess);

/* Strips "args." from a user's name of a field. */
const char *fields_bare(const char *written);

/* The key of the event, or NULL. */
const struct posix_trace_value_np *fields_key(const struct fields *fields);

/* Puts a value of the last decoded item, as 'buy', '101.25', 'queue/jobs' or
 * '"some text"'; a text in quotation marks only if necessary. */
void fields_put_value(struct out *out, const struct payload_style *style,
		      const struct fields *fields,
		      const struct posix_trace_value_np *value);

/* Same without quotation marks, for a value that stands alone. */
void fields_put_bare(struct out *out, const struct payload_style *style,
		     const struct fields *fields,
		     const struct posix_trace_value_np *value);

/* Puts the unit of a value, if it has one, and the value counts anything. */
void fields_put_unit(struct out *out, const struct payload_style *style,
		     const struct fields *fields,
		     const struct posix_trace_value_np *value);

/* Puts one element of an array, or the value, in the same way. */
void fields_put_element(struct out *out, const struct payload_style *style,
			const struct fields *fields,
			const struct posix_trace_value_np *value, size_t index);

/* Puts all fields of the last decoded item: 'id=81723 side=buy
 * price=101.25EUR', details only in full style. Remaining data follows in
 * hex. */
void fields_put(struct out *out, const struct payload_style *style,
		const struct fields *fields);

/* True if fields_put() puts anything. */
bool fields_show(const struct payload_style *style,
		 const struct fields *fields);

/* The data behind the fields of the last decoded item; NULL: none. */
const void *fields_rest(const struct fields *fields, size_t *len);

/* Prints the fewest digits that read back as this number into FIELDS_FLOAT
 * characters. narrow: it was a float. */
void fields_print_float(char *text, double number, bool narrow);

#endif
