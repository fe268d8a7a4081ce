/* trace_objects.c - the objects of a trace */
#include "format/trace_objects.h"

#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/timespec.h"

struct pxt_trace_object {
	const struct place *place;
	const struct kind *kind;
	int64_t since; /* nanoseconds */
	char *name, *details;
};

/* The objects of a kind at an address, by time. */
struct kind {
	struct kind *next; /* next kind at the address */
	struct pxt_trace_object **object;
	size_t count, room;
	char name[];
};

struct place {
	pid_t pid;
	uint64_t address;
	struct kind *kinds;
	struct pxt_trace_object *last; /* latest object added */
};

static void free_place(void *node)
{
	struct place *place = node;
	struct kind *next;

	for (struct kind *kind = place->kinds; kind; kind = next) {
		next = kind->next;
		free(kind->object);
		free(kind);
	}
	free(place);
}

static void free_object(struct pxt_trace_object *object)
{
	if (!object)
		return;
	free(object->name);
	free(object->details);
	free(object);
}

void pxt_trace_objects_fini(struct pxt_trace_objects *objects)
{
	for (size_t i = 0; i < objects->count; i++)
		free_object(objects->object[i]);
	free(objects->object);
	tdestroy(objects->places, free_place);
	*objects = (struct pxt_trace_objects){ 0 };
}

/* Addresses and kinds */

static int by_address(const void *a, const void *b)
{
	const struct place *left = a, *right = b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return left->address < right->address ? -1 :
						left->address > right->address;
}

static struct place *find_place(const struct pxt_trace_objects *objects,
				pid_t pid, uint64_t address)
{
	const struct place like = { .pid = pid, .address = address };
	struct place *const *found = tfind(&like, &objects->places, by_address);

	return found ? *found : NULL;
}

static struct kind *find_kind(const struct place *place, const char *name)
{
	struct kind *kind = place->kinds;

	while (kind && strcmp(kind->name, name))
		kind = kind->next;
	return kind;
}

static struct place *get_place(struct pxt_trace_objects *objects, pid_t pid,
			       uint64_t address)
{
	struct place *place = find_place(objects, pid, address);

	if (place)
		return place;
	place = calloc(1, sizeof(*place));
	if (!place)
		return NULL;
	place->pid = pid;
	place->address = address;
	if (tsearch(place, &objects->places, by_address))
		return place;
	free(place);
	return NULL;
}

static struct kind *get_kind(struct place *place, const char *name)
{
	struct kind *kind = find_kind(place, name);

	if (kind)
		return kind;
	kind = calloc(1, sizeof(*kind) + strlen(name) + 1);
	if (!kind)
		return NULL;
	strcpy(kind->name, name);
	kind->next = place->kinds;
	place->kinds = kind;
	return kind;
}

/* Telling */

static int reserve(struct pxt_trace_object ***object, size_t count,
		   size_t *room)
{
	return pxt_array_reserve(object, room, count + 1, sizeof(**object));
}

/* Each object begins later than the one before, whatever the clock did: a log's
 * reader could not order two with the same time. */
static int64_t begin(const struct pxt_trace_object *last, int64_t since)
{
	return !last || last->since < since || last->since == INT64_MAX ?
		       since :
		       last->since + 1;
}

static int set_texts(struct pxt_trace_object *object,
		     const struct posix_trace_object_np *told)
{
	char *name = strdup(told->name);
	char *details = strdup(told->details);

	if (!name || !details) {
		free(name);
		free(details);
		return ENOMEM;
	}
	free(object->name);
	free(object->details);
	object->name = name;
	object->details = details;
	return 0;
}

static int add(struct pxt_trace_objects *objects, struct place *place,
	       struct kind *kind, int64_t since,
	       const struct posix_trace_object_np *told)
{
	const size_t bytes = sizeof(struct pxt_trace_object) +
			     strlen(told->name) + strlen(told->details);
	struct pxt_trace_object *object;

	if (bytes > PXT_TRACE_OBJECTS_MAX - objects->bytes)
		return ENOSPC;
	object = calloc(1, sizeof(*object));
	if (!object || set_texts(object, told) ||
	    reserve(&objects->object, objects->count, &objects->room) ||
	    reserve(&kind->object, kind->count, &kind->room)) {
		free_object(object);
		return ENOMEM;
	}
	object->place = place;
	object->kind = kind;
	object->since = since;
	objects->object[objects->count++] = object;
	objects->bytes += bytes;
	kind->object[kind->count++] = object;
	place->last = object;
	return 0;
}

static bool is_same(const struct pxt_trace_object *object,
		    const struct posix_trace_object_np *told)
{
	return !strcmp(object->name, told->name) &&
	       !strcmp(object->details, told->details);
}

int pxt_trace_objects_set(struct pxt_trace_objects *objects,
			  const struct posix_trace_object_np *told)
{
	const int64_t since = pxt_timespec_ns(&told->since);
	struct place *place = get_place(objects, told->pid, told->address);
	struct kind *kind = place ? get_kind(place, told->kind) : NULL;
	struct pxt_trace_object *own;

	if (!kind)
		return ENOMEM;
	own = kind->count ? kind->object[kind->count - 1] : NULL;
	if (own && own == place->last && is_same(own, told))
		return 0;
	if (own && own->since >= since)
		return set_texts(own, told);
	return add(objects, place, kind, begin(place->last, since), told);
}

/* Asking */

static int give(const struct pxt_trace_object *from,
		struct posix_trace_object_np *object)
{
	*object = (struct posix_trace_object_np){
		.pid = from->place->pid,
		.address = from->place->address,
		.kind = from->kind->name,
		.name = from->name,
		.details = from->details,
		.since = pxt_timespec_of(from->since),
	};
	return 0;
}

/* Returns the last object that begins by then, or the first. */
static const struct pxt_trace_object *at_time(const struct kind *kind,
					      int64_t when)
{
	size_t from = 0, to = kind->count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (kind->object[middle]->since <= when)
			from = middle + 1;
		else
			to = middle;
	}
	return kind->object[from ? from - 1 : 0];
}

static bool is_nearer(const struct pxt_trace_object *object,
		      const struct pxt_trace_object *best, int64_t when)
{
	if ((object->since <= when) != (best->since <= when))
		return object->since <= when;
	return object->since <= when ? object->since > best->since :
				       object->since < best->since;
}

static const struct pxt_trace_object *of_any_kind(const struct place *place,
						  int64_t when)
{
	const struct pxt_trace_object *best = NULL;

	for (const struct kind *kind = place->kinds; kind; kind = kind->next) {
		const struct pxt_trace_object *object =
			kind->count ? at_time(kind, when) : NULL;

		if (object && (!best || is_nearer(object, best, when)))
			best = object;
	}
	return best;
}

int pxt_trace_objects_get(const struct pxt_trace_objects *objects, pid_t pid,
			  uint64_t address, const char *kind,
			  const struct timespec *when,
			  struct posix_trace_object_np *object)
{
	const struct place *place = find_place(objects, pid, address);
	const int64_t time = when ? pxt_timespec_ns(when) : INT64_MAX;
	const struct pxt_trace_object *found;
	const struct kind *same;

	if (!place)
		return ESRCH;
	same = find_kind(place, kind);
	if (same && same->count)
		return give(at_time(same, time), object);
	found = of_any_kind(place, time);
	if (!found || (*kind && found->since > time))
		return ESRCH;
	return give(found, object);
}

int pxt_trace_objects_list(const struct pxt_trace_objects *objects,
			   size_t index, struct posix_trace_object_np *object)
{
	return index < objects->count ? give(objects->object[index], object) :
					ESRCH;
}
