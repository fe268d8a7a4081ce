/*
 * title.c - the name of an object at the time of an event
 */
#include <stdio.h>

#include "figures/locks/title.h"

char *lock_title(const struct locks *locks, const struct lock_object *object,
		 const struct posix_trace_item_np *item, char name[LOCK_TITLE])
{
	const char *kind = locks->words.word[object->kind];
	struct posix_trace_object_np known;
	const bool is_known = !objects_get(
		locks->fields->source, locks->fields->symbols, item->origin,
		item->info.posix_pid, object->address, kind,
		&item->info.posix_timestamp, &known);
	const char *its = is_known && *known.name ? known.name : NULL;

	if (its && *its == '/')
		snprintf(name, LOCK_TITLE, "%s", its);
	else if (its)
		snprintf(name, LOCK_TITLE, "%s/%s", known.kind, its);
	else
		snprintf(name, LOCK_TITLE,
			 object->hex ? "%s/0x%llx" : "%s/%lld",
			 is_known ? known.kind : kind,
			 (unsigned long long)object->address);
	return name;
}
