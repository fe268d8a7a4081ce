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

bool wrap_object_choice_is_sound(const char *text)
{
	size_t len;

	if (strnlen(text, WRAP_OBJECT_CHOICE_MAX) == WRAP_OBJECT_CHOICE_MAX)
		return false;
	for (;; text += len + 1) {
		len = strcspn(text, ",");
		if (!is_sound(text, len))
			return false;
		if (!text[len])
			return true;
	}
}
