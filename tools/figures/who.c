/*
 * who.c - a number for each thread, process or type of event, in any mixture
 */
#include <errno.h>
#include <stdlib.h>

#include "figures/who.h"

enum { ROOM_LEAST = 64 };

void whos_init(struct whos *whos, uint32_t most)
{
	*whos = (struct whos){ .most = most };
}

void whos_fini(struct whos *whos)
{
	free(whos->who);
	free(whos->slot);
	*whos = (struct whos){ .most = whos->most };
}

static uint64_t hash_of(const struct who *who)
{
	uint64_t hash = (uint64_t)(uint32_t)who->pid << 32 | (uint32_t)who->tid;

	hash = (hash ^ (uint64_t)who->origin << 20 ^ (uint64_t)who->program) *
	       UINT64_C(0x9e3779b97f4a7c15);
	hash ^= hash >> 32;
	hash = (hash ^ who->type) * UINT64_C(0xc2b2ae3d27d4eb4f);
	return hash ^ hash >> 29;
}

static int is_same(const struct who *a, const struct who *b)
{
	return a->type == b->type && a->tid == b->tid && a->pid == b->pid &&
	       a->origin == b->origin && a->program == b->program;
}

/* There are twice as many slots as anybody may be. */
static uint32_t *slot_of(const struct whos *whos, const struct who *who)
{
	uint64_t at = hash_of(who);

	for (;; at++) {
		uint32_t *slot = &whos->slot[at & (2 * whos->room - 1)];

		if (!*slot || is_same(&whos->who[*slot - 1], who))
			return slot;
	}
}

static int grow(struct whos *whos)
{
	const uint32_t room = whos->room ? 2 * whos->room : ROOM_LEAST;
	uint32_t *slot = calloc(2 * (size_t)room, sizeof(*slot));
	struct who *who;

	who = reallocarray(whos->who, room, sizeof(*who));
	if (who)
		whos->who = who;
	if (!who || !slot) {
		free(slot);
		return ENOMEM;
	}
	free(whos->slot);
	whos->slot = slot;
	whos->room = room;
	for (uint32_t i = 0; i < whos->count; i++)
		*slot_of(whos, &whos->who[i]) = i + 1;
	return 0;
}

static void add(struct whos *whos, const struct who *who, uint32_t *slot)
{
	whos->who[whos->count++] = *who;
	*slot = whos->count;
}

int whos_find(struct whos *whos, const struct who *who, uint32_t *number)
{
	uint32_t *slot = NULL;
	int err;

	if (whos->room)
		slot = slot_of(whos, who);
	if (slot && *slot) {
		*number = *slot - 1;
		return 0;
	}
	if (whos->count == whos->room && whos->room < whos->most) {
		err = grow(whos);
		if (err)
			return err;
		slot = slot_of(whos, who);
	}
	if (slot && whos->count + 1 < whos->most)
		add(whos, who, slot);
	else if (whos->count < whos->most)
		whos->who[whos->count++] = (struct who){ 0 };
	*number = whos->count - 1;
	return 0;
}
