/*
 * rewrite.h - writing a selection as a log
 */
#ifndef REWRITE_H
#define REWRITE_H

#include "select/selection.h"
#include "source/source.h"
#include "write/part.h"
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
	part_examine *examine; /* of the complete log; NULL: none */
	void *argument;
};

/* Same, with each selected item changed. */
int rewrite_changed(const struct to_log *to, const unsigned char uuid[16],
		    struct source *source, struct selection *selection,
		    const struct rewrite_change *change);

/* Same as rewrite(); the same part of the same source is the same log. */
int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection);

/* Writes such a part in steps, for who has to do other things meanwhile. Where
 * any of them fails the part is gone, and rewriting over. */
struct rewriting {
	struct part part;
	struct source *source;	     /* borrowed */
	struct selection *selection; /* borrowed */
};

int rewriting_begin(struct rewriting *rewriting, const struct to_log *to,
		    struct source *source, struct selection *selection);

/* Reads one item, and writes it if it is selected. *time: of the item; *is_over:
 * there is none. */
int rewriting_step(struct rewriting *rewriting, struct timespec *time,
		   bool *is_over);

/* Ends the log; or removes it. */
int rewriting_end(struct rewriting *rewriting, bool quiet);
void rewriting_drop(struct rewriting *rewriting);

#endif
