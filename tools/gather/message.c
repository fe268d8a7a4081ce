/*
 * message.c - a message of a fleet's stream
 */
#include <errno.h>
#include <string.h>

#include "gather/message.h"
#include "gather/section_check.h"

enum { DIGITS_MOST = 19, DECIMAL = 10 };

/* Takes a number up to `end`. Returns what stands behind that; NULL: it is none. */
static const char *take_number(uint64_t *number, const char *text, char end)
{
	int digits = 0;

	*number = 0;
	for (; *text >= '0' && *text <= '9'; text++, digits++) {
		if (digits == DIGITS_MOST)
			return NULL;
		*number = DECIMAL * *number + (uint64_t)(*text - '0');
	}
	if (!digits || *text != end)
		return NULL;
	return end ? text + 1 : text;
}

static const char *parse_place(struct message *message, const char *text)
{
	message->at = SECTION_NOT_PLACED;
	if (text && (!take_number(&message->at, text, '\0') || !message->at))
		return "its place is no number";
	return NULL;
}

/* UUID:NUMBER:I and I/N, I from 1 */
static const char *parse_fragment(struct message *message,
				  const struct raw_message *raw)
{
	char uuid[FLEET_UUID_TEXT];
	uint64_t fragment, fragments;
	const char *at;

	fleet_uuid_text(uuid, message->log.uuid);
	at = take_number(&fragment, raw->fragment, '/');
	if (!at || !take_number(&fragments, at, '\0') || !fragment ||
	    fragment > fragments || fragments > MESSAGE_FRAGMENTS)
		return "no part of a section";
	if (!raw->id || strncmp(raw->id, uuid, strlen(uuid)) != 0 ||
	    raw->id[strlen(uuid)] != ':' ||
	    !take_number(&message->number, raw->id + strlen(uuid) + 1, ':'))
		return "a part without the number of its section";
	if (!section_check_place(message->number, message->at))
		return "its number or place cannot be right";
	if (!raw->len)
		return "an empty part";
	message->type = MESSAGE_FRAGMENT;
	message->fragment = (unsigned)fragment - 1;
	message->fragments = (unsigned)fragments;
	return NULL;
}

static const char *parse_section(struct message *message)
{
	const char *wrong =
		section_check_head(&message->section, message->log.uuid,
				   message->bytes, message->len, message->at);

	message->type = MESSAGE_SECTION;
	message->number = message->section.number;
	return wrong;
}

/* UUID:preface:CRC:NEXT, UUID:NUMBER:again:NEXT */
static bool is_again(const char *id, bool is_preface)
{
	if (!id || !is_preface)
		return id && strstr(id, ":again:");
	for (int i = 0; id && i < 3; i++) {
		id = strchr(id, ':');
		id = id ? id + 1 : NULL;
	}
	return id;
}

const char *message_parse(struct message *message, const char *stream,
			  const struct raw_message *raw)
{
	const char *wrong;

	*message = (struct message){ .bytes = raw->bytes, .len = raw->len };
	if (!fleet_subject_parse(&message->log, stream, raw->subject))
		return "its subject is none of a log";
	if (raw->len > MESSAGE_MOST)
		return "it is too long";
	if (raw->confirmed &&
	    (!take_number(&message->confirmed, raw->confirmed, '\0') ||
	     !section_check_place(message->confirmed, SECTION_NOT_PLACED)))
		return "what is confirmed cannot be right";
	message->is_again = is_again(raw->id, raw->preface);
	if (raw->preface) {
		message->type = MESSAGE_PREFACE;
		return NULL;
	}
	wrong = parse_place(message, raw->at);
	if (wrong)
		return wrong;
	return raw->fragment ? parse_fragment(message, raw) :
			       parse_section(message);
}

const char *message_preface(struct preface *preface,
			    const struct message *message)
{
	int err = EBADMSG;

	if (message->len <= PREFACE_MOST)
		err = preface_parse(preface, message->bytes, message->len);
	if (err == ENOTSUP)
		return "the beginning of a log of a version not known here";
	if (err || preface->len != message->len || preface->is_mended)
		return "not the beginning of a log";
	if (memcmp(preface->uuid, message->log.uuid, SECTION_UUID) != 0)
		return "the beginning of another log";
	return NULL;
}
