/* object_choice_text.c - choices of objects, as text */
#include "wrap/event/object_choice_text.h"

#include <string.h>

static bool is_sound(const char *item, size_t len)
{
	const char *slash;

	if (len && *item == '!') {
		item++;
		len--;
	}
	slash = memchr(item, '/', len);
	return slash && slash > item && slash + 1 < item + len;
}

bool wrap_only_is_sound(const char *text)
{
	size_t len;

	if (strnlen(text, WRAP_ONLY_MAX) == WRAP_ONLY_MAX)
		return false;
	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if (!is_sound(text, len))
			return false;
		if (!text[len])
			return true;
	}
}
