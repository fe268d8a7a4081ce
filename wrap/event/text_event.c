/* text_event.c - events that end with a text */
#include "wrap/event/text_event.h"

#include "wrap/event/cut.h"

void wrap_text_event_record(enum wrap_event event, const void *head, size_t len,
			    const char *text, const void *caller)
{
	char data[32 + WRAP_TEXT_MAX];

	memcpy(data, head, len);
	len += wrap_cut(data + len, WRAP_TEXT_MAX, text ? text : "");
	wrap_record(event, data, len, caller);
}
