/*
 * log_writer_state.h - private parts of the log writer: for log_writer.c, which
 * begins a log, and log_resume.c, which continues one
 */
#ifndef PXT_LOG_WRITER_STATE_H
#define PXT_LOG_WRITER_STATE_H

#include "log/log_announcements.h"
#include "log/log_loop.h"
#include "log/log_packing.h"
#include "log/log_sink.h"

struct pxt_log_writer;

/* The operations of a log-full-policy. */
struct pxt_log_policy {
	uint64_t (*room)(const struct pxt_log_writer *writer);
	int (*put)(struct pxt_log_writer *writer,
		   const struct pxt_log_chunk *chunk, const struct iovec *iov);
};

extern const struct pxt_log_policy pxt_log_until_full;
extern const struct pxt_log_policy pxt_log_loops;

struct pxt_log_writer {
	const struct pxt_log_policy *policy;
	struct pxt_attr attr;
	struct pxt_log_sink sink;
	struct pxt_log_announcements announcements;
	struct pxt_log_packer *packer; /* NULL: chunks are not packed */
	uint64_t base;		       /* behind HEADER */
	bool owing;  /* kept entries are in the file only with END */
	bool closed; /* UNTIL_FULL: the last chunk was written */
	struct pxt_log_limit limit;
	struct pxt_log_loop loop; /* LOOP only */
};

/* Chooses the policy, and begins to count. */
void pxt_log_writer_init(struct pxt_log_writer *writer,
			 const struct pxt_attr *attr);

#endif
