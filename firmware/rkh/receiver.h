/*
 * receiver.h - frames from bytes that are put one by one
 *
 * Those of the framework, of which nothing else is seen, and those that a
 * program puts itself.
 */
#ifndef FIRMWARE_RKH_RECEIVER_H
#define FIRMWARE_RKH_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_RKH_FRAME_MAX = 4096 }; /* bytes of a frame without escapes */

/* Valid until the next byte. */
struct pxt_rkh_received {
	const uint8_t *data; /* NULL: cut, or too long */
	size_t size;
	uint64_t off, len; /* on the line */
	bool is_strange;   /* has unnecessary escapes */
};

/* Takes a byte of the line. True: it ends a frame. */
bool pxt_rkh_receiver_take(uint8_t byte, struct pxt_rkh_received *received);

/* True between frames. */
bool pxt_rkh_receiver_is_idle(void);

/* Counts the bytes of a frame that did not come as bytes; returns its
 * offset. */
uint64_t pxt_rkh_receiver_pass(uint64_t len);

#endif
