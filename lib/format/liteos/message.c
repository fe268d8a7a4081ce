/* message.c - messages of LiteOS */
#include "format/liteos/message.h"

#include <string.h>

#include "format/liteos/crc.h"
#include "format/liteos/layout.h"
#include "format/liteos/word.h"

enum {
	TAGS = 16, /* higher tags are unknown */

	TAG_CORE = 1,
	TAG_CODE = 2,
	TAG_TIME = 3,
	TAG_COUNT = 4,
	TAG_TASK = 5,
	TAG_IDENTITY = 6,
	TAG_PARAMS = 7,
	TAG_PID = 8,
	TAG_LINKS = 9,

	TAG_CLOCK = 8, /* tag of a HEAD */
};

/* Values in a body, by tag. */
struct tags {
	uint32_t seen; /* a bit per tag */
	const uint8_t *at[TAGS];
	uint8_t len[TAGS];
};

/* True if tags fill the body, and none occurs twice. */
static bool find_tags(const uint8_t *at, size_t len, struct tags *tags)
{
	tags->seen = 0;
	while (len) {
		unsigned tag;

		if (len < 2 || at[1] > len - 2)
			return false;
		tag = at[0];
		if (tag < TAGS) {
			if (tags->seen >> tag & 1)
				return false;
			tags->seen |= 1U << tag;
			tags->at[tag] = at + 2;
			tags->len[tag] = at[1];
		}
		len -= 2 + (size_t)at[1];
		at += 2 + at[1];
	}
	return true;
}

static bool has(const struct tags *tags, unsigned tag)
{
	return tags->seen >> tag & 1;
}

static bool is_len(const struct tags *tags, unsigned tag, unsigned len)
{
	return has(tags, tag) && tags->len[tag] == len;
}

static bool may_be_len(const struct tags *tags, unsigned tag, unsigned len)
{
	return !has(tags, tag) || tags->len[tag] == len;
}

static bool read_notify(const struct tags *tags, bool big,
			struct pxt_liteos_message *message)
{
	if (tags->seen != 0x6 || !is_len(tags, 1, 4) || !is_len(tags, 2, 4))
		return false;
	message->command = pxt_liteos_get32(tags->at[1], big);
	message->param = pxt_liteos_get32(tags->at[2], big);
	return true;
}

static bool read_head(const struct tags *tags, bool big,
		      struct pxt_liteos_message *message)
{
	if (tags->seen != 0x106 || !is_len(tags, 1, 4) || !is_len(tags, 2, 4) ||
	    !is_len(tags, TAG_CLOCK, 4))
		return false;
	message->endian = pxt_liteos_get32(tags->at[1], big);
	message->version = pxt_liteos_get32(tags->at[2], big);
	message->clock_freq = pxt_liteos_get32(tags->at[TAG_CLOCK], big);
	return true;
}

static bool read_obj(const struct tags *tags, bool big,
		     struct pxt_liteos_message *message)
{
	if (tags->seen != 0xe || !is_len(tags, 1, 4) || !is_len(tags, 2, 4) ||
	    !is_len(tags, 3, PXT_LITEOS_NAME_LEN))
		return false;
	message->id = pxt_liteos_get32(tags->at[1], big);
	message->priority = pxt_liteos_get32(tags->at[2], big);
	message->name = tags->at[3];
	return true;
}

static bool is_event(const struct tags *tags)
{
	const unsigned width = tags->len[TAG_IDENTITY];

	return is_len(tags, TAG_CODE, 4) && is_len(tags, TAG_TIME, 8) &&
	       is_len(tags, TAG_TASK, 4) && has(tags, TAG_IDENTITY) &&
	       (width == 4 || width == 8) && may_be_len(tags, TAG_CORE, 4) &&
	       may_be_len(tags, TAG_COUNT, 4) && may_be_len(tags, TAG_PID, 4) &&
	       may_be_len(tags, TAG_LINKS, PXT_LITEOS_LINKS * width) &&
	       (!has(tags, TAG_PARAMS) ||
		(tags->len[TAG_PARAMS] && tags->len[TAG_PARAMS] % width == 0));
}

static void read_words(const struct tags *tags, unsigned tag, bool big,
		       unsigned width, uint64_t *word, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		word[i] = pxt_liteos_get(tags->at[tag] + i * width, big, width);
}

static bool read_event(const struct tags *tags, bool big,
		       struct pxt_liteos_message *message)
{
	struct pxt_liteos_shape *shape = &message->shape;
	struct pxt_liteos_frame *frame = &message->frame;

	if (!is_event(tags))
		return false;
	*shape = (struct pxt_liteos_shape){
		.width = tags->len[TAG_IDENTITY],
		.pid = has(tags, TAG_PID),
		.core = has(tags, TAG_CORE),
		.count = has(tags, TAG_COUNT),
		.links = has(tags, TAG_LINKS),
	};
	frame->type = pxt_liteos_get32(tags->at[TAG_CODE], big);
	frame->time = pxt_liteos_get64(tags->at[TAG_TIME], big);
	frame->task = pxt_liteos_get32(tags->at[TAG_TASK], big);
	read_words(tags, TAG_IDENTITY, big, shape->width, &frame->identity, 1);
	frame->pid = shape->pid ? pxt_liteos_get32(tags->at[TAG_PID], big) : 0;
	frame->core = 0;
	if (shape->core)
		frame->core = pxt_liteos_core_of(
			pxt_liteos_get32(tags->at[TAG_CORE], big), big);
	if (shape->count)
		frame->count = pxt_liteos_get32(tags->at[TAG_COUNT], big);
	if (shape->links)
		read_words(tags, TAG_LINKS, big, shape->width, frame->link,
			   PXT_LITEOS_LINKS);
	if (has(tags, TAG_PARAMS)) {
		shape->params = tags->len[TAG_PARAMS] / shape->width;
		read_words(tags, TAG_PARAMS, big, shape->width, frame->param,
			   shape->params);
	}
	return true;
}

_Static_assert(PXT_LITEOS_BODY_MAX / 4 < PXT_LITEOS_PARAMS_MAX,
	       "room for all params of a message");

static bool read_body(const uint8_t *body, size_t len, bool big,
		      struct pxt_liteos_message *message)
{
	struct tags tags = { 0 };

	if (!find_tags(body, len, &tags))
		return false;
	switch (message->type) {
	case PXT_LITEOS_NOTIFY:
		return read_notify(&tags, big, message);
	case PXT_LITEOS_HEAD:
		return read_head(&tags, big, message);
	case PXT_LITEOS_OBJ:
		return read_obj(&tags, big, message);
	default:
		return read_event(&tags, big, message);
	}
}

/* Lengths are below 256: the nonzero byte reveals the byte order. 0: not a
 * length. */
static unsigned length_of(const uint8_t *at, enum pxt_liteos_endian order,
			  bool *big)
{
	if (at[2] && at[3])
		return 0;
	*big = at[3];
	if (order != PXT_LITEOS_EITHER && *big != (order == PXT_LITEOS_BIG))
		return 0;
	return at[2] | at[3];
}

enum pxt_liteos_found
pxt_liteos_message_read(const uint8_t *at, size_t len,
			enum pxt_liteos_endian *order,
			struct pxt_liteos_message *message)
{
	bool big = false;
	unsigned body;

	if (len && at[0] != PXT_LITEOS_MAGIC)
		return PXT_LITEOS_NONE;
	if (len > 1 && at[1] > PXT_LITEOS_EVENTS)
		return PXT_LITEOS_NONE;
	if (len < PXT_LITEOS_HEAD_LEN)
		return PXT_LITEOS_PARTIAL;
	body = length_of(at, *order, &big);
	if (!body || body > PXT_LITEOS_BODY_MAX)
		return PXT_LITEOS_NONE;
	if (len < PXT_LITEOS_HEAD_LEN + body)
		return PXT_LITEOS_PARTIAL;
	at += PXT_LITEOS_HEAD_LEN;
	if (pxt_liteos_crc(at, body) != pxt_liteos_get16(at - 2, big))
		return PXT_LITEOS_NONE;
	message->type = at[1 - PXT_LITEOS_HEAD_LEN];
	message->len = PXT_LITEOS_HEAD_LEN + body;
	if (!read_body(at, body, big, message))
		return PXT_LITEOS_NONE;
	*order = big ? PXT_LITEOS_BIG : PXT_LITEOS_LITTLE;
	return PXT_LITEOS_WHOLE;
}

bool pxt_liteos_message_may_lack_pid(const struct pxt_liteos_shape *shape)
{
	enum { TAG_AND_LEN = 2, WORD = TAG_AND_LEN + 4 };
	/* Type, time and task, which every message has. */
	size_t len = WORD + (TAG_AND_LEN + 8) + WORD;

	len += TAG_AND_LEN + shape->width;
	len += shape->core ? WORD : 0;
	len += shape->count ? WORD : 0;
	len += TAG_AND_LEN + (size_t)shape->params * shape->width;
	return !shape->pid && len + WORD > PXT_LITEOS_BODY_MAX;
}

/* Writing */

struct body {
	uint8_t *start, *at;
	bool big;
	bool full; /* later tags are left out, too */
};

static bool put_tag(struct body *body, unsigned tag, size_t len)
{
	const size_t used = (size_t)(body->at - body->start);

	if (used + 2 + len > PXT_LITEOS_BODY_MAX)
		body->full = true;
	if (body->full || !len)
		return false;
	*body->at++ = (uint8_t)tag;
	*body->at++ = (uint8_t)len;
	return true;
}

static void put32(struct body *body, unsigned tag, uint32_t value)
{
	if (!put_tag(body, tag, 4))
		return;
	pxt_liteos_set32(body->at, body->big, value);
	body->at += 4;
}

static void put64(struct body *body, unsigned tag, uint64_t value)
{
	if (!put_tag(body, tag, 8))
		return;
	pxt_liteos_set64(body->at, body->big, value);
	body->at += 8;
}

static void put_words(struct body *body, unsigned tag, unsigned width,
		      const uint64_t *word, unsigned count)
{
	if (!put_tag(body, tag, (size_t)width * count))
		return;
	for (unsigned i = 0; i < count; i++, body->at += width)
		pxt_liteos_set(body->at, body->big, width, word[i]);
}

static uint32_t core_of(const struct body *body, uint32_t core)
{
	return pxt_liteos_core_to(core, body->big);
}

static void put_event(struct body *body,
		      const struct pxt_liteos_message *message)
{
	const struct pxt_liteos_shape *shape = &message->shape;
	const struct pxt_liteos_frame *frame = &message->frame;

	if (shape->core)
		put32(body, TAG_CORE, core_of(body, frame->core));
	put32(body, TAG_CODE, frame->type);
	put64(body, TAG_TIME, frame->time);
	if (shape->count)
		put32(body, TAG_COUNT, frame->count);
	put32(body, TAG_TASK, frame->task);
	put_words(body, TAG_IDENTITY, shape->width, &frame->identity, 1);
	put_words(body, TAG_PARAMS, shape->width, frame->param, shape->params);
	if (shape->pid)
		put32(body, TAG_PID, frame->pid);
	if (shape->links)
		put_words(body, TAG_LINKS, shape->width, frame->link,
			  PXT_LITEOS_LINKS);
}

static void put_obj(struct body *body, const struct pxt_liteos_message *message)
{
	put32(body, 1, message->id);
	put32(body, 2, message->priority);
	if (!put_tag(body, 3, PXT_LITEOS_NAME_LEN))
		return;
	memcpy(body->at, message->name, PXT_LITEOS_NAME_LEN);
	body->at += PXT_LITEOS_NAME_LEN;
}

static void put_body(struct body *body,
		     const struct pxt_liteos_message *message)
{
	switch (message->type) {
	case PXT_LITEOS_NOTIFY:
		put32(body, 1, message->command);
		put32(body, 2, message->param);
		break;
	case PXT_LITEOS_HEAD:
		put32(body, 1, message->endian);
		put32(body, 2, message->version);
		put32(body, TAG_CLOCK, message->clock_freq);
		break;
	case PXT_LITEOS_OBJ:
		put_obj(body, message);
		break;
	default:
		put_event(body, message);
	}
}

size_t pxt_liteos_message_write(const struct pxt_liteos_message *message,
				bool big, uint8_t *to, bool *cut)
{
	struct body body = {
		.start = to + PXT_LITEOS_HEAD_LEN,
		.at = to + PXT_LITEOS_HEAD_LEN,
		.big = big,
	};
	size_t len;

	put_body(&body, message);
	len = (size_t)(body.at - body.start);
	to[0] = PXT_LITEOS_MAGIC;
	to[1] = (uint8_t)message->type;
	pxt_liteos_set16(to + 2, big, (uint16_t)len);
	pxt_liteos_set16(to + 4, big, pxt_liteos_crc(body.start, len));
	*cut = body.full;
	return PXT_LITEOS_HEAD_LEN + len;
}
