/*
 * event.h - an event as the JSON has it
 *
 * Its texts lie in one row of bytes, which is used again for the next event.
 * Members and arguments that are no scalars become JSON once more, in `rest`.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_EVENT_H
#define PXT_FORMAT_CHROME_IMPORT_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scan.h"
#include "format/chrome/import/number.h"

enum {
	PXT_CHROME_FIELDS = 40,
	PXT_CHROME_EVENT_MAX = 1 << 20, /* bytes of an event's texts */
};

/* Members with a meaning. */
enum pxt_chrome_member {
	PXT_CHROME_NAME,
	PXT_CHROME_PH,
	PXT_CHROME_PID,
	PXT_CHROME_TID,
	PXT_CHROME_ID,
	PXT_CHROME_LOCAL, /* id2.local */
	PXT_CHROME_SCOPE,
	PXT_CHROME_MEMBERS,
};

struct pxt_chrome_value {
	enum pxt_chrome_kind kind;
	size_t at, len; /* text, also that of a number */
	union pxt_chrome_number number;
};

/* An argument, or a member without a meaning, that is a scalar. */
struct pxt_chrome_field {
	size_t key, key_len;
	bool is_member;
	struct pxt_chrome_value value;
};

struct pxt_chrome_event {
	uint64_t offset;
	struct pxt_chrome_value member[PXT_CHROME_MEMBERS];
	int64_t ns, dur_ns;
	bool has_time, has_duration;
	bool is_wrong;	/* a time that is none */
	bool is_huge;	/* texts were left out */
	bool is_mended; /* texts were changed to be UTF-8 */

	struct pxt_chrome_field field[PXT_CHROME_FIELDS];
	unsigned fields;

	char *bytes;
	size_t len, room;
	/* JSON without its braces: "key":{...},"key":[...] */
	char *rest;
	size_t rest_len, rest_room;
};

/* Zero at first, and again by this, but for its memory. */
void pxt_chrome_event_clear(struct pxt_chrome_event *event);
void pxt_chrome_event_fini(struct pxt_chrome_event *event);

/* Keeps a text, as UTF-8 without nulls. ENOMEM. */
int pxt_chrome_event_keep(struct pxt_chrome_event *event, const char *text,
			  size_t len, size_t *at, size_t *kept);

/* Adds a field, whose key is kept. ENOMEM. */
int pxt_chrome_event_add(struct pxt_chrome_event *event,
			 const struct pxt_chrome_field *field);

/* Appends to the rest: bytes as they are, a string of JSON, and a comma where
 * one belongs. The text is not of this event. ENOMEM. */
int pxt_chrome_event_put(struct pxt_chrome_event *event, const char *text,
			 size_t len);
int pxt_chrome_event_put_string(struct pxt_chrome_event *event,
				const char *text, size_t len);
int pxt_chrome_event_comma(struct pxt_chrome_event *event);

/* Appends a key that is kept, in front of its value. ENOMEM. */
int pxt_chrome_event_put_key(struct pxt_chrome_event *event, size_t at,
			     size_t len);

/* Moves all fields into the rest. ENOMEM. */
int pxt_chrome_event_loosen(struct pxt_chrome_event *event);

static inline struct pxt_text
pxt_chrome_event_text(const struct pxt_chrome_event *event,
		      const struct pxt_chrome_value *value)
{
	return value->len ? (struct pxt_text){ event->bytes + value->at,
					       value->len } :
			    (struct pxt_text){ "", 0 };
}

#endif
