/*
 * waits.c - events that wait for another one
 *
 * Elements are linked by index, as they move when the table grows. A bucket has
 * the latest first; freed elements are reused first, so that a few waiting ones
 * stay close together in memory. Most keys are not found, and most buckets
 * empty.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "figures/waits.h"

enum { ROOM_LEAST = 64, SPARSE = 4 };

void waits_init(struct waits *waits, const struct key_seed *seed, uint32_t most)
{
	*waits = (struct waits){ .seed = *seed, .most = most };
}

void waits_fini(struct waits *waits)
{
	free(waits->wait);
	free(waits->bucket);
	waits->wait = NULL;
	waits->bucket = NULL;
}

static struct wait *at(const struct waits *waits, uint32_t place)
{
	return &waits->wait[place - 1];
}

static uint32_t *bucket_of(const struct waits *waits, uint32_t owner,
			   const struct key *key)
{
	const uint64_t hash = key_hash(&waits->seed, key) + owner;

	return &waits->bucket[(hash ^ hash >> 32) & (SPARSE * waits->room - 1)];
}

static void link_bucket(struct waits *waits, uint32_t place)
{
	struct wait *wait = at(waits, place);
	uint32_t *bucket = bucket_of(waits, wait->owner, &wait->key);

	wait->next = *bucket;
	*bucket = place;
}

/* Oldest first, so that the latest end up in front. All elements are
 * waiting. */
static void link_all(struct waits *waits)
{
	uint32_t newer;

	for (uint32_t place = waits->oldest; place; place = newer) {
		newer = at(waits, place)->newer;
		link_bucket(waits, place);
	}
}

static int grow(struct waits *waits)
{
	const size_t room = waits->room ? 2 * waits->room : ROOM_LEAST;
	uint32_t *bucket = calloc(SPARSE * room, sizeof(*bucket));

	if (!bucket || pxt_array_reserve(&waits->wait, &waits->room, room,
					 sizeof(*waits->wait))) {
		free(bucket);
		return ENOMEM;
	}
	free(waits->bucket);
	waits->bucket = bucket;
	link_all(waits);
	return 0;
}

static void link_age(struct waits *waits, uint32_t place)
{
	struct wait *wait = at(waits, place);

	wait->older = waits->newest;
	wait->newer = 0;
	if (waits->newest)
		at(waits, waits->newest)->newer = place;
	else
		waits->oldest = place;
	waits->newest = place;
}

static void unlink_age(struct waits *waits, const struct wait *wait)
{
	if (wait->older)
		at(waits, wait->older)->newer = wait->newer;
	else
		waits->oldest = wait->newer;
	if (wait->newer)
		at(waits, wait->newer)->older = wait->older;
	else
		waits->newest = wait->older;
}

/* link: the link to it in its bucket. */
static void drop(struct waits *waits, uint32_t *link)
{
	const uint32_t place = *link;
	struct wait *wait = at(waits, place);

	*link = wait->next;
	unlink_age(waits, wait);
	wait->next = waits->free;
	waits->free = place;
}

static uint32_t give_up(struct waits *waits)
{
	const uint32_t place = waits->oldest;
	const struct wait *wait = at(waits, place);
	const uint32_t owner = wait->owner;
	uint32_t *link = bucket_of(waits, owner, &wait->key);

	while (*link != place)
		link = &at(waits, *link)->next;
	drop(waits, link);
	return owner;
}

static uint32_t take_place(struct waits *waits)
{
	const uint32_t place = waits->free;

	if (!place)
		return ++waits->used;
	waits->free = at(waits, place)->next;
	return place;
}

int waits_put(struct waits *waits, uint32_t owner, const struct key *key,
	      int64_t ns, uint64_t whose, uint32_t *gave_up)
{
	uint32_t place;

	*gave_up = WAITS_NOBODY;
	if (!waits->free && waits->used == waits->most)
		*gave_up = give_up(waits);
	else if (!waits->free && waits->used == waits->room && grow(waits))
		return ENOMEM;

	place = take_place(waits);
	waits->latest = place;
	*at(waits, place) = (struct wait){
		.key = *key,
		.ns = ns,
		.whose = whose,
		.owner = owner,
	};
	link_bucket(waits, place);
	link_age(waits, place);
	return 0;
}

/* The link to the latest one with that key; it leads to none if there is
 * none. NULL: nothing ever waited. */
static uint32_t *find_link(const struct waits *waits, uint32_t owner,
			   const struct key *key)
{
	uint32_t *link = waits->room ? bucket_of(waits, owner, key) : NULL;

	while (link && *link) {
		const struct wait *wait = at(waits, *link);

		if (wait->owner == owner && key_is_same(&wait->key, key))
			break;
		link = &at(waits, *link)->next;
	}
	return link;
}

bool waits_find(const struct waits *waits, uint32_t owner,
		const struct key *key, struct wait *found)
{
	const uint32_t *link = find_link(waits, owner, key);

	if (!link || !*link)
		return false;
	*found = *at(waits, *link);
	return true;
}

bool waits_take(struct waits *waits, uint32_t owner, const struct key *key,
		int64_t *ns)
{
	uint32_t *link = find_link(waits, owner, key);

	if (!link || !*link)
		return false;
	*ns = at(waits, *link)->ns;
	waits->latest = *link;
	drop(waits, link);
	return true;
}

void waits_for_each(const struct waits *waits, waits_visit *visit,
		    void *argument)
{
	const struct wait *wait;

	for (uint32_t place = waits->oldest; place; place = wait->newer) {
		wait = at(waits, place);
		visit(wait->owner, wait->ns, wait->whose, argument);
	}
}
