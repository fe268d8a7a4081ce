/* trace_objects.c - the objects of a trace */
#include "format/trace_objects.h"

#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct pxt_trace_object {
	pid_t pid;
	uint64_t address;
	struct timespec since;
	char *kind, *name, *details;
	struct pxt_trace_object *next; /* of the address: told before it */
};

/* All of them are in the list. */
static void keep(void *node)
{
	(void)node;
}

static void free_object(struct pxt_trace_object *object)
{
	free(object->kind);
	free(object->name);
	free(object->details);
	free(object);
}

void pxt_trace_objects_fini(struct pxt_trace_objects *objects)
{
	for (size_t i = 0; i < objects->count; i++)
		free_object(objects->object[i]);
	free(objects->object);
	tdestroy(objects->tree, keep);
	*objects = (struct pxt_trace_objects){ 0 };
}

/* Finding */

static int by_address(const void *a, const void *b)
{
	const struct pxt_trace_object *left = a, *right = b;

	if (left->pid != right->pid)
		return left->pid < right->pid ? -1 : 1;
	return left->address < right->address ? -1 :
						left->address > right->address;
}

static struct pxt_trace_object **find(const struct pxt_trace_objects *objects,
				      pid_t pid, uint64_t address)
{
	const struct pxt_trace_object like = { .pid = pid, .address = address };

	return tfind(&like, &objects->tree, by_address);
}

static struct pxt_trace_object *of_kind(struct pxt_trace_object *object,
					const char *kind)
{
	while (object && strcmp(object->kind, kind))
		object = object->next;
	return object;
}

/* Telling */

static bool grow(struct pxt_trace_objects *objects)
{
	const size_t room = 2 * objects->room + 16;
	struct pxt_trace_object **object;

	if (objects->count < objects->room)
		return true;
	object = reallocarray(objects->object, room, sizeof(*object));
	if (!object)
		return false;
	objects->object = object;
	objects->room = room;
	return true;
}

static bool put(struct pxt_trace_objects *objects,
		struct pxt_trace_object *object)
{
	struct pxt_trace_object **found =
		find(objects, object->pid, object->address);

	if (!found)
		return tsearch(object, &objects->tree, by_address);
	object->next = *found;
	*found = object;
	return true;
}

static struct pxt_trace_object *add(struct pxt_trace_objects *objects,
				    const struct posix_trace_object_np *like)
{
	struct pxt_trace_object *object;

	if (!grow(objects))
		return NULL;
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->pid = like->pid;
	object->address = like->address;
	object->kind = strdup(like->kind);
	object->name = strdup("");
	object->details = strdup("");
	if (object->kind && object->name && object->details &&
	    put(objects, object)) {
		objects->object[objects->count++] = object;
		return object;
	}
	free_object(object);
	return NULL;
}

static int set_text(char **text, const char *value, size_t most)
{
	char *copied;

	if (!strcmp(*text, value))
		return 0;
	copied = strndup(value, most);
	if (!copied)
		return ENOMEM;
	free(*text);
	*text = copied;
	return 0;
}

/* Of several kinds that one is first which was told last. */
static void put_first(struct pxt_trace_object **first,
		      struct pxt_trace_object *object)
{
	struct pxt_trace_object **link = first;

	while (*link != object)
		link = &(*link)->next;
	*link = object->next;
	object->next = *first;
	*first = object;
}

static int tell(struct pxt_trace_object *object,
		const struct posix_trace_object_np *told)
{
	const int err = set_text(&object->name, told->name,
				 POSIX_TRACE_OBJECT_NAME_MAX_NP);
	const int other = set_text(&object->details, told->details,
				   POSIX_TRACE_OBJECT_DETAILS_MAX_NP);

	object->since = told->since;
	return err ? err : other;
}

int pxt_trace_objects_set(struct pxt_trace_objects *objects,
			  const struct posix_trace_object_np *told)
{
	struct pxt_trace_object **found =
		find(objects, told->pid, told->address);
	struct pxt_trace_object *object =
		found ? of_kind(*found, told->kind) : NULL;

	if (object)
		put_first(found, object);
	else
		object = add(objects, told);
	return object ? tell(object, told) : ENOMEM;
}

/* Asking */

static int give(const struct pxt_trace_object *from,
		struct posix_trace_object_np *object)
{
	*object = (struct posix_trace_object_np){
		.pid = from->pid,
		.address = from->address,
		.kind = from->kind,
		.name = from->name,
		.details = from->details,
		.since = from->since,
	};
	return 0;
}

int pxt_trace_objects_get(const struct pxt_trace_objects *objects, pid_t pid,
			  uint64_t address, const char *kind,
			  struct posix_trace_object_np *object)
{
	struct pxt_trace_object **found = find(objects, pid, address);
	struct pxt_trace_object *same = NULL;

	if (!found)
		return ESRCH;
	if (kind && *kind)
		same = of_kind(*found, kind);
	return give(same ? same : *found, object);
}

int pxt_trace_objects_list(const struct pxt_trace_objects *objects,
			   size_t index, struct posix_trace_object_np *object)
{
	return index < objects->count ? give(objects->object[index], object) :
					ESRCH;
}
