/*
 * rewrite.h - what a selection wants of a source, as a log
 */
#ifndef REWRITE_H
#define REWRITE_H

#include "select/selection.h"
#include "source/source.h"
#include "write/to_log.h"

/* Write it. Gives the exit status, and has told what was wrong: damage of the
 * source does not keep the rest from being written; if nothing was wanted, or
 * writing fails, there is no log. The source itself is never replaced. */
int rewrite(const struct to_log *to, const unsigned char uuid[16],
	    struct source *source, struct selection *selection);

/* The same. Of the same source the same part is the same log. */
int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection);

#endif
