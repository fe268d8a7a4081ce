/*
 * frame_reader.h - frames of a CTF trace's decoder, at their reader
 */
#ifndef SOURCE_CTF_FRAME_READER_H
#define SOURCE_CTF_FRAME_READER_H

#include <stdbool.h>

#include "format/feed.h"
#include "source/ctf/frames.h"

/* A frame in the window of the feed. */
struct ctf_frame {
	uint32_t kind;
	const uint8_t *body;
	size_t len;
};

/* Looks at the next frame. ENODATA: the decoder has ended. EBADMSG: that is no
 * frame. */
int ctf_frame_peek(struct pxt_feed *feed, struct ctf_frame *frame);

/* Skips the frame that was looked at, whose body had len bytes. */
void ctf_frame_skip(struct pxt_feed *feed, size_t len);

/* Takes a struct from the front of a frame. False: it is too short. */
bool ctf_frame_take(struct ctf_frame *frame, void *to, size_t size);

/* Takes a text. NULL: the frame has none. */
const char *ctf_frame_take_text(struct ctf_frame *frame);

#endif
