/*
 * log_writing.h - the inside of a log's writer: for log_writer.c, which
 * begins it anew, and log_resume.c, which begins where another one died
 */
#ifndef PXT_LOG_WRITING_H
#define PXT_LOG_WRITING_H

#include "log/log_kept.h"
#include "log/log_loop.h"
#include "log/log_sink.h"

struct pxt_log_writer;

/* What a log-full-policy decides. */
struct pxt_log_policy {
	uint64_t (*room)(const struct pxt_log_writer *writer);
	int (*put)(struct pxt_log_writer *writer,
		   const struct pxt_log_chunk *chunk, const struct iovec *iov);
};

extern const struct pxt_log_policy pxt_log_append;
extern const struct pxt_log_policy pxt_log_until_full;
extern const struct pxt_log_policy pxt_log_loops;

struct pxt_log_writer {
	const struct pxt_log_policy *policy;
	struct pxt_attr attr;
	struct pxt_log_sink sink;
	struct pxt_log_kept kept;
	uint64_t base; /* behind HEADER */
	bool owing;    /* what is kept is not in the file, but for END */
	bool closed;   /* UNTIL_FULL: the last chunk was written */
	struct pxt_log_limit limit;
	struct pxt_log_loop loop; /* LOOP only */
};

/* Choose the policy, and begin to count. */
void pxt_log_writer_init(struct pxt_log_writer *writer,
			 const struct pxt_attr *attr);

/* LOOP: another segment, behind the others. */
int pxt_log_put_segment(struct pxt_log_writer *writer);

#endif
