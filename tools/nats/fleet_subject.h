/*
 * fleet_subject.h - the subject of a log's messages, see posixtrace-fleet(7)
 *
 * STREAM.SHARD.HOST.PROGRAM.UUID: SHARD 00 to 63, from the UUID; HOST and PROGRAM
 * have bytes outside [A-Za-z0-9_-] as %XX, 64 bytes of the original at most; an
 * empty name is "%". What is escaped so is the name of a folder, too.
 */
#ifndef NATS_FLEET_SUBJECT_H
#define NATS_FLEET_SUBJECT_H

#include <stdbool.h>
#include <stddef.h>

#include "nats/nats_address.h"

enum {
	FLEET_SHARDS = 64,
	FLEET_UUID = 16,
	FLEET_NAME = 64,		  /* bytes of a name, before escaping */
	FLEET_TOKEN = 3 * FLEET_NAME + 1, /* with the NUL */
	FLEET_UUID_TEXT = 2 * FLEET_UUID + 1,
	FLEET_SUBJECT = NATS_STREAM + 3 + 2 * FLEET_TOKEN + FLEET_UUID_TEXT + 1,
};

/* Headers of messages, and what they say */
#define FLEET_ID \
	"Nats-Msg-Id" /* UUID:NUMBER:SUM, UUID:NUMBER:SUM:I, UUID:preface:SUM */
#define FLEET_AT "Posixtrace-At" /* offset in the file, of logs that append */
#define FLEET_FRAGMENT "Posixtrace-Part"   /* fragment I/N, I from 1 */
#define FLEET_PREFACE "Posixtrace-Preface" /* 1 */
/* Every section up to this number was in the stream when the message was sent:
 * a reader that lacks a later one will meet it. */
#define FLEET_CONFIRMED "Posixtrace-Confirmed"

struct fleet_subject {
	unsigned shard;
	char host[FLEET_TOKEN], program[FLEET_TOKEN]; /* escaped */
	unsigned char uuid[FLEET_UUID];
};

/* Escapes a name. Returns token. */
char *fleet_token(char token[FLEET_TOKEN], const char *name, size_t len);

/* Takes an escaped name back; name has room for FLEET_NAME + 1 bytes. False: it
 * is not as fleet_token() makes it. */
bool fleet_token_parse(char *name, const char *token);

/* The partition of a log. */
unsigned fleet_shard(const unsigned char *uuid);

char *fleet_uuid_text(char text[FLEET_UUID_TEXT], const unsigned char *uuid);

void fleet_subject_make(char text[FLEET_SUBJECT], const char *stream,
			const struct fleet_subject *subject);

/* False: it is not as fleet_subject_make() makes it for that stream. */
bool fleet_subject_parse(struct fleet_subject *subject, const char *stream,
			 const char *text);

#endif
