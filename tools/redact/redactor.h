/*
 * redactor.h - values are made unknown, and remembered for the search
 *
 * A hash of a text is "h" and 16 hexadecimal digits, cut to the room of the
 * field; of a number, a number of the same width. Masks have a star for each
 * byte of a text, and are zero for numbers, as is what is dropped.
 */
#ifndef REDACT_REDACTOR_H
#define REDACT_REDACTOR_H

#include <trace_np.h>

#include "event/fields.h"
#include "redact/choices.h"
#include "redact/dropped_values.h"
#include "redact/redaction.h"

enum { REDACTOR_HASH = 1 + 16 }; /* characters of the hash of a text */

struct redactor {
	struct redaction *redaction; /* borrowed */
	uint8_t *key;		     /* borrowed */
	size_t key_len;
	struct dropped_values dropped;
	struct fields fields; /* fields of the source */
	struct choices choices;
	char *data; /* data of the present event */
	size_t len, room;
	char *texts[4]; /* results of redactor_text(), in turn */
	unsigned turn;
	int error; /* first error, after which nothing is right */
};

void redactor_init(struct redactor *redactor, struct redaction *redaction,
		   struct source *source);
void redactor_fini(struct redactor *redactor);

/* Changes a text by the rule for a category; the result is good until three more calls.
 * most: bytes at most. Never NULL: after an error it is empty. */
const char *redactor_text(struct redactor *redactor,
			  enum redact_category category, const char *text,
			  size_t most);

/* Same for bytes that stay as long, as an identifier. */
void redactor_bytes(struct redactor *redactor, enum redact_category category,
		    unsigned char *bytes, size_t len);

/* Has the copy searched for a value that was left out by the rule. A number as
 * wide as those of fields is searched for if they would be. */
void redactor_leave_out(struct redactor *redactor,
			const struct redact_rule *rule, const void *value,
			size_t len);
void redactor_leave_out_number(struct redactor *redactor,
			       const struct redact_rule *rule, uint64_t number);

/* Changes the data of an event of that name, which is redactor->data then. False:
 * the event is left out. */
bool redactor_event(struct redactor *redactor, const char *event,
		    struct posix_trace_item_np *item);

#endif
