/* bytes.c - a bounded reader of untrusted bytes */
#include <string.h>

#include "base/bytes.h"

/* A failure empties the reader: later takes fail, too. */
static void fail(struct pxt_bytes *in)
{
	in->at = in->end;
	in->short_read = true;
}

const void *pxt_bytes_take(struct pxt_bytes *in, size_t len)
{
	const uint8_t *at = in->at;

	if (in->short_read || len > pxt_bytes_left(in)) {
		fail(in);
		return NULL;
	}
	if (len)
		in->at += len;
	return at;
}

const char *pxt_bytes_string(struct pxt_bytes *in)
{
	size_t left = pxt_bytes_left(in);
	const uint8_t *end = NULL;

	if (left)
		end = memchr(in->at, '\0', left);
	if (!end) {
		fail(in);
		return NULL;
	}
	return pxt_bytes_take(in, (size_t)(end - in->at) + 1);
}

static uint64_t take_le(struct pxt_bytes *in, size_t len)
{
	const uint8_t *at = pxt_bytes_take(in, len);
	uint64_t value = 0;

	if (!at)
		return 0;
	while (len)
		value = value << 8 | at[--len];
	return value;
}

uint8_t pxt_bytes_u8(struct pxt_bytes *in)
{
	return (uint8_t)take_le(in, 1);
}

uint16_t pxt_bytes_le16(struct pxt_bytes *in)
{
	return (uint16_t)take_le(in, 2);
}

uint32_t pxt_bytes_le32(struct pxt_bytes *in)
{
	return (uint32_t)take_le(in, 4);
}

uint64_t pxt_bytes_le64(struct pxt_bytes *in)
{
	return take_le(in, 8);
}
