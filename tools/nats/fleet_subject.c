/*
 * fleet_subject.c - the subject of a log's messages
 */
#include <stdio.h>
#include <string.h>

#include "nats/fleet_subject.h"

static bool is_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '_' || c == '-';
}

char *fleet_token(char token[FLEET_TOKEN], const char *name, size_t len)
{
	char *to = token;

	for (size_t i = 0; i < len && i < FLEET_NAME; i++)
		if (is_plain((unsigned char)name[i]))
			*to++ = name[i];
		else
			to += sprintf(to, "%%%02X", (unsigned char)name[i]);
	if (to == token)
		*to++ = '%';
	*to = '\0';
	return token;
}

/* The value of a digit, or 16. */
static unsigned digit(char c, const char *digits)
{
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (unsigned)(at - digits) : 16;
}

bool fleet_token_parse(char *name, const char *token)
{
	static const char digits[] = "0123456789ABCDEF";
	char again[FLEET_TOKEN];
	size_t len = 0;

	for (const char *at = token; *at && strcmp(token, "%") != 0; len++) {
		unsigned high, low;

		if (len == FLEET_NAME)
			return false;
		if (*at != '%') {
			name[len] = *at++;
			continue;
		}
		high = digit(at[1], digits);
		low = high < 16 ? digit(at[2], digits) : 16;
		if (low == 16)
			return false;
		name[len] = (char)(high << 4 | low);
		at += 3;
	}
	name[len] = '\0';
	return !strcmp(fleet_token(again, name, len), token);
}

unsigned fleet_shard(const unsigned char *uuid)
{
	return uuid[0] & (FLEET_SHARDS - 1);
}

char *fleet_uuid_text(char text[FLEET_UUID_TEXT], const unsigned char *uuid)
{
	for (int i = 0; i < FLEET_UUID; i++)
		sprintf(text + 2 * i, "%02x", uuid[i]);
	return text;
}

static bool parse_uuid(unsigned char *uuid, const char *text)
{
	static const char digits[] = "0123456789abcdef";

	for (int i = 0; i < FLEET_UUID; i++) {
		const unsigned high = digit(text[2 * i], digits);
		const unsigned low =
			high < 16 ? digit(text[2 * i + 1], digits) : 16;

		if (low == 16)
			return false;
		uuid[i] = (unsigned char)(high << 4 | low);
	}
	return !text[2 * FLEET_UUID];
}

void fleet_subject_make(char text[FLEET_SUBJECT], const char *stream,
			const struct fleet_subject *subject)
{
	char uuid[FLEET_UUID_TEXT];

	snprintf(text, FLEET_SUBJECT, "%s.%02u.%s.%s.%s", stream,
		 fleet_shard(subject->uuid), subject->host, subject->program,
		 fleet_uuid_text(uuid, subject->uuid));
}

/* Takes the text up to the next dot, which must be there. */
static const char *take_token(char token[FLEET_TOKEN], const char *text)
{
	const size_t len = strcspn(text, ".");
	char name[FLEET_NAME + 1];

	if (!text[len] || len >= FLEET_TOKEN)
		return NULL;
	memcpy(token, text, len);
	token[len] = '\0';
	return fleet_token_parse(name, token) ? text + len + 1 : NULL;
}

bool fleet_subject_parse(struct fleet_subject *subject, const char *stream,
			 const char *text)
{
	char shard[FLEET_TOKEN], wanted[FLEET_TOKEN];
	const size_t len = strlen(stream);

	if (strncmp(text, stream, len) != 0 || text[len] != '.')
		return false;
	text = take_token(shard, text + len + 1);
	if (text)
		text = take_token(subject->host, text);
	if (text)
		text = take_token(subject->program, text);
	if (!text || !parse_uuid(subject->uuid, text))
		return false;
	subject->shard = fleet_shard(subject->uuid);
	snprintf(wanted, sizeof(wanted), "%02u", subject->shard);
	return !strcmp(shard, wanted);
}
