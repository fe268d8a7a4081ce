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

/* A log that has other names and data than its source. */
struct rewrite_change {
	struct source *names; /* source of all but items; borrowed */
	/* Changes an item. *is_kept: false leaves it out. Error numbers. */
	int (*change)(void *argument, struct posix_trace_item_np *item,
		      bool *is_kept);
	void *argument;
};

/* Same, with each selected item changed. */
int rewrite_changed(const struct to_log *to, const unsigned char uuid[16],
		    struct source *source, struct selection *selection,
		    const struct rewrite_change *change);

/* Same as rewrite(); the same part of the same source is the same log. */
int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection);

#endif
