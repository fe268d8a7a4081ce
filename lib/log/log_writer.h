/*
 * log_writer.h - put sections into a log, one after the other
 *
 * The layout is in docs/log-format.md. The file is a regular one; it is
 * written at offsets counted here, whatever the descriptor's position. A
 * section that could not be written whole is taken back (the file is cut to
 * where it began), so that the log stays readable and a later section can
 * take its place when there is room again.
 *
 * One thread at a time.
 */
#ifndef PXT_LOG_WRITER_H
#define PXT_LOG_WRITER_H

#include "log/log_format.h"
#include "model/attr.h"

struct pxt_log_writer;

/* Replace what the file holds by the beginning of a log. fd: borrowed until
 * close. EBADF: not open for writing. EINVAL: not a regular file, or one
 * that is open with O_APPEND. ENOSPC, EFBIG, EIO: no room, or none to be
 * had. */
int pxt_log_create(int fd, const struct pxt_log_header *header,
		   struct pxt_log_writer **out);

/* Each: 0, or the error of the write, and then the log is as before. EINVAL:
 * no user type, no name, or no image, and EMSGSIZE: more than a section may
 * have; a reader would call either damage. */
int pxt_log_put_name(struct pxt_log_writer *writer, uint32_t family,
		     uint32_t type, const char *name);
int pxt_log_put_process(struct pxt_log_writer *writer, const void *image,
			size_t len);
int pxt_log_put_chunk(struct pxt_log_writer *writer,
		      const struct pxt_log_chunk *chunk, const void *records,
		      size_t len);

/* The last section: the status the stream had, and once more the names and
 * processes, so that a damaged section costs none of them. */
int pxt_log_put_end(struct pxt_log_writer *writer,
		    const struct pxt_log_end *end);

/* Bytes in the file. */
uint64_t pxt_log_length(const struct pxt_log_writer *writer);

void pxt_log_writer_close(struct pxt_log_writer *writer);

#endif
