/*
 * frame.h - the frames in a stream of RKH
 *
 * A flag ends each; what would look like one, or like an escape, is escaped. A
 * frame is found and its escapes are undone; its checksum is not looked at.
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
	PXT_RKH_LONGEST = 1 << 20, /* bytes of a frame, as it is sent */
};

enum pxt_rkh_found {
	PXT_RKH_FRAME,
	PXT_RKH_HEAD,	  /* bytes before the first flag */
	PXT_RKH_TAIL,	  /* bytes behind the last one */
	PXT_RKH_TOO_LONG, /* ... for a frame */
	PXT_RKH_CUT,	  /* its last byte is an escape */
};

struct pxt_rkh_frame {
	enum pxt_rkh_found found;
	uint64_t off; /* of its first byte */
	uint64_t len; /* as it was sent, without flags */

	/* Of a FRAME: borrowed until the next. */
	const uint8_t *data;
	size_t size;
	bool is_strange; /* something was escaped that need not be */
};

/* Zeroes at first, but for the feed. What is in the window is not taken from
 * the feed before all of it is looked at. */
struct pxt_rkh_framer {
	struct pxt_feed *feed; /* borrowed */
	bool has_begun;	       /* a flag was seen */
	size_t window;	       /* bytes of it, as it was seen last */
	const uint8_t *at;     /* what was not given of it so far */
	const uint8_t *end;
	const uint8_t *plain; /* up to here there is no escape */
	size_t seen;	      /* so many bytes from at on have no flag */
	uint64_t off;	      /* of at */
	uint64_t tossed;      /* bytes that belong before it */
	uint8_t *undone;
	size_t room;
};

/* The next frame; empty ones are none. ENODATA: there is none now. ENOMEM, or
 * an error of reading. */
int pxt_rkh_frame_next(struct pxt_rkh_framer *framer,
		       struct pxt_rkh_frame *frame);

/* What is in the window behind the frame that was given last. */
const uint8_t *pxt_rkh_framer_ahead(const struct pxt_rkh_framer *framer,
				    size_t *len);

/* Have more there; the frame that was given last is not any more. As
 * pxt_feed_more(). */
int pxt_rkh_framer_more(struct pxt_rkh_framer *framer);

void pxt_rkh_framer_fini(struct pxt_rkh_framer *framer);

#endif
