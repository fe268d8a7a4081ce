/*
 * survey.h - a survey of processes and streams, and the changes since another
 * one
 */
#ifndef SURVEY_H
#define SURVEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

enum { SURVEY_NAME = 64 };

struct survey_process {
	struct posix_trace_traceable_np is;
	char command[SURVEY_NAME]; /* fit for a terminal */
	double rate;		   /* events per second; negative: unknown */
};

struct survey_stream {
	struct posix_trace_stream_np is;
	double rate;
	unsigned long long lost; /* since the previous survey */
};

struct survey {
	int64_t time_ns; /* CLOCK_MONOTONIC */
	struct survey_process *processes;
	struct survey_stream *streams;
	size_t process_count, stream_count;
	size_t process_room, stream_room;
	bool failed; /* for want of memory */
};

/* pid 0: all processes. The error of posix_trace_list_streams_np(), or ENOMEM.
 * After an error there is nothing to free. */
int survey_take(struct survey *survey, pid_t pid);
void survey_fini(struct survey *survey);

/* Computes the changes since before. */
void survey_compare(struct survey *survey, const struct survey *before);

/* Takes a survey, and another one a moment later if there is anything to
 * compare. */
int survey_with_rates(struct survey *survey, pid_t pid);

/* The name of a process's program, and of a user, fit for a terminal. */
void survey_command(pid_t pid, char *name, size_t size);
void survey_user(uid_t user, char *name, size_t size);

/* The label of a stream: its number; for another user's, behind the user's
 * name; beside a process, before the process's number. */
void survey_label(const struct posix_trace_stream_np *stream, char *label,
		  size_t size);

#endif
