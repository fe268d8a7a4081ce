/*
 * frame_reader.c - frames of a CTF trace's decoder, at their reader
 */
#include <errno.h>
#include <string.h>

#include "source/ctf/frame_reader.h"

int ctf_frame_peek(struct pxt_feed *feed, struct ctf_frame *frame)
{
	struct ctf_frame_head head;
	const uint8_t *at;
	size_t len;
	int err;

	err = pxt_feed_need(feed, sizeof(head));
	at = pxt_feed_peek(feed, &len);
	if (err || len < sizeof(head))
		return err ? err : ENODATA;
	memcpy(&head, at, sizeof(head));
	if (head.len > CTF_FRAME_MAX)
		return EBADMSG;
	err = pxt_feed_need(feed, sizeof(head) + head.len);
	at = pxt_feed_peek(feed, &len);
	if (err || len < sizeof(head) + head.len)
		return err ? err : ENODATA;
	*frame = (struct ctf_frame){ head.kind, at + sizeof(head), head.len };
	return 0;
}

void ctf_frame_skip(struct pxt_feed *feed, size_t len)
{
	pxt_feed_take(feed, sizeof(struct ctf_frame_head) + len);
}

bool ctf_frame_take(struct ctf_frame *frame, void *to, size_t size)
{
	if (frame->len < size)
		return false;
	memcpy(to, frame->body, size);
	frame->body += size;
	frame->len -= size;
	return true;
}

const char *ctf_frame_take_text(struct ctf_frame *frame)
{
	const char *text = (const char *)frame->body;
	const size_t len = frame->len ? strnlen(text, frame->len) : 0;

	if (len == frame->len)
		return NULL;
	frame->body += len + 1;
	frame->len -= len + 1;
	return text;
}
