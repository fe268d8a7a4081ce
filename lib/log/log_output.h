/*
 * log_output.h - writing sections: appended, or over old ones
 *
 * A section that could not be appended whole is cut off again. Overwritten data
 * cannot come back; there the head is written last, so that a section is either
 * whole or, to all readers, absent.
 *
 * A full disk must not keep a log from getting its end. The output reserves room
 * for that behind each section before it writes the section, if the file system
 * can reserve room behind the end of a file (fallocate()).
 */
#ifndef PXT_LOG_OUTPUT_H
#define PXT_LOG_OUTPUT_H

#include <stdbool.h>
#include <sys/uio.h>

#include "log/log_format.h"

/* Maximum pieces of a payload. */
enum { PXT_LOG_PIECES_MAX = 2 + PXT_LOG_TYPES };

struct pxt_log_output {
	int fd;	   /* borrowed */
	bool torn; /* bytes may follow behind length */
	uint8_t uuid[16];
	uint64_t started;  /* bytes being written to disk */
	uint64_t reserve;  /* bytes that have to be free behind a section */
	uint64_t reserved; /* end of the bytes that the disk has for the file */
	uint64_t length;
	uint64_t number; /* number of the next section */
};

/* EBADF: not open in this way (O_WRONLY, O_RDWR) or for all. EINVAL: not a
 * regular file, or open with O_APPEND. */
int pxt_log_output_check(int fd, int way);

/* A piece of a payload. */
struct iovec pxt_log_piece(const void *data, size_t len);

/* Appends all of iov, or nothing. ENOSPC, EDQUOT, EFBIG: also if there is no
 * room for the reserve behind it. */
int pxt_log_output_append(struct pxt_log_output *output, struct iovec *iov,
			  int count);

/* Appends a section. */
int pxt_log_output_put(struct pxt_log_output *output, uint32_t type,
		       const struct iovec *payload, int pieces);

/* Writes a section over others, within the file. After an error there is no
 * valid head, or one with a number that is too low. */
int pxt_log_output_put_at(struct pxt_log_output *output, uint64_t at,
			  uint32_t type, const struct iovec *payload,
			  int pieces);

/* Makes an incomplete section within the file unreadable. */
int pxt_log_output_blank(struct pxt_log_output *output, uint64_t at);

/* Cuts the file at output->length, and gives the reserve back. */
int pxt_log_output_cut(struct pxt_log_output *output);

#endif
