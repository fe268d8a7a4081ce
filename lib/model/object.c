/* object.c - an object at an address of a process */
#include "model/object.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

static const char cut[] = "...";

enum { CUT = sizeof(cut) - 1 };

/* An eventfd's kind, and that of other systems' events. */
#define EVENT "event"

/* Returns the length of whole words that fit the room. */
static size_t words(const char *details, size_t len, size_t room)
{
	if (len <= room)
		return len;
	for (len = room; len && details[len] != ' '; len--)
		;
	return len;
}

static void put_name(struct pxt_object *object, const char *name, size_t len)
{
	const size_t room = (size_t)(PXT_OBJECT_TEXT - object->kind);
	char *at = object->text + object->kind;

	if (len > room) {
		memcpy(at, cut, CUT);
		memcpy(at + CUT, name + len - (room - CUT), room - CUT);
		len = room;
	} else {
		memcpy(at, name, len);
	}
	object->name = (uint8_t)len;
}

static void put_details(struct pxt_object *object, const char *details,
			size_t len)
{
	const size_t at = (size_t)(object->kind + object->name);

	len = words(details, len, PXT_OBJECT_TEXT - at);
	memcpy(object->text + at, details, len);
	object->details = (uint8_t)len;
}

int pxt_object_set(struct pxt_object *object, const char *kind,
		   const char *name, const char *details)
{
	const size_t kind_len =
		kind ? strnlen(kind, PXT_OBJECT_KIND_MAX + 1) : 0;
	const size_t name_len =
		name ? strnlen(name, PXT_OBJECT_NAME_MAX + 1) : 0;
	const size_t details_len =
		details ? strnlen(details, PXT_OBJECT_DETAILS_MAX + 1) : 0;

	if (!kind_len || kind_len > PXT_OBJECT_KIND_MAX ||
	    name_len > PXT_OBJECT_NAME_MAX ||
	    details_len > PXT_OBJECT_DETAILS_MAX)
		return EINVAL;
	object->named_late = 0;
	object->kind = (uint8_t)kind_len;
	memcpy(object->text, kind, kind_len);
	put_name(object, name ? name : "", name_len);
	put_details(object, details ? details : "", details_len);
	return 0;
}

void pxt_object_rename(struct pxt_object *object, const char *name)
{
	char details[PXT_OBJECT_TEXT];
	const size_t len = object->details;

	memcpy(details, object->text + object->kind + object->name, len);
	put_name(object, name, strlen(name));
	put_details(object, details, len);
}

static bool take(char *to, const char **at, size_t len)
{
	memcpy(to, *at, len);
	to[len] = '\0';
	*at += len;
	return strlen(to) == len;
}

int pxt_object_get(const struct pxt_object *object,
		   struct pxt_object_texts *texts)
{
	const char *at = object->text;

	if (!object->kind || object->kind > PXT_OBJECT_KIND_MAX ||
	    object->kind + object->name + object->details > PXT_OBJECT_TEXT)
		return EBADMSG;
	return take(texts->kind, &at, object->kind) &&
			       take(texts->name, &at, object->name) &&
			       take(texts->details, &at, object->details) ?
		       0 :
		       EBADMSG;
}

bool pxt_object_is_descriptor(const char *kind)
{
	static const char *const kinds[] = { "fd",    "socket",	 "mq",
					     "epoll", "timerfd", EVENT };

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kind, kinds[i]))
			return true;
	return false;
}

bool pxt_object_stands_in(bool is_descriptor, const char *wanted,
			  uint64_t address)
{
	if (!*wanted || !strcmp(wanted, EVENT))
		return true;
	return is_descriptor == pxt_object_is_descriptor(wanted) &&
	       (is_descriptor || address);
}
