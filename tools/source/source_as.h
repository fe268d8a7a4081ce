/*
 * source_as.h - options about the input
 */
#ifndef SOURCE_AS_H
#define SOURCE_AS_H

#include <stdbool.h>

#include "common/guess.h"
#include "format/format.h"

enum { SOURCE_ORDERS = 16 };

struct fleet_wish;

/* Zero at first: no options. */
struct source_as {
	const struct pxt_format *format;  /* format of an input other than a
					   * log */
	struct pxt_settings settings;	  /* for formats */
	bool grows;			  /* follow the trace */
	unsigned workers;		  /* threads that read ahead */
	bool wants_workers;		  /* even for a small log */
	const char *order[SOURCE_ORDERS]; /* for its device */
	size_t orders;
	struct fleet_wish
		*fleet; /* logs that are wanted of a fleet; NULL: all */
};

/* Takes the argument of --from, if it is the name of a format. */
bool source_as_format(struct source_as *as, const char *word);

/* Takes an order for a device. False: too many. */
bool source_as_order(struct source_as *as, const char *order);

/* Takes the argument of -o, if it is a setting of any format for reading. */
bool source_as_setting(struct source_as *as, const char *text);

/* "; did you mean ts?", for a setting with an unknown key, or "". Borrowed from
 * guess. */
const char *source_as_hint(const char *text, struct guess *guess);

#endif
