/*
 * source_as.h - what a user says of what is to be read
 */
#ifndef SOURCE_AS_H
#define SOURCE_AS_H

#include <stdbool.h>

#include "common/guess.h"
#include "format/format.h"

enum { SOURCE_ORDERS = 16 };

/* Zeroes at first: nothing is said. */
struct source_as {
	const struct pxt_format *format;  /* of what is no log */
	struct pxt_settings settings;	  /* for formats */
	bool grows;			  /* the trace is to be followed */
	const char *order[SOURCE_ORDERS]; /* for its device */
	size_t orders;
};

/* Take what a user wrote behind --from, if that is the name of a format. */
bool source_as_format(struct source_as *as, const char *word);

/* Take an order for a device. False: these are too many. */
bool source_as_order(struct source_as *as, const char *order);

/* Take what a user wrote behind -o, if that is a setting which any format has
 * for reading. */
bool source_as_setting(struct source_as *as, const char *text);

/* "; did you mean ts?", of the keys of these and a setting of none, or "".
 * Borrowed from guess. */
const char *source_as_hint(const char *text, struct guess *guess);

#endif
