/*
 * input.h - the trace that is queried, as the user names it
 */
#ifndef QUERY_INPUT_H
#define QUERY_INPUT_H

#include <stdbool.h>

#include "select/selection.h"
#include "source/sources.h"

/* Opens the trace once more. Returns the exit status, after reporting
 * errors. */
typedef int query_open(struct source **source, void *context);

struct query_input {
	query_open *open;
	void *context;
	const struct selection *selection; /* the user's; borrowed */
	struct source_files files;	   /* the logs; borrowed */
	bool utc;
	bool is_strict; /* tell losses, by the exit status, too */
	bool is_once;	/* cannot be opened again */
};

#endif
