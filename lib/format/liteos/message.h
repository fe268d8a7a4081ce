/*
 * message.h - messages of LiteOS
 *
 * A head of 6 bytes (0xff, type, length, checksum) and a body of tags, each
 * with a length of one byte. Messages have no delimiter: bytes are a message
 * only if the checksum is right and the tags are those of its type.
 */
#ifndef PXT_FORMAT_LITEOS_MESSAGE_H
#define PXT_FORMAT_LITEOS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/frame.h"

enum {
	PXT_LITEOS_MAGIC = 0xff,
	PXT_LITEOS_HEAD_LEN = 6,
	PXT_LITEOS_BODY_MAX = 94,
	PXT_LITEOS_MESSAGE_MAX = PXT_LITEOS_HEAD_LEN + PXT_LITEOS_BODY_MAX,

	/* Types of messages */
	PXT_LITEOS_NOTIFY = 0,
	PXT_LITEOS_HEAD = 1,
	PXT_LITEOS_OBJ = 2,
	PXT_LITEOS_EVENTS = 3,

	PXT_LITEOS_ENDIAN = 0x12345678,
};

#define PXT_LITEOS_NOTIFY_PARAM 0xdeadbeefU

struct pxt_liteos_message {
	unsigned type;
	size_t len; /* including its head */
	/* NOTIFY */
	uint32_t command, param;
	/* HEAD */
	uint32_t endian, version, clock_freq;
	/* OBJ */
	uint32_t id, priority;
	const uint8_t *name; /* PXT_LITEOS_NAME_LEN bytes, borrowed */
	/* EVENT */
	struct pxt_liteos_shape shape;
	struct pxt_liteos_frame frame;
};

enum pxt_liteos_endian {
	PXT_LITEOS_EITHER, /* unknown so far */
	PXT_LITEOS_LITTLE,
	PXT_LITEOS_BIG,
};

enum pxt_liteos_found {
	PXT_LITEOS_NONE,    /* no message begins here */
	PXT_LITEOS_PARTIAL, /* bytes are missing */
	PXT_LITEOS_WHOLE,
};

/* Examines the bytes at a place; an unknown *order becomes that of the
 * message. */
enum pxt_liteos_found
pxt_liteos_message_read(const uint8_t *at, size_t len,
			enum pxt_liteos_endian *order,
			struct pxt_liteos_message *message);

/* True if a message of that shape may have had no room for a process id behind
 * its params. */
bool pxt_liteos_message_may_lack_pid(const struct pxt_liteos_shape *shape);

/* Writes a message into PXT_LITEOS_MESSAGE_MAX bytes. Tags that do not fit are
 * left out as LiteOS does, and set *cut. Returns the length. */
size_t pxt_liteos_message_write(const struct pxt_liteos_message *message,
				bool big, uint8_t *to, bool *cut);

#endif
