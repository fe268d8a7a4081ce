/*
 * preface.c - what a log begins with
 *
 * HEADER stands there twice. What is damaged in one is made from the other, so
 * that what is shipped begins soundly.
 */
#include <errno.h>
#include <string.h>

#include "base/crc32c.h"
#include "source/preface.h"

enum {
	PREAMBLE = 16,
	COPY_AT = 4096,
	PAYLOAD_LEAST = 96,
	PAYLOAD_MOST = 4096,
	VERSION_TWICE = 3,
	VERSION_KNOWN = 4,
	CLOCK_NONE = 3,
};

static const unsigned char magic[] = { 0x89, 'P', 'T', 'L', 13, 10, 26, 10 };

/* A HEADER with its payload, in one piece */
struct copy {
	struct section section;
	unsigned char bytes[SECTION_HEAD + PAYLOAD_MOST];
};

/* The beginning of a file, or what is said to be one */
struct beginning {
	const unsigned char *bytes;
	size_t len;
};

static bool take_copy(struct copy *copy, const struct beginning *from,
		      size_t at, uint64_t number)
{
	unsigned char *payload = copy->bytes + SECTION_HEAD;
	size_t n = from->len > at ? from->len - at : 0;

	if (n > sizeof(copy->bytes))
		n = sizeof(copy->bytes);
	memcpy(copy->bytes, from->bytes + (n ? at : 0), n);
	return n >= SECTION_HEAD &&
	       section_parse(&copy->section, copy->bytes, NULL) &&
	       copy->section.type == SECTION_HEADER &&
	       copy->section.number == number &&
	       copy->section.len >= PAYLOAD_LEAST &&
	       copy->section.len <= PAYLOAD_MOST &&
	       SECTION_HEAD + copy->section.len <= n &&
	       section_has(&copy->section, payload);
}

/* The head has another number, and so another checksum. */
static void number_copy(unsigned char *head, uint64_t number)
{
	section_put_u64(head + 16, number);
	section_put_u32(head + 28, pxt_crc32c(0, head, SECTION_HEAD - 4));
}

static void take_facts(struct preface *preface, const unsigned char *payload)
{
	memcpy(preface->uuid, payload, SECTION_UUID);
	preface->ticks = section_u64(payload + 24);
	preface->rate = section_u64(payload + 32);
	preface->created_ns = (int64_t)section_u64(payload + 40);
	preface->appends = section_u32(payload + 84) == PREFACE_APPEND;
	if (section_u32(payload + 16) == CLOCK_NONE)
		preface->rate = 0;
}

static void put_preamble(unsigned char *to, unsigned version, bool native)
{
	memset(to, 0, PREAMBLE);
	memcpy(to, magic, sizeof(magic));
	to[8] = (unsigned char)version;
	for (unsigned i = 0; i < 4; i++)
		to[12 + i] = (unsigned char)(native ? 0x0d - i : 0x0a + i);
}

/* HEADER of versions 1 and 2 stands there once, behind its preamble. */
static int take_once(struct preface *preface, const struct beginning *from,
		     const struct copy *copy)
{
	unsigned version;

	preface->len = PREAMBLE + section_size(&copy->section);
	if (from->len < preface->len)
		return ENODATA;
	memcpy(preface->bytes, from->bytes, preface->len);
	version = section_u16(preface->bytes + 8);
	if (memcmp(preface->bytes, magic, sizeof(magic)) || !version)
		return EBADMSG;
	preface->is_native = preface->bytes[12] == 0x0d;
	return version < VERSION_TWICE ? 0 : EBADMSG;
}

static int take_twice(struct preface *preface, const struct beginning *from,
		      struct copy *copy)
{
	const unsigned char *payload = copy->bytes + SECTION_HEAD;
	const size_t len = SECTION_HEAD + copy->section.len;
	const unsigned version = section_u16(payload + 92);

	if (version > VERSION_KNOWN)
		return ENOTSUP;
	if (PREAMBLE + section_size(&copy->section) > COPY_AT)
		return EBADMSG;
	preface->last = 1;
	preface->len = COPY_AT + section_size(&copy->section);
	preface->is_native = payload[94] == 0x0d;
	put_preamble(preface->bytes, version, preface->is_native);
	number_copy(copy->bytes, 0);
	memcpy(preface->bytes + PREAMBLE, copy->bytes, len);
	number_copy(copy->bytes, 1);
	memcpy(preface->bytes + COPY_AT, copy->bytes, len);
	if (from->len < COPY_AT + len)
		return ENODATA;
	preface->is_mended =
		memcmp(from->bytes, preface->bytes, PREAMBLE + len) ||
		memcmp(from->bytes + COPY_AT, preface->bytes + COPY_AT, len);
	return 0;
}

int preface_parse(struct preface *preface, const unsigned char *bytes,
		  size_t len)
{
	const struct beginning from = { .bytes = bytes, .len = len };
	struct copy copy = { 0 };

	*preface = (struct preface){ .len = 0 };
	if (!take_copy(&copy, &from, PREAMBLE, 0) &&
	    !take_copy(&copy, &from, COPY_AT, 1)) {
		if (memcmp(bytes, magic,
			   len < sizeof(magic) ? len : sizeof(magic)))
			return EBADMSG;
		return len > (size_t)2 * COPY_AT ? EBADMSG : ENODATA;
	}
	take_facts(preface, copy.bytes + SECTION_HEAD);
	if (section_u16(copy.bytes + SECTION_HEAD + 92) < VERSION_TWICE)
		return take_once(preface, &from, &copy);
	return take_twice(preface, &from, &copy);
}

int preface_read(struct preface *preface, int fd)
{
	unsigned char bytes[PREFACE_MOST];
	const long n = section_read(fd, bytes, sizeof(bytes), 0);

	if (n < 0) {
		const int err = errno;

		*preface = (struct preface){ .len = 0 };
		return err;
	}
	return preface_parse(preface, bytes, (size_t)n);
}

static int64_t time_of(int64_t base_ns, uint64_t base, uint64_t rate,
		       uint64_t ticks)
{
	const __int128 passed = (__int128)(int64_t)(ticks - base) * rate;

	/* Numbers of a damaged log may wrap. */
	return (int64_t)((uint64_t)base_ns + (uint64_t)(passed >> 32));
}

/* The time of ticks, or 0 where that is not known. */
static int64_t time_at(const struct preface *preface, uint64_t ticks)
{
	if (!preface->rate)
		return 0;
	return time_of(preface->created_ns, preface->ticks, preface->rate,
		       ticks);
}

int64_t preface_chunk_time(const struct preface *preface,
			   const unsigned char *head, bool first)
{
	const uint64_t ticks = section_u64(head + (first ? 32 : 40));
	const uint64_t rate = section_u64(head + 80);

	if (!preface->is_native)
		return 0;
	if (!rate)
		return time_at(preface, ticks);
	return time_of((int64_t)section_u64(head + 72), section_u64(head + 96),
		       rate, ticks);
}
