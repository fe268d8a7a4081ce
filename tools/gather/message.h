/*
 * message.h - a message of a fleet's stream, as posixtrace-fleet(7) has it
 *
 * A message has a section, a fragment of one, or the preface of a log. Nothing of it
 * is trusted: its names become those of files, its number an order.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include "nats/fleet_subject.h"
#include "source/preface.h"

enum {
	MESSAGE_FRAGMENTS = 1024, /* most fragments of a section */
	MESSAGE_MOST = 16 << 20,  /* bytes of a message */
};

/* Message and headers as they came; NULL: no such header */
struct raw_message {
	const char *subject;
	const char *id, *at, *fragment, *preface, *confirmed;
	const unsigned char *bytes;
	size_t len;
};

enum message_type { MESSAGE_SECTION, MESSAGE_FRAGMENT, MESSAGE_PREFACE };

struct message {
	enum message_type type;
	struct fleet_subject log;
	uint64_t number; /* section, also of a fragment */
	uint64_t at;	 /* offset in the log, or SECTION_NOT_PLACED */
	/* Every section up to this one was in the stream before; 0: not told */
	uint64_t confirmed;
	bool is_again;		      /* repeated, for readers that came late */
	unsigned fragment, fragments; /* index, and how many */
	struct section section;	      /* only its head was checked */
	const unsigned char *bytes;
	size_t len;
};

/* Takes a message apart. NULL, or what is wrong with it. */
const char *message_parse(struct message *message, const char *stream,
			  const struct raw_message *raw);

/* Takes the preface out of such a message. NULL, or what is wrong with it. */
const char *message_preface(struct preface *preface,
			    const struct message *message);

#endif
