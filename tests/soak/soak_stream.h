/*
 * soak_stream.h - one stream of a controller, and what was done to it
 *
 * Each step that changes what the stream takes is noted with two marks: how
 * many events of each lane were done before it, and how many were begun behind
 * it. So of all events but those that were under way meanwhile it is known
 * whether they were made before the step or behind it. Now and then a step is
 * made while all threads pause: then it is known of every one.
 */
#ifndef TESTS_SOAK_STREAM_H
#define TESTS_SOAK_STREAM_H

#include <pthread.h>
#include <trace_np.h>

#include "soak.h"
#include "soak_count.h"

enum { SOAK_STEPS = 48 };

enum soak_manner {
	SOAK_BLOCKING, /* posix_trace_getnext_event() */
	SOAK_TIMED,    /* posix_trace_timedgetnext_event() */
	SOAK_TRYING,   /* posix_trace_trygetnext_event() */
	SOAK_LAZY,     /* the same, once in a while */
	SOAK_MANNERS,
};

/* What the stream takes from then on. */
struct soak_step {
	bool running;
	bool cleared;	 /* and what was before is gone */
	uint32_t filter; /* a bit for each of our types */
	uint32_t *done, *begun;
};

struct soak_stream {
	struct soak_board *board; /* borrowed */
	uint64_t random;
	char what[200];
	char path[300]; /* of the log */

	int policy, log_policy;
	bool logged, inherited;
	bool read;   /* also if it has a log */
	bool abrupt; /* it is ended without being read to the end */
	enum soak_manner manner;
	size_t size, max_data, log_size;

	bool open, closed;
	trace_id_t trid;
	int fd;
	uint32_t image; /* the target, when the stream was made */
	pid_t pid;
	int64_t create_begin, create_end;
	struct soak_step step[SOAK_STEPS];
	unsigned steps;
	bool overrun;  /* the status said so */
	bool strained; /* a call took too long */
	bool log_overrun, log_full;
	bool totals_known;
	uint64_t totals_lost;

	pthread_t reader;
	bool has_reader;
	_Atomic bool ending, drained;
	struct soak_count *count;
};

/* Draw what it shall be like. */
void soak_stream_init(struct soak_stream *stream, struct soak_board *board,
		      uint64_t random, uint32_t controller, uint32_t number);
void soak_stream_fini(struct soak_stream *stream);

/* Trace that image. false: it could not be traced, as it has ended. */
bool soak_stream_open(struct soak_stream *stream, uint32_t image);

/* Do something to it, at random. */
void soak_stream_steer(struct soak_stream *stream);

/* End it, and count all there is. */
void soak_stream_close(struct soak_stream *stream);

/* soak_reader.c: read an active stream from another thread; end that, when all
 * was read; read a log. */
void soak_reader_start(struct soak_stream *stream);
void soak_reader_finish(struct soak_stream *stream);
void soak_reader_log(struct soak_stream *stream);

/* soak_check.c: when all programs have ended, is everything accounted for? */
void soak_check(struct soak_stream *stream);

#endif
