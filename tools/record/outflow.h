/*
 * outflow.h - a log that grows, into a pipe
 *
 * A log is written to a file, as its writer may have to take back what did not
 * go in whole. What it has told to be in the log stays as it is: a thread
 * copies that, and gives the room back, so that the file is as long as the log
 * but takes only what the reader of the pipe has not taken yet.
 */
#ifndef OUTFLOW_H
#define OUTFLOW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct outflow {
	int from, to; /* borrowed */
	pthread_t thread;
	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t news;
	uint64_t upto; /* may be copied */
	bool ending;
	int error; /* why no more is copied */
};

/* Begin with nothing. The caller blocks SIGPIPE. An error number: there is no
 * thread to be had. */
int outflow_begin(struct outflow *flow, int from, int to);

/* So many bytes stay as they are. Does not wait. Gives the error that ended the
 * copying, or 0. */
int outflow_push(struct outflow *flow, uint64_t upto);

/* Wait until all is copied. Gives that error, or 0. */
int outflow_end(struct outflow *flow);

#endif
