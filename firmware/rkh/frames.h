/*
 * frames.h - frames under construction
 *
 * A frame is composed aside, and goes into the ring and to the decoder when it
 * ends. Signal handlers that interrupt a record compose theirs behind it; one
 * that ends while another is on its way waits until that has arrived. Callers
 * are in the critical section.
 */
#ifndef FIRMWARE_RKH_FRAMES_H
#define FIRMWARE_RKH_FRAMES_H

#include <stdint.h>

#include "firmware/rkh/receiver.h"

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
