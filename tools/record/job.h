/*
 * job.h - one process that is recorded: the target, its stream and its log
 *
 * What gives a status gives the one to exit with, 0 where all is well, and has
 * said why. First the target is there; then its stream, started, with a log
 * that is not kept yet; then it begins: a command is let go.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>

#include "look/health.h"
#include "record/flight.h"
#include "record/newest_logs.h"
#include "record/outflow.h"
#include "record/record_options.h"
#include "record/recording.h"
#include "record/target.h"
#include "write/logfile.h"

struct job {
	const struct record_options *options; /* borrowed */
	struct target target;
	struct logfile log;
	struct recording recording;
	struct outflow outflow; /* the log's way, if it goes to a pipe */
	bool flows;
	char *pattern;	 /* of the names of logs */
	unsigned number; /* of the present one */
	struct newest_logs kept;
	struct flight flight;
	bool flies;
	bool stuck;	 /* there was no other to be had */
	bool silent;	 /* no event of it can be recorded, it seems */
	bool recorded; /* it has a stream */
	int64_t looked; /* for its process file, last */
	char unseen[HEALTH_WHY]; /* why it has none, or "" */
	struct progress_count counted; /* in the stream, when last looked at */
	int status;    /* of the recording, once it has ended */
};

/* mask: the signals that a command is to find blocked. */
int job_launch(struct job *job, const struct record_options *options,
	       const sigset_t *mask);
int job_attach(struct job *job, const struct record_options *options,
	       pid_t pid);

int job_start(struct job *job);
int job_begin(struct job *job);

/* While it is recorded: see how that goes. What cannot go on ends. */
void job_check(struct job *job);

/* Add what it has recorded so far. */
void job_count(struct job *job, struct progress_count *sum);

/* A flight recorder saves what it has. why: what the user is told. */
void job_save(struct job *job, const char *why);

/* End the recording, with the line of totals; no matter if it has ended. */
void job_end(struct job *job);

/* Say how the process ended, if it has and the user wants to know. */
void job_tell_end(const struct job *job);

/* Give up what was not ended, with its log, and let go of the process. */
void job_close(struct job *job);

/* The status of a failure of ours: what a command exits with is its own. */
int job_failure(const struct record_options *options, int status);

#endif
