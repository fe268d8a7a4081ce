/*
 * live_input.h - the trace that a command reads: logs, or what is recorded now
 *
 *	FILE...			as they are by now; a STREAM is its log
 *	-F FILE...		until they have their ends
 *	-F STREAM		until its log has its end, or its process has ended
 *	-F -p PROCESS		from now on, until the process has ended
 *	-d TIME			with -F: no longer than that
 *
 * A command that takes items as they come opens the trace, and waits where there
 * are no more. A command that reads a trace as a whole has it gathered first; of a
 * process, into a log that has no name. Ctrl-C ends either, and not the command.
 *
 * Functions that return a status have reported errors.
 */
#ifndef LIVE_INPUT_H
#define LIVE_INPUT_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "live/live_class.h"
#include "live/live_logs.h"
#include "live/live_urge.h"
#include "select/selection.h"
#include "source/sources.h"

struct live_input {
	struct source_files files; /* set by the command, as is the selection */
	struct selection *selection; /* borrowed */
	bool follow;
	int64_t duration; /* 0: no limit */

	struct source *source; /* what was opened; or NULL */
	struct live *live;     /* the running recording; or NULL */
	int64_t now; /* up to then a log that is not followed, but recorded now,
		      * is complete: live_refresh(); or 0 */
	struct live_logs logs;
	struct live_urge urge;
	char *newest; /* log that was found; or NULL */
};

/* -F and -d. Misuse ends the program. */
extern const struct argp live_input_argp;

/* Opens the trace, to take items as they come if it is followed. done: what is
 * done with the newest log, if none is named. */
int live_input_open(struct live_input *input, const char *done);

/* Waits for more items. False: there are none, or the trace is not followed. */
bool live_input_wait(struct live_input *input);

/* A time before which nothing is left to read, once there are no more items, of
 * what is recorded now; in CLOCK_REALTIME, nanoseconds. 0: it is not known, as of
 * several logs that are followed: items of some wait for those of others. */
int64_t live_input_complete_ns(const struct live_input *input);

/* Waits until all has come that is followed; then files are logs. */
int live_input_gather(struct live_input *input, const char *done);

/* Opens what was gathered. */
int live_input_open_gathered(struct live_input *input);

/* Gives a source that was opened by the files the name of what was gathered. */
void live_input_call(const struct live_input *input, struct source *source);

/* Ends the recording: signals end the program again. */
void live_input_end(struct live_input *input);

/* Closes all. Returns the status of a failed recording, or else that status. */
int live_input_close(struct live_input *input, int status);

#endif
