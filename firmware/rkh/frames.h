/*
 * frames.h - frames under construction
 *
 * A frame is composed aside, and goes into the ring and to the decoder when it
 * ends. Signal handlers that interrupt a record compose theirs apart; one that
 * ends while another is on its way is copied, and waits until that has arrived.
 * Callers are in the critical section.
 */
#ifndef FIRMWARE_RKH_FRAMES_H
#define FIRMWARE_RKH_FRAMES_H

#include <stdint.h>

#include "firmware/rkh/draft.h"
#include "firmware/rkh/receiver.h"

/* A frame under construction. */
struct pxt_rkh_framing {
	uint8_t *data; /* in whole words, of which the last has zeroes */
	unsigned len;
	unsigned limit;	  /* of len, with room for the checksum; 0: bytes go
			 * elsewhere */
	uint64_t word;	  /* the last one; 0 if len ends a word */
	bool has_number;  /* behind its id */
	bool is_held;	  /* is not for the ring */
	bool is_spilled;  /* goes out byte by byte */
	bool is_received; /* is in the ring, with its checksum */
	bool is_strange;
	bool is_cut;   /* contents had no room */
	uint8_t sum;   /* sum of bytes that were spilled */
	uint64_t line; /* received: length there, */
	uint64_t off;  /* and offset */
	const void *place;
	struct pxt_rkh_draft *draft; /* NULL: none */
};

/* A frame that is made at once. */
enum { PXT_RKH_AT_ONCE = 32 }; /* bytes, with its checksum */

struct pxt_rkh_at_once {
	struct pxt_rkh_framing frame;
	struct pxt_rkh_draft draft;
	/* The head of an event is longer than that of a frame. */
	_Alignas(8) uint8_t head[PXT_RKH_DRAFT_HEAD];
	uint8_t byte[PXT_RKH_AT_ONCE + PXT_RKH_DRAFT_ADDED];
};

/* Sends a frame that is none of those under construction. */
void pxt_rkh_frames_send(struct pxt_rkh_framing *frame);

/* NULL: none. */
extern struct pxt_rkh_framing *volatile pxt_rkh_frames_innermost;

/* Begins a frame inside the others, with a draft that has not begun. */
struct pxt_rkh_framing *pxt_rkh_frames_begin(const void *place);

/* Ends the innermost frame. */
void pxt_rkh_frames_end(void);

/* Puts bytes that have no room in the innermost frame, or no frame. */
void pxt_rkh_frames_put_elsewhere(const uint8_t *data, unsigned len);

/* Takes a flag of the line, which is in the ring. place: in the program. */
void pxt_rkh_frames_flag(const void *place);

/* Takes any byte of it. */
static inline void pxt_rkh_frames_take(uint8_t byte, const void *place)
{
	if (byte == PXT_RKH_FLAG)
		pxt_rkh_frames_flag(place);
	else
		pxt_rkh_receiver_collect(byte);
}

/* Puts a byte into the ring as well. */
void pxt_rkh_frames_put(uint8_t byte, const void *place);

/* Sends what the innermost frame has so far as bytes, as well as its rest. */
void pxt_rkh_frames_spill(void);

/* Numbers begin at 0 again. */
void pxt_rkh_frames_restart(void);

#endif
