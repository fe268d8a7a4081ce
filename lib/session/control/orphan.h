/*
 * orphan.h - orphans: streams whose controller has died, and their logs
 *
 * One process at a time has an orphan, by a lock that belongs to the stream's
 * file and to the process that holds it.
 */
#ifndef PXT_SESSION_CONTROL_ORPHAN_H
#define PXT_SESSION_CONTROL_ORPHAN_H

#include <trace_np.h>

#include "stream/stream.h"

struct pxt_orphan {
	int dir;	  /* borrowed */
	int file;	  /* the stream's file, locked */
	uint64_t *budget; /* bytes of the log that may be read; NULL: all */
	unsigned number;
	struct pxt_stream stream;
};

/* Takes the orphan of that number. wait: for another process that has it.
 * EAGAIN: taken. Otherwise the errors of pxt_stream_open_dead(). */
int pxt_orphan_open(int dir, unsigned number, bool wait,
		    struct pxt_orphan *orphan);
void pxt_orphan_close(struct pxt_orphan *orphan);

/* True if the directory is the caller's own. In another user's directory, paths
 * of logs are not trusted. */
bool pxt_orphan_is_ours(int dir);

/* True for a flight recorder whose target still runs. */
bool pxt_orphan_runs_on(int dir, const struct pxt_stream *stream);

bool pxt_orphan_has_log(const struct pxt_stream *stream);

/* Describes it for users. */
void pxt_orphan_describe(int dir, const struct pxt_stream *stream,
			 struct posix_trace_orphan_np *out);

/* True if that file is the stream's log, or a copy of it. */
bool pxt_orphan_is_log(const struct pxt_stream *stream, int fd);
bool pxt_orphan_is_copy(const struct pxt_stream *stream, int fd);

/* Opens the log, at that path or where the stream says, for reading and
 * writing. EINVAL: no log. ESTALE: it is missing. */
int pxt_orphan_open_log(const struct pxt_stream *stream, const char *path,
			int *fd);

#endif
