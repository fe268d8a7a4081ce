/* things.c - what becomes the registry of a ThreadX event trace */
#include "format/threadx/export/things.h"

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

unsigned pxt_threadx_things_type(const char *kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].kind, kind))
			return kinds[i].type;
	return pxt_threadx_kind_find(kind);
}

void pxt_threadx_things_init(struct pxt_threadx_things *things)
{
	*things = (struct pxt_threadx_things){ 0 };
	if (getrandom(&things->factor, sizeof(things->factor),
		      GRND_NONBLOCK) != (ssize_t)sizeof(things->factor))
		things->factor = 0x9e3779b97f4a7c15u;
	things->factor |= 1;
}

void pxt_threadx_things_fini(struct pxt_threadx_things *things)
{
	free(things->thing);
	free(things->table);
	*things = (struct pxt_threadx_things){ 0 };
}

static bool is_same(const struct pxt_threadx_key *a,
		    const struct pxt_threadx_key *b)
{
	return a->origin == b->origin && a->pid == b->pid &&
	       a->type == b->type && a->number == b->number;
}

static uint64_t mix(const struct pxt_threadx_things *things, uint64_t hash,
		    uint64_t value)
{
	hash = (hash ^ value) * things->factor;
	return hash ^ hash >> 32;
}

/* Where a key is in the table, or could be: there are free places. */
static size_t place_of(const struct pxt_threadx_things *things,
		       const struct pxt_threadx_key *key)
{
	const size_t mask = things->places - 1;
	uint64_t hash = mix(things, key->origin, key->number);
	size_t place;

	hash = mix(things, hash,
		   (uint64_t)key->type << 32 | (uint32_t)key->pid);
	place = hash & mask;
	while (things->table[place] &&
	       !is_same(&things->thing[things->table[place] - 1].key, key))
		place = (place + 1) & mask;
	return place;
}

static int grow_table(struct pxt_threadx_things *things)
{
	const size_t places = things->places ? 2 * things->places :
					       FIRST_PLACES;
	size_t *table = calloc(places, sizeof(*table));

	if (!table)
		return ENOMEM;
	free(things->table);
	things->table = table;
	things->places = places;
	for (size_t i = 0; i < things->count; i++)
		table[place_of(things, &things->thing[i].key)] = i + 1;
	return 0;
}

static int grow(struct pxt_threadx_things *things)
{
	const size_t room = 2 * things->room + 16;
	struct pxt_threadx_thing *thing;
	int err;

	if (things->count == PXT_THREADX_THINGS)
		return ENOSPC;
	if (2 * things->count >= things->places) {
		err = grow_table(things);
		if (err)
			return err;
	}
	if (things->count < things->room)
		return 0;
	thing = reallocarray(things->thing, room, sizeof(*thing));
	if (!thing)
		return ENOMEM;
	things->thing = thing;
	things->room = room;
	return 0;
}

/* There is room for it. */
static size_t append(struct pxt_threadx_things *things,
		     const struct pxt_threadx_key *key)
{
	things->thing[things->count] = (struct pxt_threadx_thing){
		.key = *key,
		.pid = key->pid,
		.address = FIRST_ADDRESS + STEP * things->count,
		.priority = PRIORITY,
	};
	things->table[place_of(things, key)] = things->count + 1;
	return things->count++;
}

/* The one with that key itself, which is made if need be. */
static int get_entry(struct pxt_threadx_things *things,
		     const struct pxt_threadx_key *key, size_t *entry)
{
	size_t found;
	int err;

	*entry = things->last;
	if (things->last < things->count &&
	    is_same(&things->thing[things->last].key, key))
		return 0;
	found = things->count ? things->table[place_of(things, key)] : 0;
	if (!found) {
		err = grow(things);
		if (err)
			return err;
		found = append(things, key) + 1;
	}
	*entry = things->last = found - 1;
	return 0;
}

/* What it means; that one's own key may mean another one by now. */
static size_t meant_by(const struct pxt_threadx_things *things, size_t entry)
{
	const size_t same = things->thing[entry].same;

	return same ? same - 1 : entry;
}

int pxt_threadx_things_get(struct pxt_threadx_things *things,
			   const struct pxt_threadx_key *key, size_t *number)
{
	size_t entry;
	int err = get_entry(things, key, &entry);

	if (!err)
		*number = meant_by(things, entry);
	return err;
}

bool pxt_threadx_things_find(const struct pxt_threadx_things *things,
			     const struct pxt_threadx_key *key, size_t *number)
{
	const size_t found =
		things->count ? things->table[place_of(things, key)] : 0;

	if (found)
		*number = meant_by(things, found - 1);
	return found;
}

int pxt_threadx_things_bind(struct pxt_threadx_things *things,
			    const struct pxt_threadx_key *key, size_t number)
{
	const size_t before = things->count;
	size_t entry;
	int err = get_entry(things, key, &entry);

	if (err)
		return err;
	things->thing[entry].same = number + 1;
	if (entry == before)
		things->thing[entry].is_alias = true;
	return 0;
}

int pxt_threadx_things_renew(struct pxt_threadx_things *things,
			     const struct pxt_threadx_key *key)
{
	int err = grow(things);

	if (!err)
		things->last = append(things, key);
	return err;
}
