/*
 * recording.h - a stream with its log, from creation to totals
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <trace_np.h>

#include "record/target.h"
#include "write/carried_templates.h"
#include "write/compression.h"
#include "write/logfile.h"

/* Properties of the stream to create. */
struct recording_plan {
	const char *name; /* name of the stream; NULL: the target's */
	int policy;	  /* full policy of the stream, POSIX_TRACE_... */
	int log_policy;	  /* full policy of the log */
	size_t size;	  /* bytes of the stream */
	size_t log_size;  /* bytes of the log; 0: the library's default */
	int orphan;	  /* POSIX_TRACE_ORPHAN_..._NP */
	enum compression compression;
	bool follow;	       /* record children, too */
	const char *selection; /* a choice for posix_trace_select_np(), or
			        * NULL */
	const struct carried_templates *carried; /* for each log, or NULL */
};

struct recording {
	pid_t target;
	trace_id_t trid;
	struct logfile *log;			 /* borrowed */
	const struct carried_templates *carried; /* the plan's */
	int64_t started; /* CLOCK_MONOTONIC, nanoseconds */
	int64_t stopped;
	int error; /* first error of writing the log, or 0 */

	/* State of writing the log. */
	int failing;		  /* error, or -1: no progress; or 0 */
	unsigned long long bytes; /* bytes of the log */
	unsigned long long lost;  /* lost events at the last success */
	int64_t moved;		  /* time of the last progress, or of having
				   * nothing to write */

	unsigned logs;		    /* number of complete logs, */
	unsigned long long earlier; /* bytes of these */
	int64_t switched;	    /* begin of the present log */

	bool loops;	/* the log overwrites its oldest events */
	bool gone;	/* shut down by another process */
	bool uncounted; /* the number of lost events is unknown */

	struct posix_trace_totals_np totals; /* at the last check; everything,
					      * after the end */
};

/* Creates and starts the stream. Errors of posix_trace_create_withlog() and
 * posix_trace_select_np(). */
int recording_start(struct recording *recording, const struct target *target,
		    struct logfile *log, const struct recording_plan *plan);

/* Checks the writing of the log. Reports failure, standstill and recovery, with
 * the loss in between. */
void recording_check(struct recording *recording);

/* Looks at the stream of its target: it may have had more events than are in
 * the log. False: it is gone. */
bool recording_look(const struct recording *recording, pid_t target,
		    struct posix_trace_stream_np *stream);

/* Completes the log, and continues in another one, which takes its place; the
 * old one is closed. since: events before that go to neither; NULL: all do. On
 * error recording continues as before, the user is told, and the other log is
 * dropped. */
int recording_switch(struct recording *recording, struct logfile *other,
		     const struct timespec *since);

/* Age of the present log, in nanoseconds. */
int64_t recording_age(const struct recording *recording);

/* Stops, writes the rest, and releases the process. */
void recording_end(struct recording *recording);

/* Releases the process without a report. */
void recording_drop(struct recording *recording);

/* Prints the line of totals. */
void recording_tell(const struct recording *recording);

#endif
