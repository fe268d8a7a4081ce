/*
 * acknowledgement.c - what a stream answers to a message
 *
 * Members stand in an order of the server's choice, with spaces or without, and
 * none of their names comes twice. Only a description could look like a member:
 * it is cut out first.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ship/nats/acknowledgement.h"

enum { JSON_MOST = 8192 };

enum {
	RESOURCES_ACCOUNT = 10002,
	UNAVAILABLE = 10008,
	NOT_LEADER = 10009,
	RESOURCES = 10023,
	STORAGE = 10047,
	TOO_LARGE = 10054,
	STORE_FAILED = 10077,
};

/* The value of a member; NULL: there is none. */
static char *find(char *json, const char *name)
{
	char *at = strstr(json, name);

	if (!at)
		return NULL;
	at += strlen(name);
	at += strspn(at, " \t");
	if (*at != ':')
		return NULL;
	at++;
	return at + strspn(at, " \t");
}

static uint64_t find_number(char *json, const char *name)
{
	const char *at = find(json, name);

	return at && *at >= '0' && *at <= '9' ? strtoull(at, NULL, 10) : 0;
}

/* Takes the description, and leaves blanks. Quotes in it are escaped. */
static void take_text(struct acknowledgement *ack, char *json)
{
	char *at = find(json, "\"description\"");
	size_t len = 0;

	if (!at || *at != '"')
		return;
	for (*at++ = ' '; *at && *at != '"'; *at++ = ' ') {
		if (*at == '\\' && at[1])
			*at++ = ' ';
		if (len < ACKNOWLEDGEMENT_TEXT - 1)
			ack->text[len++] = *at;
	}
	ack->text[len] = '\0';
}

bool acknowledgement_parse(struct acknowledgement *ack, const char *json,
			   size_t len)
{
	char copy[JSON_MOST];

	*ack = (struct acknowledgement){ .sequence = 0 };
	if (len >= JSON_MOST || memchr(json, '\0', len))
		return false;
	memcpy(copy, json, len);
	copy[len] = '\0';
	if (find(copy, "\"error\"")) {
		take_text(ack, copy);
		ack->code = (unsigned)find_number(copy, "\"err_code\"");
		return true;
	}
	ack->sequence = find_number(copy, "\"seq\"");
	ack->is_duplicate = strstr(copy, "\"duplicate\"") != NULL;
	return ack->sequence != 0;
}

int acknowledgement_error(const struct acknowledgement *ack)
{
	switch (ack->code) {
	case RESOURCES_ACCOUNT:
	case RESOURCES:
	case STORAGE:
		return ENOSPC;
	case STORE_FAILED: /* with what failed in words */
		return strstr(ack->text, "maximum") ? ENOSPC : EIO;
	case UNAVAILABLE:
	case NOT_LEADER:
		return EAGAIN;
	case TOO_LARGE:
		return EMSGSIZE;
	}
	return EIO;
}
