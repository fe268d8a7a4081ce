/*
 * bytes.h - a bounded cursor over bytes that somebody else wrote
 *
 * Take what you need, then ask once, through short_read, whether it was all
 * there. After a short read every further take gives zeroes.
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

/* Bytes not taken yet. */
static inline size_t pxt_bytes_left(const struct pxt_bytes *in)
{
	return (size_t)(in->end - in->at);
}

/* The next len bytes in place, or NULL. */
const void *pxt_bytes_take(struct pxt_bytes *in, size_t len);

/* The next null-terminated string in place, or NULL. */
const char *pxt_bytes_string(struct pxt_bytes *in);

uint8_t pxt_bytes_u8(struct pxt_bytes *in);
uint16_t pxt_bytes_le16(struct pxt_bytes *in);
uint32_t pxt_bytes_le32(struct pxt_bytes *in);
uint64_t pxt_bytes_le64(struct pxt_bytes *in);

#endif
