/*
 * sample.h - logs that are made to be measured
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <time.h>

#include <trace_np.h>

enum { SAMPLE_LEN = 16 };

struct sample {
	char path[64]; /* as long as this process has it open */
	int fd;
	struct posix_trace_totals_np totals;
	struct timespec begin; /* CLOCK_REALTIME */
	struct timespec end;
};

/* A stream of this process that goes to a new file. */
struct sample_stream {
	trace_id_t trid;
	size_t size;
	bool packs; /* the log is compressed; of a stream that is begun */
};

/* Whether there is so much room for files. */
bool sample_has_room(unsigned long long bytes);

/* Whether files are in memory, where no disk is measured. */
bool sample_in_memory(void);

/* Begin a log, and end it. A failure ends the program. */
void sample_begin(struct sample *sample, struct sample_stream *stream,
		  size_t size);
void sample_end(struct sample *sample, struct sample_stream *stream);

/* Let so many threads record so many events, all together, without loss. burst
 * records some of them, for a struct scene_loop with events of SAMPLE_LEN
 * bytes. */
void sample_fill(struct sample_stream *stream,
		 void (*burst)(void *loop, unsigned n), unsigned threads,
		 unsigned events);

/* The same without care for losses, until the log has so many bytes or the
 * time is over. */
void sample_flood(struct sample_stream *stream, unsigned threads,
		  unsigned long long bytes, double seconds);

/* A whole log of so many events. */
void sample_make(struct sample *sample, size_t size, unsigned threads,
		 unsigned events);

/* Remove the log. */
void sample_drop(struct sample *sample);

#endif
