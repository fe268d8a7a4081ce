/*
 * acknowledgement.h - what a stream answers to a message: JSON, or a status
 */
#ifndef SHIP_NATS_ACKNOWLEDGEMENT_H
#define SHIP_NATS_ACKNOWLEDGEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACKNOWLEDGEMENT_TEXT = 256 };

struct acknowledgement {
	uint64_t sequence; /* in the stream; 0: refused */
	bool is_duplicate; /* message was there before */
	unsigned code;	   /* error, 10000 and so on; 0: not known */
	char text[ACKNOWLEDGEMENT_TEXT]; /* error in words */
};

/* False: that is none. */
bool acknowledgement_parse(struct acknowledgement *ack, const char *json,
			   size_t len);

/* The error number of one that refuses: ENOSPC: the stream, or its server, is
 * full; EAGAIN: not now; EMSGSIZE: the message is too large for it; EIO. */
int acknowledgement_error(const struct acknowledgement *ack);

#endif
