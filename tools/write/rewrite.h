/*
 * rewrite.h - writing a selection as a log
 */
#ifndef REWRITE_H
#define REWRITE_H

#include "select/selection.h"
#include "source/source.h"
#include "write/to_log.h"

/* Writes it. Returns the exit status, after reporting errors: the rest of a
 * damaged source is written; without selected items, or after an error of
 * writing, there is no log. The source itself is never replaced. */
int rewrite(const struct to_log *to, const unsigned char uuid[16],
	    struct source *source, struct selection *selection);

/* Same; the same part of the same source is the same log. */
int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection);

#endif
