/* rkh_frame.c - the frames in a stream of RKH */
#include "format/rkh_frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int have_room(struct pxt_rkh_framer *framer, size_t len)
{
	uint8_t *plain;

	if (len <= framer->room)
		return 0;
	len += len / 2 + 256;
	plain = realloc(framer->plain, len);
	if (!plain)
		return ENOMEM;
	framer->plain = plain;
	framer->room = len;
	return 0;
}

/* From the first escape on: it is known that none is the last byte. */
static int undo(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		const uint8_t *at, size_t len, const uint8_t *escape)
{
	const uint8_t *end = at + len;
	uint8_t *to;
	int err;

	err = have_room(framer, len);
	if (err)
		return err;
	to = framer->plain;
	while (escape) {
		memcpy(to, at, (size_t)(escape - at));
		to += escape - at;
		*to++ = escape[1] ^ PXT_RKH_XOR;
		if (escape[1] != (PXT_RKH_FLAG ^ PXT_RKH_XOR) &&
		    escape[1] != (PXT_RKH_ESCAPE ^ PXT_RKH_XOR))
			frame->is_strange = true;
		at = escape + 2;
		escape = memchr(at, PXT_RKH_ESCAPE, (size_t)(end - at));
	}
	memcpy(to, at, (size_t)(end - at));
	to += end - at;
	frame->data = framer->plain;
	frame->size = (size_t)(to - framer->plain);
	return 0;
}

/* An escape may itself be escaped. */
static bool ends_with_escape(const uint8_t *at, size_t len)
{
	size_t escapes = 0;

	while (escapes < len && at[len - 1 - escapes] == PXT_RKH_ESCAPE)
		escapes++;
	return escapes % 2;
}

static int fill(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		const uint8_t *at, size_t len)
{
	const uint8_t *escape = memchr(at, PXT_RKH_ESCAPE, len);

	frame->found = PXT_RKH_FRAME;
	frame->len = len;
	frame->data = at;
	frame->size = len;
	frame->is_strange = false;
	if (!escape)
		return 0;
	if (ends_with_escape(at, len)) {
		frame->found = PXT_RKH_CUT;
		return 0;
	}
	return undo(framer, frame, at, len, escape);
}

/* What has no flag, so far, and will not be a frame. */
static void toss(struct pxt_rkh_framer *framer, size_t len)
{
	pxt_feed_take(framer->feed, len);
	framer->tossed += len;
	framer->seen = 0;
}

static void give(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		 enum pxt_rkh_found found)
{
	frame->found = found;
	frame->off = pxt_feed_offset(framer->feed) - framer->tossed;
	frame->len = framer->tossed;
	framer->tossed = 0;
}

/* The window has no flag. */
static int read_on(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		   size_t len)
{
	int err;

	framer->seen = len;
	if (len > PXT_RKH_LONGEST || (len && !framer->has_begun))
		toss(framer, len);
	err = pxt_feed_more(framer->feed);
	if (err != ENODATA)
		return err ? err : EAGAIN;
	if (!pxt_feed_ended(framer->feed) || !(len + framer->tossed))
		return ENODATA;
	pxt_feed_peek(framer->feed, &len);
	toss(framer, len);
	give(framer, frame, framer->has_begun ? PXT_RKH_TAIL : PXT_RKH_HEAD);
	return 0;
}

/* A flag is at[len]. EAGAIN: nothing was before it. */
static int take_frame(struct pxt_rkh_framer *framer,
		      struct pxt_rkh_frame *frame, const uint8_t *at,
		      size_t len)
{
	framer->seen = 0;
	if (framer->has_begun && !framer->tossed) {
		framer->used = len + 1;
		if (!len)
			return EAGAIN;
		frame->off = pxt_feed_offset(framer->feed);
		return fill(framer, frame, at, len);
	}
	framer->used = 1;
	toss(framer, len);
	if (!framer->tossed) {
		framer->has_begun = true;
		return EAGAIN;
	}
	give(framer, frame,
	     framer->has_begun ? PXT_RKH_TOO_LONG : PXT_RKH_HEAD);
	framer->has_begun = true;
	return 0;
}

static int look(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame)
{
	const uint8_t *at;
	const uint8_t *flag;
	size_t len;

	if (framer->used)
		pxt_feed_take(framer->feed, framer->used);
	framer->used = 0;
	at = pxt_feed_peek(framer->feed, &len);
	flag = len > framer->seen ? memchr(at + framer->seen, PXT_RKH_FLAG,
					   len - framer->seen) :
				    NULL;
	return flag ? take_frame(framer, frame, at, (size_t)(flag - at)) :
		      read_on(framer, frame, len);
}

int pxt_rkh_frame_next(struct pxt_rkh_framer *framer,
		       struct pxt_rkh_frame *frame)
{
	int err;

	do
		err = look(framer, frame);
	while (err == EAGAIN);
	return err;
}

const uint8_t *pxt_rkh_framer_ahead(const struct pxt_rkh_framer *framer,
				    size_t *len)
{
	const uint8_t *at = pxt_feed_peek(framer->feed, len);

	*len -= framer->used;
	return at + framer->used;
}

void pxt_rkh_framer_fini(struct pxt_rkh_framer *framer)
{
	free(framer->plain);
}
