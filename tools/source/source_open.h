/*
 * source_open.h - one source, of what a user names
 *
 * A log is known by its first bytes, and the trace of another system by those
 * that its format knows, or as the user says.
 */
#ifndef SOURCE_OPEN_H
#define SOURCE_OPEN_H

#include <stdbool.h>

#include "common/guess.h"
#include "format/format.h"
#include "source/source.h"

enum { SOURCE_ORDERS = 16 };

/* What a user says of what is to be read. Zeroes at first: nothing. */
struct source_as {
	const struct pxt_format *format; /* of what is no log */
	struct pxt_settings settings;	 /* for formats */
	bool grows;			 /* the trace is to be followed */
	const char *order[SOURCE_ORDERS]; /* for its device */
	size_t orders;
};

/* Open it. as: borrowed until it is closed. Gives the exit status, and has told
 * why not. */
int source_open(struct source **source, const char *name,
		const struct source_as *as);

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
