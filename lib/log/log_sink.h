/*
 * log_sink.h - sections into a file: behind the others, or over old ones
 *
 * A section that could not be appended whole is cut off again. What was
 * overwritten cannot come back; there the head is written last, so that a
 * section is either whole or, to all readers, not there.
 */
#ifndef PXT_LOG_SINK_H
#define PXT_LOG_SINK_H

#include <stdbool.h>
#include <sys/uio.h>

#include "log/log_format.h"

/* A payload comes in at most so many parts. */
enum { PXT_LOG_PARTS_MAX = 2 + PXT_LOG_RECAPPED };

struct pxt_log_sink {
	int fd;	   /* borrowed */
	bool torn; /* there may be bytes behind length */
	uint8_t uuid[16];
	uint64_t started; /* bytes on their way to the disk */
	uint64_t length;
	uint64_t number; /* of the next section */
};

/* EBADF: not open in this way (O_WRONLY, O_RDWR) or for all. EINVAL: not a
 * regular file, or one that is open with O_APPEND. */
int pxt_log_sink_check(int fd, int way);

/* One part of a payload. */
struct iovec pxt_log_part(const void *data, size_t len);

/* Write all of iov behind the log, or nothing. */
int pxt_log_sink_append(struct pxt_log_sink *sink, struct iovec *iov,
			int count);

/* A section behind the others. */
int pxt_log_sink_put(struct pxt_log_sink *sink, uint32_t type,
		     const struct iovec *payload, int parts);

/* A section over others, within the file. An error leaves nothing there that
 * counts: no sound head, or one with a number that is too low. */
int pxt_log_sink_put_at(struct pxt_log_sink *sink, uint64_t at, uint32_t type,
			const struct iovec *payload, int parts);

/* Make a section within the file unreadable: it never was whole. */
int pxt_log_sink_blank(struct pxt_log_sink *sink, uint64_t at);

/* End the file at sink->length. */
int pxt_log_sink_cut(struct pxt_log_sink *sink);

#endif
