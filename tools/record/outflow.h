/*
 * outflow.h - copying a growing log into a pipe
 *
 * A log is written to a file, as its writer may cut off incomplete sections.
 * Bytes that are final are copied by a thread, and freed in the file: the file
 * has the length of the log, but holds only what the pipe's reader has not
 * taken yet.
 */
#ifndef OUTFLOW_H
#define OUTFLOW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct outflow {
	int from, to; /* borrowed */
	pthread_t thread;
	pthread_mutex_t lock; /* guards the members below */
	pthread_cond_t news;
	uint64_t upto; /* final bytes */
	bool ending;
	int error; /* error that ended the copying */
};

/* Begins with an empty log. The caller blocks SIGPIPE. Returns an error number:
 * no thread. */
int outflow_begin(struct outflow *flow, int from, int to);

/* Declares bytes final, without waiting. Returns the error that ended the
 * copying, or 0. */
int outflow_push(struct outflow *flow, uint64_t upto);

/* Waits until everything is copied. Returns that error, or 0. */
int outflow_end(struct outflow *flow);

#endif
