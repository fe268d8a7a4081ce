/*
 * flight.h - a recording that is kept in memory, and saved when it matters
 *
 * The stream overwrites its oldest events. Its log is a file without a name in
 * the directory where logs are to be: to save is to write to that what the
 * stream has, of the time that is asked for, and give it a name; recording goes
 * on in another. What was saved is not saved again.
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "record/gauge.h"
#include "record/recording.h"
#include "record/triggers.h"

struct flight {
	const struct triggers *triggers; /* borrowed */
	struct recording *recording;	 /* borrowed */
	int64_t window_ns;
	const char *pattern; /* of the logs' names; borrowed */
	bool force;
	bool quiet;
	bool watching; /* for events */
	trace_id_t watch;
	struct gauge gauge;
	unsigned saved;
	int error; /* the first, or 0 */
};

/* Make the file that the recording begins with. pattern: what logs will be
 * called. An error number, and the user was told. */
int flight_create_log(const char *pattern, const struct target *target,
		      struct logfile *log);

/* The recording has started. The members above `watching' are set. */
int flight_begin(struct flight *flight, const struct target *target,
		 bool follow);

/* Save it if one of the events was recorded. The user is told, once, if memory
 * holds less than was asked for. */
void flight_check(struct flight *flight, const struct target *target);

/* Save what there is. why: what the user is told. */
void flight_save(struct flight *flight, const struct target *target,
		 const char *why);

/* Save it if the process ended in one of the ways. */
void flight_end(struct flight *flight, const struct target *target);

#endif
