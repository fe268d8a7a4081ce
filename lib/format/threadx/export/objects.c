/* objects.c - what becomes the registry of a ThreadX event trace */
#include "format/threadx/export/objects.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "format/threadx/registry.h"

enum {
	FIRST_PLACES = 64,
	FIRST_ADDRESS = 0x10000,
	STEP = 0x100, /* from one address to the next */
	PRIORITY = 16,
};

/* What others call what is nearest to it; and there are its own kinds. */
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

void pxt_threadx_objects_init(struct pxt_threadx_objects *objects)
{
	*objects = (struct pxt_threadx_objects){ 0 };
	if (getrandom(&objects->factor, sizeof(objects->factor),
		      GRND_NONBLOCK) != (ssize_t)sizeof(objects->factor))
		objects->factor = 0x9e3779b97f4a7c15u;
	objects->factor |= 1;
}

void pxt_threadx_objects_fini(struct pxt_threadx_objects *objects)
{
	free(objects->object);
	free(objects->table);
	*objects = (struct pxt_threadx_objects){ 0 };
}

static bool is_same(const struct pxt_threadx_key *a,
		    const struct pxt_threadx_key *b)
{
	return a->origin == b->origin && a->pid == b->pid &&
	       a->type == b->type && a->number == b->number;
}

static uint64_t mix(const struct pxt_threadx_objects *objects, uint64_t hash,
		    uint64_t value)
{
	hash = (hash ^ value) * objects->factor;
	return hash ^ hash >> 32;
}

/* Where a key is in the table, or could be: there are free places. */
static size_t place_of(const struct pxt_threadx_objects *objects,
		       const struct pxt_threadx_key *key)
{
	const size_t mask = objects->places - 1;
	uint64_t hash = mix(objects, key->origin, key->number);
	size_t place;

	hash = mix(objects, hash,
		   (uint64_t)key->type << 32 | (uint32_t)key->pid);
	place = hash & mask;
	while (objects->table[place] &&
	       !is_same(&objects->object[objects->table[place] - 1].key, key))
		place = (place + 1) & mask;
	return place;
}

static int grow_table(struct pxt_threadx_objects *objects)
{
	const size_t places =
		objects->places ? 2 * objects->places : FIRST_PLACES;
	size_t *table = calloc(places, sizeof(*table));

	if (!table)
		return ENOMEM;
	free(objects->table);
	objects->table = table;
	objects->places = places;
	for (size_t i = 0; i < objects->count; i++)
		table[place_of(objects, &objects->object[i].key)] = i + 1;
	return 0;
}

static int grow(struct pxt_threadx_objects *objects)
{
	const size_t room = 2 * objects->room + 16;
	struct pxt_threadx_object *object;
	int err;

	if (objects->count == PXT_THREADX_OBJECTS_MAX)
		return ENOSPC;
	if (2 * objects->count >= objects->places) {
		err = grow_table(objects);
		if (err)
			return err;
	}
	if (objects->count < objects->room)
		return 0;
	object = reallocarray(objects->object, room, sizeof(*object));
	if (!object)
		return ENOMEM;
	objects->object = object;
	objects->room = room;
	return 0;
}

/* There is room for it. */
static size_t append(struct pxt_threadx_objects *objects,
		     const struct pxt_threadx_key *key)
{
	objects->object[objects->count] = (struct pxt_threadx_object){
		.key = *key,
		.pid = key->pid,
		.address = FIRST_ADDRESS + STEP * objects->count,
		.priority = PRIORITY,
	};
	objects->table[place_of(objects, key)] = objects->count + 1;
	return objects->count++;
}

/* The object with that key itself, which is made if need be. */
static int get_entry(struct pxt_threadx_objects *objects,
		     const struct pxt_threadx_key *key, size_t *entry)
{
	size_t found;
	int err;

	*entry = objects->last;
	if (objects->last < objects->count &&
	    is_same(&objects->object[objects->last].key, key))
		return 0;
	found = objects->count ? objects->table[place_of(objects, key)] : 0;
	if (!found) {
		err = grow(objects);
		if (err)
			return err;
		found = append(objects, key) + 1;
	}
	*entry = objects->last = found - 1;
	return 0;
}

/* What an entry means; its own key may mean another object by now. */
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
	const size_t found =
		objects->count ? objects->table[place_of(objects, key)] : 0;

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
	int err = grow(objects);

	if (!err)
		objects->last = append(objects, key);
	return err;
}
