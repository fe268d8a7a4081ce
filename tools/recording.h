/*
 * recording.h - a stream with its log, from the making to the totals
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "logfile.h"
#include "target.h"

struct recording {
	trace_id_t trid;
	struct logfile *log; /* borrowed */
	int64_t started;     /* CLOCK_MONOTONIC, nanoseconds */
	int64_t stopped;
	int error; /* the first one of writing the log, or 0 */

	/* How writing the log goes. */
	int failing;		  /* an error, or -1: it stands still; or 0 */
	unsigned long long bytes; /* of the log */
	unsigned long long lost;  /* when it was still written */
	int64_t moved;		  /* when it was, or did not have to be */

	struct posix_trace_totals_np totals; /* once it has ended */
};

/* Make the stream, with that attribute orphan, and start it. The errors of
 * posix_trace_create_withlog(). */
int recording_start(struct recording *recording, const struct target *target,
		    struct logfile *log, int orphan);

/* Ask how writing the log goes. The user is told when it fails, or stands still,
 * and when it works again, with the loss in between. */
void recording_check(struct recording *recording);

/* Stop, write what is left, and let go of the process. */
void recording_end(struct recording *recording);

/* Let go of the process without a word. */
void recording_drop(struct recording *recording);

/* The line of totals. */
void recording_tell(const struct recording *recording);

#endif
