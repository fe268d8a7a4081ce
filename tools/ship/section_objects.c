/*
 * section_objects.c - objects that a log has told, for the events of one chunk
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ship/section_objects.h"
#include "source/section.h"

enum { PLACE = 16, SINCE = 16, KIND = 24, SIZE = 4, KIND_MOST = 64 };

/* Times of objects and of events are not to the nanosecond the same clock's. */
static const int64_t margin_ns = 100000000;

void section_objects_fini(struct section_objects *objects)
{
	free(objects->bytes);
	free(objects->object);
	pxt_map_fini(&objects->places);
	pxt_map_fini(&objects->copied);
}

static uint64_t process_of(const unsigned char *payload, uint32_t pid)
{
	return (uint64_t)section_u32(payload) << 32 | pid;
}

/* The name of an object of the kind process is the number of the process that this
 * one is a copy of: its objects are looked up at the time of the fork. */
static int note_copy(struct section_objects *objects,
		     const unsigned char *payload, const char *kind)
{
	size_t *is_copied;

	if (strcmp(kind, "process"))
		return 0;
	is_copied = pxt_map_at_number(
		&objects->copied,
		process_of(payload, (uint32_t)strtoul(kind + strlen(kind) + 1,
						      NULL, 10)));
	if (!is_copied)
		return ENOMEM;
	*is_copied = 1;
	return 0;
}

/* An object that was told late, with an earlier time, replaces none. */
static int find_place(struct section_objects *objects,
		      const unsigned char *payload, const char *kind)
{
	const size_t len = strlen(kind), number = objects->count;
	unsigned char key[PLACE + KIND_MOST];
	size_t *last;

	memcpy(key, payload, PLACE);
	memcpy(key + PLACE, kind, len);
	last = pxt_map_at(&objects->places, key, PLACE + len);
	if (!last)
		return ENOMEM;
	if (*last && objects->object[*last - 1].since_ns >
			     objects->object[number].since_ns)
		return 0;
	if (*last)
		objects->object[*last - 1].next = number + 1;
	*last = number + 1;
	return 0;
}

/* The kind, if what follows it is a text, too. NULL: the entry is not sound. */
static const char *find_kind(const unsigned char *payload, size_t len)
{
	const unsigned char *end =
		len > KIND ? memchr(payload + KIND, '\0', len - KIND) : NULL;

	if (!end || end - payload - KIND >= KIND_MOST ||
	    !memchr(end + 1, '\0', len - (size_t)(end + 1 - payload)))
		return NULL;
	return (const char *)payload + KIND;
}

int section_objects_add(struct section_objects *objects,
			const unsigned char *payload, size_t len)
{
	const char *kind = find_kind(payload, len);
	int err = 0;

	if (pxt_array_reserve(&objects->bytes, &objects->room,
			      objects->len + SIZE + len, 1) ||
	    pxt_array_reserve(&objects->object, &objects->object_room,
			      objects->count + 1, sizeof(*objects->object)))
		return ENOMEM;
	objects->object[objects->count] = (struct section_object){
		.at = objects->len,
		.len = SIZE + len,
	};
	if (kind) {
		objects->object[objects->count].since_ns =
			(int64_t)section_u64(payload + SINCE);
		objects->object[objects->count].process =
			process_of(payload, section_u32(payload + 4));
		err = find_place(objects, payload, kind);
		if (!err)
			err = note_copy(objects, payload, kind);
	}
	if (err)
		return err;
	section_put_u32(objects->bytes + objects->len, (uint32_t)len);
	memcpy(objects->bytes + objects->len + SIZE, payload, len);
	objects->len += SIZE + len;
	objects->count++;
	return 0;
}

static bool is_over(const struct section_objects *objects,
		    const struct section_object *object, int64_t from_ns)
{
	return object->next &&
	       objects->object[object->next - 1].since_ns <
		       from_ns - margin_ns &&
	       !pxt_map_get_number(&objects->copied, object->process);
}

size_t section_objects_choose(struct section_objects *objects, int64_t from_ns,
			      uint32_t *count)
{
	size_t len = 0;

	*count = 0;
	for (size_t i = 0; i < objects->count; i++) {
		struct section_object *object = &objects->object[i];

		object->is_needed = from_ns <= margin_ns ||
				    !is_over(objects, object, from_ns);
		len += object->is_needed ? object->len : 0;
		*count += object->is_needed;
	}
	return len;
}

void section_objects_put(const struct section_objects *objects,
			 unsigned char *to)
{
	for (size_t i = 0; i < objects->count; i++) {
		const struct section_object *object = &objects->object[i];

		if (!object->is_needed)
			continue;
		memcpy(to, objects->bytes + object->at, object->len);
		to += object->len;
	}
}
