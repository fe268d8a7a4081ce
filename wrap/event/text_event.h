/*
 * text_event.h - events that end with a text
 *
 * A longer text is cut: a handler's stack may be small.
 */
#ifndef WRAP_EVENT_TEXT_EVENT_H
#define WRAP_EVENT_TEXT_EVENT_H

#include <stddef.h>

#include "wrap/event/events.h"

enum { WRAP_TEXT_MAX = 512 }; /* with the null character */

/* head: at most 32 bytes before the text. NULL: the text is empty. */
void wrap_text_event_record(enum wrap_event event, const void *head, size_t len,
			    const char *text, const void *caller);

#define RECORD_TEXT(name, head, text, caller)                                  \
	wrap_text_event_record(WRAP_EVENT_##name, &(head), sizeof(head), text, \
			       caller)

#endif
