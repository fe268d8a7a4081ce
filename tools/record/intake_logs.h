/*
 * intake_logs.h - the logs of a device's trace
 *
 * There is one log, or with --rotate a sequence of logs, each complete in
 * itself. A log begins with its first item: by then the line has described the
 * system.
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
	struct source *source;		      /* borrowed */
	char *pattern;			      /* pattern of their names */
	unsigned number;		      /* number of the present log */
	struct logfile file;
	struct copy copy;
	bool has_log;  /* the log was begun */
	bool is_due;   /* the next item begins another log */
	bool stuck;    /* no other log could be made */
	int64_t begun; /* CLOCK_MONOTONIC, ns */
	time_t named;  /* time in the logs' names */
	struct newest_logs kept;
	struct totals totals;	  /* sums over all logs */
	struct contents contents; /* threads */
	uint64_t earlier;	  /* bytes of earlier logs */
	unsigned long long put;	  /* events in the present log */
};

/* Creates the first file. source: a trace of another system. Returns the exit
 * status, after reporting errors. */
int intake_logs_open(struct intake_logs *logs,
		     const struct record_options *options,
		     struct source *source);

/* Puts an item. Returns an error number, of writing or reading. */
int intake_logs_put(struct intake_logs *logs,
		    const struct posix_trace_item_np *item);

/* Writes buffered items. Returns an error number. */
int intake_logs_flush(struct intake_logs *logs);

/* Checks size and age of the present log: another one may begin with the next
 * item. */
void intake_logs_look(struct intake_logs *logs);

/* Returns the counts so far. */
struct progress_count intake_logs_count(const struct intake_logs *logs);

/* Ends the last log. Returns an error number. */
int intake_logs_end(struct intake_logs *logs);

/* Abandons the last log after an error of writing: buffered items count as
 * lost. */
void intake_logs_abandon(struct intake_logs *logs);

/* Reports the totals, and closes the logs. */
void intake_logs_close(struct intake_logs *logs);

#endif
