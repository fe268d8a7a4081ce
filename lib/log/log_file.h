/*
 * log_file.h - pieces of a log's file, checked one by one
 */
#ifndef PXT_LOG_FILE_H
#define PXT_LOG_FILE_H

#include <stdbool.h>

#include "log/log_format.h"

enum {
	PXT_LOG_WINDOW = 64 << 10,
	PXT_LOG_READ_COST = 64, /* of the budget, besides the bytes */
};

/* A log's file. window: for what is looked at once and not kept. */
struct pxt_log_file {
	int fd;		  /* borrowed */
	uint64_t *budget; /* bytes that may still be read; NULL: any number */
	uint8_t uuid[16];
	uint8_t window[PXT_LOG_WINDOW];
};

/* A section, and where it is. */
struct pxt_log_place {
	struct pxt_log_section section;
	uint64_t at;
};

/* Can a log be read by it? EBADF: not open for reading. EINVAL: no regular
 * file. */
int pxt_log_file_check_descriptor(int fd);

/* Read len bytes. ENODATA: the file has not as many. ETIMEDOUT: the budget is
 * used up. */
int pxt_log_file_read(const struct pxt_log_file *file, void *data, size_t len,
		      uint64_t at);
int pxt_log_file_size(const struct pxt_log_file *file, uint64_t *size);

/* The next place at or behind `at` that is not in a hole of the file; `at`
 * itself where the file system does not tell. UINT64_MAX: all the rest of the
 * file is a hole. */
uint64_t pxt_log_file_data_from(const struct pxt_log_file *file, uint64_t at);

/* How a log begins. One damaged byte, or block of the disk, leaves enough. */
struct pxt_log_beginning {
	struct pxt_log_header header;
	unsigned version;
	struct pxt_log_place place; /* of HEADER, where it stands last */
	bool preamble_damaged;
	bool damaged[2]; /* HEADER, where it stands first, and last */
};

/* Read preamble and HEADER, and learn the UUID from it. ENODATA, EBADMSG: this
 * is no log. */
int pxt_log_file_read_header(struct pxt_log_file *file,
			     struct pxt_log_beginning *beginning);

/* Which log is it? As its beginning says, wherever that is whole. EINVAL: it is
 * no log; EBADF. */
int pxt_log_file_read_uuid(int fd, uint8_t uuid[16]);

/* Read the head at place->at. ENODATA: the file ends before the head does.
 * EBADMSG: no sound head. */
int pxt_log_file_read_head(const struct pxt_log_file *file,
			   struct pxt_log_place *place);

/* Verify a payload of any length. EBADMSG: its checksum does not match. */
int pxt_log_file_check(struct pxt_log_file *file,
		       const struct pxt_log_place *place);

/* Read a SEGMENT. EBADMSG: damaged, or written for another place: it lies in
 * an event's data. */
int pxt_log_file_read_segment(const struct pxt_log_file *file,
			      const struct pxt_log_place *place,
			      struct pxt_log_segment *segment);

/* Read the head of a chunk; *records: where in the payload these begin.
 * EBADMSG: damaged. */
int pxt_log_file_read_chunk(const struct pxt_log_file *file,
			    const struct pxt_log_place *place,
			    struct pxt_log_chunk *chunk, uint32_t *records);

/* The END that the file's last bytes point at, behind `start`. EBADMSG: none,
 * as far as its head tells. */
int pxt_log_file_find_end(const struct pxt_log_file *file, uint64_t start,
			  struct pxt_log_place *place);

static inline uint64_t pxt_log_payload_at(const struct pxt_log_place *place)
{
	return place->at + PXT_LOG_SECTION_SIZE;
}

/* Where the section behind this one begins. */
static inline uint64_t pxt_log_place_end(const struct pxt_log_place *place)
{
	return place->at + pxt_log_section_span(place->section.len);
}

#endif
