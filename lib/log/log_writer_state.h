/*
 * log_writer_state.h - private parts of the log writer: for log_writer.c, which
 * begins a log, log_resume.c, which continues one, and log_end.c, which ends it
 */
#ifndef PXT_LOG_WRITER_STATE_H
#define PXT_LOG_WRITER_STATE_H

#include "log/log_announcements.h"
#include "log/log_loop.h"
#include "log/log_packing.h"
#include "log/log_output.h"

struct pxt_log_writer;

/* The operations of a log-full-policy. */
struct pxt_log_policy {
	uint64_t (*room)(const struct pxt_log_writer *writer);
	int (*put)(struct pxt_log_writer *writer,
		   const struct pxt_log_chunk *chunk, const struct iovec *iov);
};

extern const struct pxt_log_policy pxt_log_until_full;
extern const struct pxt_log_policy pxt_log_loops;

/* A place between two sections, and what the chunks behind it have. */
struct pxt_log_retreat {
	uint64_t at;
	uint64_t number; /* number of the next section */
	uint64_t events, lost;
	uint64_t first; /* lowest ticks */
};

struct pxt_log_writer {
	const struct pxt_log_policy *policy;
	struct pxt_attr attr;
	struct pxt_log_output output;
	struct pxt_log_announcements announcements;
	struct pxt_log_packer *packer; /* NULL: chunks are not packed */
	uint64_t base;		       /* behind HEADER */
	bool owing;	/* kept entries are in the file only with END */
	bool closed;	/* UNTIL_FULL: the last chunk was written */
	size_t closing; /* bytes of the reserve that chunks have taken */
	struct pxt_log_retreat retreat, next_retreat;
	struct pxt_log_limit limit;
	struct pxt_log_loop loop; /* LOOP only */
};

/* Chooses the policy, and begins to count. */
void pxt_log_writer_init(struct pxt_log_writer *writer,
			 const struct pxt_attr *attr);

/* Takes so many bytes of the reserve of a log that is closed. */
void pxt_log_close_more(struct pxt_log_writer *writer, uint64_t len);

/* The room for the end of the log: log_end.c */

/* Before a section that has so many bytes in END: the reserve is for the last
 * chunks and END. */
void pxt_log_reserve_close(struct pxt_log_writer *writer, size_t more);

/* Before the last chunk of a full log: the reserve is for the rest and END. */
void pxt_log_reserve_rest(struct pxt_log_writer *writer);

/* Before the rest: the reserve is for END. */
void pxt_log_reserve_end(struct pxt_log_writer *writer);

/* Forgets the retreat: what was written stays. */
void pxt_log_retreat_init(struct pxt_log_writer *writer);

/* Notes a section that was appended. chunk: NULL if END repeats it. */
void pxt_log_retreat_note(struct pxt_log_writer *writer,
			  const struct pxt_log_chunk *chunk);

#endif
