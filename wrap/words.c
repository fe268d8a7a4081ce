/* words.c - events that end with a text */
#include "wrap/words.h"

#include <string.h>

void wrap_tell_words(enum wrap_event event, const void *head, size_t len,
		     const char *text, const void *caller)
{
	char data[32 + WRAP_WORDS];
	const size_t size = text ? strnlen(text, WRAP_WORDS - 1) : 0;

	memcpy(data, head, len);
	memcpy(data + len, text ? text : "", size);
	data[len + size] = '\0';
	wrap_record(event, data, len + size + 1, caller);
}
