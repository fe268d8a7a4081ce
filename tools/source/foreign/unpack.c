/*
 * unpack.c - unpacking a trace from a text
 */
#include <errno.h>
#include <stdlib.h>

#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "format/container/container.h"
#include "format/formats.h"
#include "source/foreign/foreign.h"
#include "source/foreign/unpack.h"

static int fail(const struct foreign *foreign, int err)
{
	talk_error(foreign->name, err);
	return EXIT_SYSTEM;
}

/* Offsets in the bytes differ from those in the text. */
static void tell(const struct foreign *foreign, const char *what, size_t len)
{
	char size[TEXT_MAX];

	talk("%s: %s, of %s bytes: places are told by these", foreign->name,
	     what, text_count(size, len));
}

static int replace(struct foreign *foreign)
{
	struct pxt_feed *feed;
	int err;

	err = pxt_feed_open_memory(foreign->payload.data, foreign->payload.size,
				   &feed);
	if (err)
		return err;
	pxt_feed_set_holes(feed, &foreign->payload.holes);
	pxt_feed_close(foreign->feed);
	foreign->feed = feed;
	return 0;
}

static int unpack(struct foreign *foreign)
{
	const uint8_t *text;
	size_t len;
	int err;

	err = pxt_feed_all(foreign->feed);
	if (!err)
		err = foreign_cut(foreign);
	text = pxt_feed_peek(foreign->feed, &len);
	if (!err)
		err = pxt_trace_create(&foreign->wrapping);
	if (!err)
		err = pxt_container_unpack(text, len, foreign->wrapping,
					   &foreign->payload);
	if (err == EINVAL)
		return EXIT_SUCCESS;
	if (!err)
		err = replace(foreign);
	if (err)
		return fail(foreign, err);
	tell(foreign, foreign->payload.what, foreign->payload.size);
	return EXIT_SUCCESS;
}

/* Bytes that a format is sure of are not a container text. */
static bool is_sure(const struct foreign *foreign, const uint8_t *start,
		    size_t len)
{
	const struct pxt_probe probe = {
		.start = start,
		.len = len,
		.size = pxt_feed_size(foreign->feed),
		.name = "",
	};
	unsigned sure;

	pxt_format_guess(&probe, &sure);
	return sure == PXT_PROBE_SURE;
}

static int fail_gzip(const struct foreign *foreign, int err)
{
	if (err != ENOTSUP)
		return fail(foreign, err);
	talk("%s: gzip has packed this, and posixtrace was built without zlib",
	     foreign->name);
	return EXIT_MISUSE;
}

int foreign_unpack(struct foreign *foreign)
{
	const uint8_t *start;
	size_t len;
	int err;

	err = pxt_feed_unpack(foreign->feed);
	if (err)
		return fail_gzip(foreign, err);
	err = pxt_feed_need(foreign->feed, PXT_PROBE_MAX);
	if (err && err != ENODATA)
		return fail(foreign, err);
	start = pxt_feed_peek(foreign->feed, &len);
	if (len > PXT_PROBE_MAX)
		len = PXT_PROBE_MAX;
	if (!len || !pxt_container_guess(start, len) ||
	    is_sure(foreign, start, len))
		return EXIT_SUCCESS;
	return unpack(foreign);
}
