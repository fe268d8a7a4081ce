/* objects.c - objects for the registry of a ThreadX trace */
#include "format/threadx/export/objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "format/threadx/kinds.h"

enum {
	FIRST_ADDRESS = 0x10000,
	STEP = 0x100, /* distance of addresses */
	PRIORITY = 16,
};

/* Other systems' kinds by the nearest type; ThreadX has its own kinds
 * besides. */
static const struct {
	const char *kind;
	uint8_t type;
} kinds[] = {
	{ "barrier", PXT_THREADX_EVENT_FLAGS },
	{ "cond", PXT_THREADX_EVENT_FLAGS },
	{ "event", PXT_THREADX_EVENT_FLAGS },
	{ "fd", PXT_THREADX_FILE },
	{ "heap", PXT_THREADX_BYTE_POOL },
	{ "mq", PXT_THREADX_QUEUE },
	{ "mqueue", PXT_THREADX_QUEUE },
	{ "mux", PXT_THREADX_MUTEX },
	{ "pool", PXT_THREADX_BYTE_POOL },
	{ "rwlock", PXT_THREADX_MUTEX },
	{ "sem", PXT_THREADX_SEMAPHORE },
	{ "socket", PXT_THREADX_TCP_SOCKET },
	{ "spin", PXT_THREADX_MUTEX },
	{ "swtmr", PXT_THREADX_TIMER },
	{ "task", PXT_THREADX_THREAD },
};

unsigned pxt_threadx_objects_type(const char *kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].kind, kind))
			return kinds[i].type;
	return pxt_threadx_kind_find(kind);
}

void pxt_threadx_objects_fini(struct pxt_threadx_objects *objects)
{
	free(objects->object);
	pxt_map_fini(&objects->entries);
	*objects = (struct pxt_threadx_objects){ 0 };
}

static bool is_same(const struct pxt_threadx_key *a,
		    const struct pxt_threadx_key *b)
{
	return a->origin == b->origin && a->pid == b->pid &&
	       a->type == b->type && a->number == b->number;
}

struct map_key {
	uint64_t process, type, number;
};

static struct map_key map_key(const struct pxt_threadx_key *key)
{
	return (struct map_key){
		(uint64_t)key->origin << 32 | (uint32_t)key->pid,
		key->type,
		key->number,
	};
}

/* Returns the index of the object with that key, plus 1; 0: there is none. */
static size_t find(const struct pxt_threadx_objects *objects,
		   const struct pxt_threadx_key *key)
{
	const struct map_key wanted = map_key(key);

	return pxt_map_get(&objects->entries, &wanted, sizeof(wanted));
}

/* An older object of the same key stays in the table, and is not found by the
 * key any more. */
static int append(struct pxt_threadx_objects *objects,
		  const struct pxt_threadx_key *key)
{
	const struct map_key added = map_key(key);
	struct pxt_threadx_object *object;
	size_t *entry;

	if (objects->count == PXT_THREADX_OBJECTS_MAX)
		return ENOSPC;
	entry = pxt_map_at(&objects->entries, &added, sizeof(added));
	if (!entry || pxt_array_reserve(&objects->object, &objects->room,
					objects->count + 1, sizeof(*object)))
		return ENOMEM;
	object = &objects->object[objects->count];
	*object = (struct pxt_threadx_object){
		.key = *key,
		.pid = key->pid,
		.address = FIRST_ADDRESS + STEP * objects->count,
		.priority = PRIORITY,
	};
	objects->last = objects->count++;
	*entry = objects->count;
	return 0;
}

/* Finds or makes the entry with that key. */
static int get_entry(struct pxt_threadx_objects *objects,
		     const struct pxt_threadx_key *key, size_t *entry)
{
	size_t found;
	int err;

	*entry = objects->last;
	if (objects->last < objects->count &&
	    is_same(&objects->object[objects->last].key, key))
		return 0;
	found = find(objects, key);
	if (!found) {
		err = append(objects, key);
		if (err)
			return err;
		found = objects->count;
	}
	*entry = objects->last = found - 1;
	return 0;
}

/* The object of an entry; its key may mean another one by now. */
static size_t meant_by(const struct pxt_threadx_objects *objects, size_t entry)
{
	const size_t same = objects->object[entry].same;

	return same ? same - 1 : entry;
}

int pxt_threadx_objects_get(struct pxt_threadx_objects *objects,
			    const struct pxt_threadx_key *key, size_t *number)
{
	size_t entry;
	int err = get_entry(objects, key, &entry);

	if (!err)
		*number = meant_by(objects, entry);
	return err;
}

bool pxt_threadx_objects_find(const struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key, size_t *number)
{
	const size_t found = find(objects, key);

	if (found)
		*number = meant_by(objects, found - 1);
	return found;
}

int pxt_threadx_objects_bind(struct pxt_threadx_objects *objects,
			     const struct pxt_threadx_key *key, size_t number)
{
	const size_t before = objects->count;
	size_t entry;
	int err = get_entry(objects, key, &entry);

	if (err)
		return err;
	objects->object[entry].same = number + 1;
	if (entry == before)
		objects->object[entry].is_alias = true;
	return 0;
}

int pxt_threadx_objects_renew(struct pxt_threadx_objects *objects,
			      const struct pxt_threadx_key *key)
{
	return append(objects, key);
}
