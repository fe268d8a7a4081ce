/*
 * synthetic_section.h - records of our own making, for a section that is of no chunk
 *
 * What a log tells of a stream and no writer recorded: that it was
 * overwritten, that the log is full.
 */
#ifndef PXT_SESSION_TRANSFER_SYNTHETIC_SECTION_H
#define PXT_SESSION_TRANSFER_SYNTHETIC_SECTION_H

#include "log/log_format.h"

struct pxt_made_up {
	struct pxt_log_chunk chunk;
	uint32_t pid, family;
	size_t len; /* of the records */
	uint8_t records[256];
};

/* Records of no thread, the times of which are told by a clock that was read
 * at some ticks. */
void pxt_made_up_init(struct pxt_made_up *made_up, uint32_t pid,
		      uint32_t family, const struct pxt_context *clock,
		      uint64_t clock_ticks);

/* Another clock for those that follow. */
void pxt_made_up_clock(struct pxt_made_up *made_up,
		       const struct pxt_context *clock, uint64_t clock_ticks);

/* Append one; they are few, and short. */
void pxt_made_up_add(struct pxt_made_up *made_up, uint64_t ticks, uint32_t type,
		     const void *data, size_t len);

#endif
