/*
 * flight.h - flight recorders: recordings in memory, saved by triggers
 *
 * The stream overwrites its oldest events. Its log is a file without a name in
 * the directory for logs: saving writes the requested time of the stream to it,
 * and gives it a name; recording goes on in another file. Saved events are not
 * saved again.
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "record/gauge.h"
#include "record/incident_link.h"
#include "record/newest_logs.h"
#include "record/recording.h"
#include "record/triggers.h"

struct flight {
	const struct triggers *triggers; /* borrowed */
	struct recording *recording;	 /* borrowed */
	int64_t window_ns;
	const char *pattern;	  /* pattern of the logs' names; borrowed */
	struct newest_logs *kept; /* saved ones; borrowed */
	struct incident_link *together; /* other hosts; borrowed, or NULL */
	bool force;
	bool quiet;
	bool watching; /* for event triggers */
	trace_id_t watch;
	struct gauge gauge;
	unsigned saved;
	int error; /* first error, or 0 */
};

/* Creates the first file. pattern: of logs' names. Returns an error number,
 * after reporting it. */
int flight_create_log(const char *pattern, const struct target *target,
		      struct logfile *log);

/* Begins after the recording has started. The members above `watching' are
 * set. */
int flight_begin(struct flight *flight, const struct target *target,
		 bool follow);

/* Saves if a trigger's event was recorded. Reports, once, that memory holds
 * less than requested. */
void flight_check(struct flight *flight, const struct target *target);

/* Saves. why: the reason for the user. incident: NULL: a new one, which other
 * hosts are told of. */
void flight_save(struct flight *flight, const struct target *target,
		 const char *why, const struct incident *incident);

/* Saves if the process ended in a way that is a trigger. */
void flight_end(struct flight *flight, const struct target *target);

#endif
