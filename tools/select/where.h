/*
 * where.h - conditions on fields, option -w
 *
 *	price > 100 && side == "buy"
 *	!(name =~ "order_*") || len >= 4Ki
 *
 * The grammar is C's, with || && ! == != < <= > >= and parentheses; =~ and !~
 * match a text with a pattern of the shell. Numbers may have a fraction and a
 * unit: ns us ms s m h, which make nanoseconds, k M G and Ki Mi Gi. Texts stand
 * in "..." or '...', with escapes as in C.
 *
 * Comparisons with a field that the event lacks are false. So are comparisons
 * of a number with a text, except !=, unless the number has one or two names,
 * as constants and objects: then the names are compared. A field by itself is
 * true if the event has it, and it is neither 0 nor empty.
 *
 * The module knows nothing of events: the caller provides the values of fields.
 */
#ifndef WHERE_H
#define WHERE_H

#include <stdbool.h>
#include <stddef.h>

enum where_kind { WHERE_NONE, WHERE_NUMBER, WHERE_TEXT };

struct where_value {
	enum where_kind kind;
	long double number; /* wide enough for all 64-bit integers */
	const char *text;   /* borrowed, without a null; for a number its name,
			     * or NULL */
	size_t len;
	const char *short_text; /* second name of a number, or NULL */
	size_t short_len;
};

/* An error in a condition, and its place: columns count from 1. */
struct where_error {
	size_t column;
	const char *what;
};

struct where;

/* Provides the value of a field: number is its index among those of the
 * condition. The value is WHERE_NONE at first. */
typedef void where_get(void *context, unsigned number,
		       struct where_value *value);

/* Takes a number with its unit, as those of conditions. NULL: success; else
 * what is wrong at *at. */
const char *where_take_number(const char **at, long double *number);

/* NULL: invalid, or no memory. */
struct where *where_parse(const char *text, struct where_error *error);
void where_free(struct where *where);

/* The name of a field by index; NULL: no more. Borrowed until free. */
const char *where_field(const struct where *where, unsigned number);

bool where_holds(struct where *where, where_get *get, void *context);

#endif
