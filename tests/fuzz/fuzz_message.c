/*
 * fuzz_message.c - whatever messages a stream has, or frames a pipe, taking them
 * apart comes to an end
 *
 * The input is messages, each with a byte of flags, its subject, the headers that
 * the flags name, a zero byte behind each, a byte with a length, and its bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz/quick.h"
#include "gather/arrivals.h"
#include "gather/section_check.h"
#include "ship/frame.h"

enum {
	HAS_ID = 1,
	HAS_AT = 2,
	HAS_FRAGMENT = 4,
	HAS_PREFACE = 8,
	HAS_CONFIRMED = 16,
	IS_SEALED = 32, /* checksums are made right */
	IS_FRAME = 64,
	MESSAGES = 8,
	BYTES_MOST = 255,
};

struct input {
	const uint8_t *at, *end;
};

static const char *take_text(struct input *input)
{
	const uint8_t *text = input->at;
	const size_t left = (size_t)(input->end - text);
	const uint8_t *zero = left ? memchr(text, 0, left) : NULL;

	if (!zero)
		return NULL;
	input->at = zero + 1;
	return (const char *)text;
}

static const char *take_header(struct input *input, unsigned flags,
			       unsigned flag)
{
	return flags & flag ? take_text(input) : NULL;
}

/* Makes the checksums of a section right, so that what follows is reached. */
static void seal(unsigned char *bytes, size_t len, const char *subject)
{
	struct fleet_subject name;

	if (len < SECTION_HEAD || section_u64(bytes + 8) > len - SECTION_HEAD ||
	    !subject || !fleet_subject_parse(&name, "s", subject))
		return;
	section_seal(bytes, name.uuid);
}

static void check_arrivals(struct arrivals *arrivals)
{
	uint64_t before = 0;
	size_t bytes = 0;

	for (size_t i = 0; i < arrivals->count; i++) {
		struct arrival *arrival = &arrivals->list[i];

		QUICK_ASSERT(!i || arrival->number > before);
		QUICK_ASSERT(arrival->count <= arrival->fragments);
		before = arrival->number;
		bytes += arrival->size;
		if (arrival_is_whole(arrival))
			QUICK_ASSERT(arrival_join(arrival));
	}
	QUICK_ASSERT(bytes == arrivals->bytes);
}

static void take_message(struct arrivals *arrivals,
			 const struct raw_message *raw, uint64_t sequence)
{
	struct message message;
	struct preface preface;

	if (message_parse(&message, "s", raw))
		return;
	QUICK_ASSERT(message.log.shard < FLEET_SHARDS);
	QUICK_ASSERT(!strchr(message.log.host, '/'));
	QUICK_ASSERT(!strchr(message.log.host, '.'));
	if (message.type == MESSAGE_PREFACE) {
		if (!message_preface(&preface, &message))
			QUICK_ASSERT(preface.len <= PREFACE_MOST);
		return;
	}
	QUICK_ASSERT(section_check_place(message.number, message.at));
	if (message.type == MESSAGE_SECTION)
		section_check_payload(&message.section, message.bytes);
	arrivals_add(arrivals, &message, sequence, 0);
	check_arrivals(arrivals);
}

static void take_frame(const unsigned char *bytes, size_t len)
{
	struct fleet_subject name;
	struct preface preface;
	struct frame frame;

	if (len >= FRAME_HEAD && frame_parse(&frame, bytes))
		QUICK_ASSERT(frame.len <= FRAME_MOST);
	if (!frame_take_log(&name, &preface, bytes, len))
		QUICK_ASSERT(name.shard < FLEET_SHARDS);
}

static void take_next(struct input *input, struct arrivals *arrivals,
		      uint64_t sequence)
{
	const unsigned flags = *input->at++;
	struct raw_message raw = { .subject = take_text(input) };
	unsigned char *bytes;

	raw.id = take_header(input, flags, HAS_ID);
	raw.at = take_header(input, flags, HAS_AT);
	raw.fragment = take_header(input, flags, HAS_FRAGMENT);
	raw.preface = take_header(input, flags, HAS_PREFACE);
	raw.confirmed = take_header(input, flags, HAS_CONFIRMED);
	if (!raw.subject || input->at == input->end)
		return;
	raw.len = *input->at++;
	if (raw.len == BYTES_MOST || raw.len > (size_t)(input->end - input->at))
		raw.len = (size_t)(input->end - input->at);
	bytes = malloc(raw.len + 1);
	if (!bytes)
		return;
	memcpy(bytes, input->at, raw.len);
	input->at += raw.len;
	raw.bytes = bytes;
	if (flags & IS_SEALED)
		seal(bytes, raw.len, raw.subject);
	if (flags & IS_FRAME)
		take_frame(bytes, raw.len);
	else
		take_message(arrivals, &raw, sequence);
	free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { .at = data, .end = data + size };
	struct arrivals arrivals = { .count = 0 };

	for (uint64_t i = 1; i <= MESSAGES && input.at < input.end; i++)
		take_next(&input, &arrivals, i);
	while (arrivals.count)
		arrivals_drop_first(&arrivals);
	arrivals_clear(&arrivals);
	return 0;
}
