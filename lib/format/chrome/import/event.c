/* event.c - an event as the JSON has it */
#include "format/chrome/import/event.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"

/* In place of a byte that is no UTF-8. */
static const char replacement[] = "\xef\xbf\xbd";

enum { REPLACEMENT = sizeof(replacement) - 1 };

void pxt_chrome_event_clear(struct pxt_chrome_event *event)
{
	memset(event->member, 0, sizeof(event->member));
	event->ns = event->dur_ns = 0;
	event->has_time = event->has_duration = false;
	event->is_wrong = event->is_huge = event->is_mended = false;
	event->fields = 0;
	event->len = event->rest_len = 0;
}

void pxt_chrome_event_fini(struct pxt_chrome_event *event)
{
	free(event->bytes);
	free(event->rest);
	event->bytes = event->rest = NULL;
}

/* Length of the bytes in front that need no look at their characters. */
static size_t plain_length(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && (signed char)text[at] > 0)
		at++;
	return at;
}

static size_t mend(struct pxt_chrome_event *event, char *to, const char *text,
		   size_t len)
{
	const uint8_t *at = (const uint8_t *)text, *end = at + len;
	char *const start = to;
	uint32_t code;

	while (at < end) {
		const size_t taken = *at ? pxt_utf8_take(at, end, &code) : 0;

		if (taken) {
			memcpy(to, at, taken);
			to += taken;
			at += taken;
			continue;
		}
		memcpy(to, replacement, REPLACEMENT);
		to += REPLACEMENT;
		at++;
		event->is_mended = true;
	}
	return (size_t)(to - start);
}

int pxt_chrome_event_keep(struct pxt_chrome_event *event, const char *text,
			  size_t len, size_t *at, size_t *kept)
{
	*at = event->len;
	*kept = 0;
	if (len > PXT_CHROME_EVENT_MAX - event->len) {
		event->is_huge = true;
		return 0;
	}
	*kept = plain_length(text, len);
	if (pxt_array_reserve(
		    &event->bytes, &event->room,
		    event->len + *kept + REPLACEMENT * (len - *kept) + 1, 1))
		return ENOMEM;
	memcpy(event->bytes + event->len, text, *kept);
	if (*kept < len)
		*kept += mend(event, event->bytes + event->len + *kept,
			      text + *kept, len - *kept);
	event->len += *kept;
	event->is_huge |= event->len > PXT_CHROME_EVENT_MAX;
	if (event->is_huge)
		event->len = *at;
	return 0;
}

/* The rest */

int pxt_chrome_event_put(struct pxt_chrome_event *event, const char *text,
			 size_t len)
{
	if (len > PXT_CHROME_EVENT_MAX - event->rest_len) {
		event->is_huge = true;
		return 0;
	}
	if (pxt_array_reserve(&event->rest, &event->rest_room,
			      event->rest_len + len, 1))
		return ENOMEM;
	if (len)
		memcpy(event->rest + event->rest_len, text, len);
	event->rest_len += len;
	return 0;
}

int pxt_chrome_event_comma(struct pxt_chrome_event *event)
{
	const char last =
		event->rest_len ? event->rest[event->rest_len - 1] : '{';

	return last == '{' || last == '[' || last == ':' ?
		       0 :
		       pxt_chrome_event_put(event, ",", 1);
}

static int put_escape(struct pxt_chrome_event *event, char c)
{
	char text[8];
	int len;

	if (c == '"' || c == '\\')
		len = snprintf(text, sizeof(text), "\\%c", c);
	else if (c == '\n')
		len = snprintf(text, sizeof(text), "\\n");
	else
		len = snprintf(text, sizeof(text), "\\u%04x", (unsigned char)c);
	return pxt_chrome_event_put(event, text, (size_t)len);
}

static int put_escaped(struct pxt_chrome_event *event, const char *text,
		       size_t len)
{
	size_t from = 0;
	int err = 0;

	for (size_t i = 0; !err && i < len; i++) {
		if ((unsigned char)text[i] >= ' ' && text[i] != '"' &&
		    text[i] != '\\')
			continue;
		err = pxt_chrome_event_put(event, text + from, i - from);
		if (!err)
			err = put_escape(event, text[i]);
		from = i + 1;
	}
	return err ? err : pxt_chrome_event_put(event, text + from, len - from);
}

static int put_string(struct pxt_chrome_event *event, size_t at, size_t len)
{
	int err;

	err = pxt_chrome_event_put(event, "\"", 1);
	if (!err)
		err = put_escaped(event, event->bytes + at, len);
	return err ? err : pxt_chrome_event_put(event, "\"", 1);
}

int pxt_chrome_event_put_key(struct pxt_chrome_event *event, size_t at,
			     size_t len)
{
	int err;

	err = pxt_chrome_event_comma(event);
	if (!err)
		err = put_string(event, at, len);
	return err ? err : pxt_chrome_event_put(event, ":", 1);
}

/* The text is kept only while it is checked. */
int pxt_chrome_event_put_string(struct pxt_chrome_event *event,
				const char *text, size_t len)
{
	const size_t used = event->len;
	size_t at, kept;
	int err;

	err = pxt_chrome_event_keep(event, text, len, &at, &kept);
	if (!err)
		err = put_string(event, at, kept);
	event->len = used;
	return err;
}

/* Fields */

static int put_value(struct pxt_chrome_event *event,
		     const struct pxt_chrome_value *value)
{
	static const char *const words[] = { "false", "true" };

	switch (value->kind) {
	case PXT_CHROME_NULL:
		return pxt_chrome_event_put(event, "null", 4);
	case PXT_CHROME_BOOL:
		return pxt_chrome_event_put(event, words[value->number.u],
					    strlen(words[value->number.u]));
	case PXT_CHROME_TEXT:
		return put_string(event, value->at, value->len);
	default:
		return pxt_chrome_event_put(event, event->bytes + value->at,
					    value->len);
	}
}

static int put_field(struct pxt_chrome_event *event,
		     const struct pxt_chrome_field *field)
{
	int err;

	err = pxt_chrome_event_put_key(event, field->key, field->key_len);
	return err ? err : put_value(event, &field->value);
}

int pxt_chrome_event_loosen(struct pxt_chrome_event *event)
{
	int err = 0;

	for (unsigned i = 0; !err && i < event->fields; i++)
		err = put_field(event, &event->field[i]);
	event->fields = 0;
	return err;
}

/* A value without a type goes to the rest, as do those for which a description
 * has no room. */
int pxt_chrome_event_add(struct pxt_chrome_event *event,
			 const struct pxt_chrome_field *field)
{
	const enum pxt_chrome_kind kind = field->value.kind;

	if (kind == PXT_CHROME_NULL || kind == PXT_CHROME_OTHER ||
	    event->fields == PXT_CHROME_FIELDS)
		return put_field(event, field);
	event->field[event->fields++] = *field;
	return 0;
}
