/*
 * log_file.h - pieces of a log's file, checked one by one
 */
#ifndef PXT_LOG_FILE_H
#define PXT_LOG_FILE_H

#include <stdbool.h>

#include "log/log_format.h"

enum {
	PXT_LOG_WINDOW = 64 << 10,
	PXT_LOG_READ_COST = 64, /* cost of a read to the budget, besides its
				 * bytes */
};

/* The file of a log. window: for bytes that are looked at once. */
struct pxt_log_file {
	int fd;		  /* borrowed */
	uint64_t *budget; /* bytes that may be read yet; NULL: no limit */
	uint8_t uuid[16];
	uint8_t window[PXT_LOG_WINDOW];
};

/* A section and its offset. */
struct pxt_log_spot {
	struct pxt_log_section section;
	uint64_t at;
};

/* Checks a descriptor. EBADF: not open for reading. EINVAL: not a regular
 * file. */
int pxt_log_file_check_descriptor(int fd);

/* Reads len bytes. ENODATA: beyond the end of the file. ETIMEDOUT: the budget
 * is used up. */
int pxt_log_file_read(const struct pxt_log_file *file, void *data, size_t len,
		      uint64_t at);
int pxt_log_file_size(const struct pxt_log_file *file, uint64_t *size);

/* Returns the next offset at or behind `at` that is not in a hole of the file;
 * `at` itself if the file system does not tell. UINT64_MAX: the rest of the
 * file is a hole. */
uint64_t pxt_log_file_data_from(const struct pxt_log_file *file, uint64_t at);

/* The beginning of a log. Damage to one byte, or block of the disk, leaves
 * enough. */
struct pxt_log_beginning {
	struct pxt_log_header header;
	unsigned version;
	struct pxt_log_spot spot; /* the last copy of HEADER */
	bool preamble_damaged;
	bool damaged[2]; /* The first and the last copy of HEADER */
};

/* Reads preamble and HEADER, and gets the UUID from it. ENODATA, EBADMSG: not a
 * log. */
int pxt_log_file_read_header(struct pxt_log_file *file,
			     struct pxt_log_beginning *beginning);

/* Reads the UUID from any valid part of the beginning. EINVAL: not a log;
 * EBADF. */
int pxt_log_file_read_uuid(int fd, uint8_t uuid[16]);

/* Reads the head at spot->at. ENODATA: the file ends within. EBADMSG: no valid
 * head. */
int pxt_log_file_read_head(const struct pxt_log_file *file,
			   struct pxt_log_spot *spot);

/* Gets the checksum of a payload, reading it piece by piece into room. */
int pxt_log_file_sum(const struct pxt_log_file *file,
		     const struct pxt_log_spot *spot, void *room, size_t len,
		     uint32_t *sum);

/* Verifies a payload of any length. EBADMSG: wrong checksum. */
int pxt_log_file_check(struct pxt_log_file *file,
		       const struct pxt_log_spot *spot);

/* Reads a SEGMENT. EBADMSG: damaged, or a copy in an event's data, which has
 * another offset. */
int pxt_log_file_read_segment(const struct pxt_log_file *file,
			      const struct pxt_log_spot *spot,
			      struct pxt_log_segment *segment);

/* Reads the head of a chunk; *records: their offset in the payload. EBADMSG:
 * damaged. */
int pxt_log_file_read_chunk(const struct pxt_log_file *file,
			    const struct pxt_log_spot *spot,
			    struct pxt_log_chunk *chunk, uint32_t *records);

/* Finds END by the trailer at the end of the file, behind `start`. EBADMSG:
 * none, judging by its head. */
int pxt_log_file_find_end(const struct pxt_log_file *file, uint64_t start,
			  struct pxt_log_spot *spot);

static inline uint64_t pxt_log_payload_at(const struct pxt_log_spot *spot)
{
	return spot->at + PXT_LOG_SECTION_SIZE;
}

/* Offset of the section behind this one. */
static inline uint64_t pxt_log_spot_end(const struct pxt_log_spot *spot)
{
	return spot->at + pxt_log_section_span(spot->section.len);
}

#endif
