/*
 * recording.h - a stream with its log, from the making to the totals
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <trace_np.h>

#include "record/target.h"
#include "write/carried_templates.h"
#include "write/logfile.h"

/* What stream it is to be. */
struct recording_plan {
	const char *name; /* of the stream; NULL: the target's */
	int policy;	/* when the stream is full, POSIX_TRACE_... */
	int log_policy; /* when the log is */
	size_t size;	/* bytes of the stream */
	size_t log_size;       /* of the log; 0: as the library has it */
	int orphan;	       /* POSIX_TRACE_ORPHAN_..._NP */
	bool follow;	       /* children are recorded as well */
	const char *selection; /* of events, as posix_trace_select_np() has it,
				* or NULL */
	const struct carried_templates *carried; /* by each log, or NULL */
};

struct recording {
	trace_id_t trid;
	struct logfile *log; /* borrowed */
	const struct carried_templates *carried; /* of the plan */
	int64_t started;     /* CLOCK_MONOTONIC, nanoseconds */
	int64_t stopped;
	int error; /* the first one of writing the log, or 0 */

	/* How writing the log goes. */
	int failing;		  /* an error, or -1: it stands still; or 0 */
	unsigned long long bytes; /* of the log */
	unsigned long long lost;  /* when it was still written */
	int64_t moved;		  /* when it was, or did not have to be */

	unsigned logs;		    /* that are complete, ... */
	unsigned long long earlier; /* ... and the bytes in them */
	int64_t switched;	    /* when the present one was begun */

	bool gone; /* somebody else has shut the stream down */
	bool uncounted; /* nobody knows how many events were lost */

	struct posix_trace_totals_np totals; /* when it was checked last; all,
					      * once it has ended */
};

/* Make the stream, and start it. The errors of posix_trace_create_withlog() and
 * posix_trace_select_np(). */
int recording_start(struct recording *recording, const struct target *target,
		    struct logfile *log, const struct recording_plan *plan);

/* Ask how writing the log goes. The user is told when it fails, or stands still,
 * and when it works again, with the loss in between. */
void recording_check(struct recording *recording);

/* The stream by now, of the process that it was made for: it may have had more
 * events than are in the log. false: it is gone. */
bool recording_look(const struct recording *recording, pid_t target,
		    struct posix_trace_stream_np *stream);

/* Complete the log, and go on in another, in its place; the old one is closed.
 * since: nothing that is older goes to either; NULL: all does. An error: it
 * goes on as before, and the user was told; the other is dropped. */
int recording_switch(struct recording *recording, struct logfile *other,
		     const struct timespec *since);

/* How long the present log has been written, in nanoseconds. */
int64_t recording_age(const struct recording *recording);

/* Stop, write what is left, and let go of the process. */
void recording_end(struct recording *recording);

/* Let go of the process without a word. */
void recording_drop(struct recording *recording);

/* The line of totals. */
void recording_tell(const struct recording *recording);

#endif
