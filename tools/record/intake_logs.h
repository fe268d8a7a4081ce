/*
 * intake_logs.h - the logs that the trace of a device goes to
 *
 * It is one, or with --rotate one after the other, of which each has all that it
 * takes to be read. A log begins with its first item: what the system is, the
 * line has said by then.
 */
#ifndef INTAKE_LOGS_H
#define INTAKE_LOGS_H

#include <stdbool.h>

#include "record/newest_logs.h"
#include "record/progress.h"
#include "record/record_options.h"
#include "source/source.h"
#include "write/contents.h"
#include "write/copy.h"
#include "write/logfile.h"
#include "write/totals.h"

struct intake_logs {
	const struct record_options *options; /* borrowed */
	struct source *source;		      /* likewise */
	char *pattern;			      /* of their names */
	unsigned number;		      /* of the present one */
	struct logfile file;
	struct copy copy;
	bool has_log; /* it was begun */
	bool is_due;  /* the next item is another one's */
	bool stuck;   /* there was no other to be had */
	int64_t begun; /* CLOCK_MONOTONIC, ns */
	struct newest_logs kept;
	struct totals totals; /* of all */
	struct contents contents; /* threads */
	uint64_t earlier;     /* bytes of those before */
	unsigned long long put; /* events, in the present one */
};

/* Make the first file. source: a trace of another system. Gives the exit
 * status, and has told what was wrong. */
int intake_logs_open(struct intake_logs *logs,
		     const struct record_options *options,
		     struct source *source);

/* Put an item. An error number, of writing or reading. */
int intake_logs_put(struct intake_logs *logs,
		    const struct posix_trace_item_np *item);

/* Write what was put so far. An error number. */
int intake_logs_flush(struct intake_logs *logs);

/* See whether the present log is large or old enough: then another one begins
 * with the next item. */
void intake_logs_look(struct intake_logs *logs);

/* What they have so far. */
struct progress_count intake_logs_count(const struct intake_logs *logs);

/* End the last one. An error number. */
int intake_logs_end(struct intake_logs *logs);

/* Leave the last one as it is, after an error of writing: what is not in it
 * counts as lost. */
void intake_logs_abandon(struct intake_logs *logs);

/* Tell the totals, and close them. */
void intake_logs_close(struct intake_logs *logs);

#endif
