/* frame.c - frames of an RKH stream */
#include "format/rkh/frame.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Unescapes from the first escape on. The caller knows that the last byte is
 * not one. */
static int undo(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		const uint8_t *at, size_t len, const uint8_t *escape)
{
	const uint8_t *end = at + len;
	uint8_t *to;
	int err;

	err = pxt_array_reserve(&framer->undone, &framer->room, len, 1);
	if (err)
		return err;
	to = framer->undone;
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
	frame->data = framer->undone;
	frame->size = (size_t)(to - framer->undone);
	return 0;
}

/* Escapes may be escaped themselves. */
static bool ends_with_escape(const uint8_t *at, size_t len)
{
	size_t escapes = 0;

	while (escapes < len && at[len - 1 - escapes] == PXT_RKH_ESCAPE)
		escapes++;
	return escapes % 2;
}

/* Returns the first escape in the next len bytes, or NULL. Escapes are rare:
 * the whole window is searched once. */
static const uint8_t *find_escape(struct pxt_rkh_framer *framer, size_t len)
{
	const uint8_t *at = framer->at;

	if (framer->plain < at)
		framer->plain = at;
	if (framer->plain < at + len)
		framer->plain = memchr(framer->plain, PXT_RKH_ESCAPE,
				       (size_t)(framer->end - framer->plain));
	if (!framer->plain)
		framer->plain = framer->end;
	return framer->plain < at + len ? framer->plain : NULL;
}

static int fill(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		size_t len)
{
	const uint8_t *at = framer->at;
	const uint8_t *escape = find_escape(framer, len);

	frame->found = PXT_RKH_FRAME;
	frame->off = framer->off;
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

static void leave(struct pxt_rkh_framer *framer, size_t len)
{
	if (len)
		framer->at += len;
	framer->off += len;
	framer->seen = 0;
}

/* Drops bytes without a flag, which cannot be a frame. */
static void toss(struct pxt_rkh_framer *framer, size_t len)
{
	leave(framer, len);
	framer->tossed += len;
}

static void give(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame,
		 enum pxt_rkh_found found)
{
	frame->found = found;
	frame->off = framer->off - framer->tossed;
	frame->len = framer->tossed;
	framer->tossed = 0;
}

static size_t left_of(const struct pxt_rkh_framer *framer)
{
	return (size_t)(framer->end - framer->at);
}

static void find_window(struct pxt_rkh_framer *framer)
{
	framer->at = pxt_feed_peek(framer->feed, &framer->window);
	framer->end = framer->window ? framer->at + framer->window : framer->at;
	framer->plain = framer->at;
	framer->off = pxt_feed_offset(framer->feed);
}

int pxt_rkh_framer_more(struct pxt_rkh_framer *framer)
{
	const size_t left = left_of(framer);
	int err = 0;

	pxt_feed_take(framer->feed, framer->window - left);
	find_window(framer);
	if (framer->window == left) {
		err = pxt_feed_more(framer->feed);
		find_window(framer);
	}
	return err;
}

/* Reads more into a window without a flag. EAGAIN: there may be one now. */
static int read_on(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame)
{
	const size_t len = left_of(framer);
	int err;

	framer->seen = len;
	if (len > PXT_RKH_LONGEST || (len && !framer->has_begun))
		toss(framer, len);
	err = pxt_rkh_framer_more(framer);
	if (err != ENODATA)
		return err ? err : EAGAIN;
	if (!pxt_feed_ended(framer->feed) || !(len + framer->tossed))
		return ENODATA;
	toss(framer, left_of(framer));
	give(framer, frame, framer->has_begun ? PXT_RKH_TAIL : PXT_RKH_HEAD);
	return 0;
}

/* Takes the len bytes before a flag. EAGAIN: no frame. */
static int take_frame(struct pxt_rkh_framer *framer,
		      struct pxt_rkh_frame *frame, size_t len)
{
	int err = EAGAIN;

	if (!framer->has_begun || framer->tossed) {
		toss(framer, len);
		if (framer->tossed) {
			give(framer, frame,
			     framer->has_begun ? PXT_RKH_TOO_LONG :
						 PXT_RKH_HEAD);
			err = 0;
		}
		framer->has_begun = true;
		len = 0;
	} else if (len) {
		err = fill(framer, frame, len);
	}
	leave(framer, len + 1);
	return err;
}

static int look(struct pxt_rkh_framer *framer, struct pxt_rkh_frame *frame)
{
	const size_t unseen = left_of(framer) - framer->seen;
	const uint8_t *flag = NULL;

	if (unseen)
		flag = memchr(framer->at + framer->seen, PXT_RKH_FLAG, unseen);
	return flag ? take_frame(framer, frame, (size_t)(flag - framer->at)) :
		      read_on(framer, frame);
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
	*len = left_of(framer);
	return framer->at;
}

void pxt_rkh_framer_fini(struct pxt_rkh_framer *framer)
{
	free(framer->undone);
}
