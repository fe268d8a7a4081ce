/*
 * log_cursor.h - from section to section through a log that may be damaged
 *
 * Where there is no sound head, the cursor searches for the next one, and
 * until that is behind it remembers where it was lost. It moves only when
 * told to: whatever failed can be tried again, and a file that grows be read
 * on.
 */
#ifndef PXT_LOG_CURSOR_H
#define PXT_LOG_CURSOR_H

#include <stdbool.h>

#include "log/log_format.h"

enum { PXT_LOG_WINDOW = 64 << 10 };

/* A log's file. window: for what is looked at once and not kept. */
struct pxt_log_file {
	int fd; /* borrowed */
	uint8_t uuid[16];
	uint8_t window[PXT_LOG_WINDOW];
};

/* A section, and where it is. */
struct pxt_log_place {
	struct pxt_log_section section;
	uint64_t at;
};

struct pxt_log_cursor {
	uint64_t at;	  /* of the next section, or of the search for it */
	uint64_t number;  /* of the section before */
	uint64_t lost_at; /* where there was no sound head; 0: not lost */
	bool ended;	  /* the section before was END */
};

/* Read len bytes. ENODATA: the file has not as many. */
int pxt_log_file_read(const struct pxt_log_file *file, void *data, size_t len,
		      uint64_t at);
int pxt_log_file_size(const struct pxt_log_file *file, uint64_t *size);

/* Read the head at place->at. ENODATA: the file ends before the head does.
 * EBADMSG: no sound head. */
int pxt_log_file_read_head(const struct pxt_log_file *file,
			   struct pxt_log_place *place);

/* Verify a payload of any length. EBADMSG: its checksum does not match. */
int pxt_log_file_check(struct pxt_log_file *file,
		       const struct pxt_log_place *place);

/* The next section of which all the payload is there. ENODATA: none yet. */
int pxt_log_cursor_find(struct pxt_log_cursor *cursor,
			struct pxt_log_file *file,
			struct pxt_log_place *place);

/* Go on behind place. */
void pxt_log_cursor_step(struct pxt_log_cursor *cursor,
			 const struct pxt_log_place *place);

static inline uint64_t pxt_log_payload_at(const struct pxt_log_place *place)
{
	return place->at + PXT_LOG_SECTION_SIZE;
}

/* Where the section behind this one begins. */
static inline uint64_t pxt_log_place_end(const struct pxt_log_place *place)
{
	return pxt_log_payload_at(place) + place->section.len +
	       pxt_log_padding(place->section.len);
}

#endif
