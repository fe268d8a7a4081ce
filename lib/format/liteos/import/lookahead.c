/* lookahead.c - looking ahead in a stream of LiteOS */
#include "format/liteos/import/lookahead.h"

#include <string.h>

enum {
	FOR_COUNTS = 8 << 10, /* bytes to look at */
	FOR_CLOCK = 1 << 20,
};

struct ahead {
	struct pxt_feed *feed;
	enum pxt_liteos_endian order;
	size_t at, most; /* current offset and limit */
	bool more;	 /* the stream goes on, but has not arrived */
	struct pxt_liteos_message message;
};

/* Offset of the next possible message, behind that byte. */
static size_t skip(const uint8_t *at, size_t len)
{
	const uint8_t *next = memchr(at + 1, PXT_LITEOS_MAGIC, len - 1);

	return next ? (size_t)(next - at) : len;
}

/* Reads the next message. False: none. */
static bool next(struct ahead *ahead)
{
	while (ahead->at < ahead->most) {
		enum pxt_liteos_found found = PXT_LITEOS_PARTIAL;
		size_t len;
		const uint8_t *at = pxt_feed_peek(ahead->feed, &len);

		at += ahead->at;
		len -= ahead->at;
		if (len)
			found = pxt_liteos_message_read(at, len, &ahead->order,
							&ahead->message);
		if (found == PXT_LITEOS_WHOLE) {
			ahead->at += ahead->message.len;
			return true;
		}
		if (found == PXT_LITEOS_PARTIAL && !pxt_feed_more(ahead->feed))
			continue;
		ahead->more = !pxt_feed_ended(ahead->feed);
		if (!len || (found == PXT_LITEOS_PARTIAL && ahead->more))
			return false;
		/* The window may have moved even if nothing came. */
		at = pxt_feed_peek(ahead->feed, &len) + ahead->at;
		ahead->at += skip(at, len - ahead->at);
	}
	return false;
}

size_t pxt_liteos_lookahead_counts(struct pxt_feed *feed,
				   enum pxt_liteos_endian order,
				   uint32_t *counts, size_t most, bool *all)
{
	struct ahead ahead = { .feed = feed,
			       .order = order,
			       .most = FOR_COUNTS };
	size_t count = 0;
	bool is_there = true;

	while (count < most && (is_there = next(&ahead)) &&
	       ahead.message.type > PXT_LITEOS_HEAD)
		if (ahead.message.type == PXT_LITEOS_EVENTS &&
		    ahead.message.shape.count)
			counts[count++] = ahead.message.frame.count;
	*all = is_there || !ahead.more;
	return count;
}

uint32_t pxt_liteos_lookahead_clock(struct pxt_feed *feed,
				    enum pxt_liteos_endian order)
{
	struct ahead ahead = { .feed = feed,
			       .order = order,
			       .most = FOR_CLOCK };

	while (next(&ahead))
		if (ahead.message.type == PXT_LITEOS_HEAD)
			return ahead.message.clock_freq;
	return 0;
}
