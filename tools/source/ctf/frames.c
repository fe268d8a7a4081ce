/*
 * frames.c - what the decoder of a CTF trace sends
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "source/ctf/frames.h"

enum { FULL = 64 << 10, TEXT = 1024 };

void ctf_frames_flush(struct ctf_frames *frames)
{
	size_t at = 0;

	while (at < frames->len) {
		const ssize_t put = write(frames->fd, frames->buffer + at,
					  frames->len - at);

		if (put < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		if (put > 0)
			at += (size_t)put;
	}
	frames->len = 0;
}

static void append(struct ctf_frames *frames, const void *data, size_t len)
{
	if (pxt_array_reserve(&frames->buffer, &frames->room, frames->len + len,
			      1))
		_exit(EXIT_FAILURE);
	memcpy(frames->buffer + frames->len, data, len);
	frames->len += len;
}

void ctf_frames_begin(struct ctf_frames *frames, enum ctf_frame_kind kind)
{
	const struct ctf_frame_head head = { .kind = kind };

	frames->head = frames->len;
	append(frames, &head, sizeof(head));
}

/* Number of bytes in the open frame. */
static size_t length(const struct ctf_frames *frames)
{
	return frames->len - frames->head - sizeof(struct ctf_frame_head);
}

size_t ctf_frames_put(struct ctf_frames *frames, const void *data, size_t len)
{
	const size_t left = CTF_FRAME_MAX - length(frames);

	if (len > left)
		len = left;
	if (len)
		append(frames, data, len);
	return len;
}

void ctf_frames_put_text(struct ctf_frames *frames, const char *text)
{
	ctf_frames_put(frames, text, strlen(text) + 1);
}

void ctf_frames_end(struct ctf_frames *frames)
{
	struct ctf_frame_head head;

	memcpy(&head, frames->buffer + frames->head, sizeof(head));
	head.len = (uint32_t)length(frames);
	memcpy(frames->buffer + frames->head, &head, sizeof(head));
	if (frames->len >= FULL)
		ctf_frames_flush(frames);
}

void ctf_frames_text(struct ctf_frames *frames, enum ctf_frame_kind kind,
		     const char *format, ...)
{
	char text[TEXT];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	ctf_frames_begin(frames, kind);
	ctf_frames_put_text(frames, text);
	ctf_frames_end(frames);
}
