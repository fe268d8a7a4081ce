/*
 * job.h - a recorded process: the target, its stream and its log
 *
 * Functions return an exit status, 0 for success, after reporting errors. First
 * the target is set up; then its stream is started, with a provisional log;
 * then the job begins: a command is released.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <time.h>

#include "inventory/health.h"
#include "record/flight.h"
#include "record/newest_logs.h"
#include "record/outflow.h"
#include "record/record_options.h"
#include "record/recording.h"
#include "record/silence.h"
#include "record/target.h"
#include "write/logfile.h"

struct job {
	const struct record_options *options; /* borrowed */
	struct target target;
	struct logfile log;
	struct recording recording;
	struct outflow outflow; /* moves the log to a pipe */
	bool flows;
	char *pattern;	 /* pattern of logs' names */
	unsigned number; /* number of the present log */
	time_t begun;	 /* time in the logs' names */
	struct newest_logs kept;
	unsigned removed; /* logs beyond the limits that were told */
	struct flight flight;
	bool flies;
	struct incident_link *together; /* borrowed, or NULL */
	bool stuck;			/* no other log could be made */
	bool silent;			/* no event can be recorded, it seems */
	bool recorded;			/* the process has a stream */
	int64_t looked; /* time of the last look for its process file */
	struct departed departed;
	char unseen[HEALTH_WHY];       /* reason for its absence, or "" */
	struct progress_count counted; /* state of the stream at the last
				        * look */
	int status; /* exit status of the recording, once it has ended */
};

/* mask: signal mask for the command. */
int job_launch(struct job *job, const struct record_options *options,
	       const sigset_t *mask);
int job_attach(struct job *job, const struct record_options *options,
	       pid_t pid);

int job_start(struct job *job);
int job_begin(struct job *job);

/* Checks a recording in progress, and ends it after errors. */
void job_check(struct job *job);

/* Adds the counts so far. */
void job_count(struct job *job, struct progress_count *sum);

/* Saves a flight recorder. why: the reason for the user; incident: see
 * flight_save(). */
void job_save(struct job *job, const char *why,
	      const struct incident *incident);

/* Ends the recording, unless it has ended, with a line of totals. */
void job_end(struct job *job);

/* Reports how the process ended, if it has and the user wants to know. */
void job_tell_end(const struct job *job);

/* Abandons an unfinished recording, with its log, and releases the process. */
void job_close(struct job *job);

/* The status of a failure of record: other statuses are the command's. */
int job_failure(const struct record_options *options, int status);

#endif
