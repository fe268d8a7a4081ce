/*
 * rewrite.h - what a selection wants of a source, as a log
 */
#ifndef REWRITE_H
#define REWRITE_H

#include <stdbool.h>

#include "selection.h"
#include "source.h"

struct rewrite {
	const char *output; /* the log to write */
	bool force;	    /* it may be there */
	bool quiet;	    /* no totals */
	bool utc;	    /* times that are asked for are */
	const unsigned char *uuid;
};

/* Write it. Gives the exit status, and has told what was wrong: damage of the
 * source does not keep the rest from being written; if nothing was wanted, or
 * writing fails, there is no log. The source itself is never replaced. */
int rewrite(const struct rewrite *rewrite, struct source *source,
	    struct selection *selection);

#endif
