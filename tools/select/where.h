/*
 * where.h - conditions on fields, as a user writes them for -w
 *
 *	price > 100 && side == "buy"
 *	!(name =~ "order_*") || len >= 4Ki
 *
 * The grammar is C's, with || && ! == != < <= > >= and parentheses; =~ and !~
 * match a text with a pattern of the shell. Numbers may have a fraction and a
 * unit: ns us ms s m h, which make nanoseconds, k M G and Ki Mi Gi. Texts
 * stand in "..." or '...', with escapes as in C.
 *
 * A field that an event does not have makes every comparison with it false,
 * and so do a number and a text that are compared, except with !=, unless the
 * number has a name, as constants have, or two, as objects: these are compared.
 * A field by itself is true if the event has it, and it is neither 0 nor empty.
 *
 * The module knows nothing of events: whoever evaluates a condition gives the
 * values of its fields.
 */
#ifndef WHERE_H
#define WHERE_H

#include <stdbool.h>
#include <stddef.h>

enum where_kind { WHERE_NONE, WHERE_NUMBER, WHERE_TEXT };

struct where_value {
	enum where_kind kind;
	long double number; /* which holds all integers of 64 bits */
	const char *text;   /* borrowed, and not ended by a null; of a number
			     * its name, or NULL */
	size_t len;
	const char *short_text; /* another name, or NULL; likewise */
	size_t short_len;
};

/* What is wrong with a condition, and where: columns count from 1. */
struct where_error {
	size_t column;
	const char *what;
};

struct where;

/* Gives the value of a field: number says which one it is of those that the
 * condition names. The value is WHERE_NONE at first. */
typedef void where_get(void *context, unsigned number,
		       struct where_value *value);

/* NULL: it is no condition, or there is no memory. */
struct where *where_parse(const char *text, struct where_error *error);
void where_free(struct where *where);

/* The name of a field; NULL: there are not as many. Borrowed until free. */
const char *where_field(const struct where *where, unsigned number);

bool where_holds(struct where *where, where_get *get, void *context);

#endif
