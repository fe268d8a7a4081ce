/*
 * frame.h - frames of an RKH stream
 *
 * A flag ends each frame; bytes like a flag or an escape are escaped. Frames
 * are found and unescaped here; checksums are not verified.
 */
#ifndef PXT_FORMAT_RKH_FRAME_H
#define PXT_FORMAT_RKH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/feed.h"

enum {
	PXT_RKH_FLAG = 0x7e,
	PXT_RKH_ESCAPE = 0x7d,
	PXT_RKH_XOR = 0x20,
	PXT_RKH_LONGEST = 1 << 20, /* bytes of an escaped frame */
};

enum pxt_rkh_found {
	PXT_RKH_FRAME,
	PXT_RKH_HEAD,	  /* bytes before the first flag */
	PXT_RKH_TAIL,	  /* bytes behind the last flag */
	PXT_RKH_TOO_LONG, /* longer than a frame can be */
	PXT_RKH_CUT,	  /* last byte is an escape */
};

struct pxt_rkh_frame {
	enum pxt_rkh_found found;
	uint64_t off; /* offset of the first byte */
	uint64_t len; /* length on the line, without flags */

	/* FRAME only; borrowed until the next. */
	const uint8_t *data;
	size_t size;
	bool is_strange; /* has unnecessary escapes */
};

/* Zero at first, except the feed. Bytes of the window are taken from the feed
 * only when all are consumed. */
struct pxt_rkh_framer {
	struct pxt_feed *feed; /* borrowed */
	bool has_begun;	       /* a flag was seen */
	size_t window;	       /* bytes in the window when last seen */
	const uint8_t *at;     /* bytes of it not yet consumed */
	const uint8_t *end;
	const uint8_t *plain; /* no escape before this */
	size_t seen;	      /* bytes from at on without a flag */
	uint64_t off;	      /* offset of at */
	uint64_t tossed;      /* dropped bytes before it */
	uint8_t *undone;
	size_t room;
};

/* Gets the next frame; empty ones are skipped. ENODATA: none now. ENOMEM, or an
 * error of reading. */
int pxt_rkh_frame_next(struct pxt_rkh_framer *framer,
		       struct pxt_rkh_frame *frame);

/* The window behind the last frame. */
const uint8_t *pxt_rkh_framer_ahead(const struct pxt_rkh_framer *framer,
				    size_t *len);

/* Reads more into that window, which invalidates the last frame. Errors of
 * pxt_feed_more(). */
int pxt_rkh_framer_more(struct pxt_rkh_framer *framer);

void pxt_rkh_framer_fini(struct pxt_rkh_framer *framer);

#endif
