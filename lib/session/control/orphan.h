/*
 * orphan.h - a stream whose controller has died, and where its log is
 *
 * One process at a time has it, whoever they are that found it: by a lock that
 * goes with the stream's file, and with the process that holds it.
 */
#ifndef PXT_SESSION_CONTROL_ORPHAN_H
#define PXT_SESSION_CONTROL_ORPHAN_H

#include <trace_np.h>

#include "stream/stream.h"

struct pxt_orphan {
	int dir;	  /* borrowed */
	int file;	  /* the stream's, locked */
	uint64_t *budget; /* bytes of the log that may be read; NULL: all */
	unsigned number;
	struct pxt_stream stream;
};

/* Take the orphan of that number. wait: for who has it. EAGAIN: somebody has
 * it. Otherwise the errors of pxt_stream_open_dead(). */
int pxt_orphan_open(int dir, unsigned number, bool wait,
		    struct pxt_orphan *orphan);
void pxt_orphan_close(struct pxt_orphan *orphan);

/* Is the directory the caller's own? In another user's nothing that a stream
 * says of its log is to be believed. */
bool pxt_orphan_is_ours(int dir);

/* Is it a flight recorder, and its target still there? */
bool pxt_orphan_runs_on(const struct pxt_stream *stream);

bool pxt_orphan_has_log(const struct pxt_stream *stream);

/* Tell of it what users want to know. */
void pxt_orphan_describe(const struct pxt_stream *stream,
			 struct posix_trace_orphan_np *out);

/* Is that file the stream's log, or a copy of it? */
bool pxt_orphan_is_log(const struct pxt_stream *stream, int fd);
bool pxt_orphan_is_copy(const struct pxt_stream *stream, int fd);

/* Open the log, which has that path or is where the stream says, for reading
 * and writing. EINVAL: there is none. ESTALE: it is not there any more. */
int pxt_orphan_open_log(const struct pxt_stream *stream, const char *path,
			int *fd);

#endif
