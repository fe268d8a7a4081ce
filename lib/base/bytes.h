/*
 * bytes.h - a bounded reader of untrusted bytes
 *
 * Take values, then check short_read once. After a short read every further
 * take gives zeroes.
 */
#ifndef PXT_BASE_BYTES_H
#define PXT_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pxt_bytes {
	const uint8_t *at;
	const uint8_t *end;
	bool short_read;
};

static inline void pxt_bytes_init(struct pxt_bytes *in, const void *data,
				  size_t len)
{
	in->at = (const uint8_t *)data;
	in->end = len ? in->at + len : in->at;
	in->short_read = false;
}

/* Bytes left. */
static inline size_t pxt_bytes_left(const struct pxt_bytes *in)
{
	return (size_t)(in->end - in->at);
}

/* Takes len bytes in place, or returns NULL. */
const void *pxt_bytes_take(struct pxt_bytes *in, size_t len);

/* Takes a null-terminated string in place, or returns NULL. */
const char *pxt_bytes_string(struct pxt_bytes *in);

uint8_t pxt_bytes_u8(struct pxt_bytes *in);
uint16_t pxt_bytes_le16(struct pxt_bytes *in);
uint32_t pxt_bytes_le32(struct pxt_bytes *in);
uint64_t pxt_bytes_le64(struct pxt_bytes *in);

#endif
