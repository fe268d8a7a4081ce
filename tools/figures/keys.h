/*
 * keys.h - a number for each key
 *
 * Numbers count from 0 in order of appearance, up to a limit: later keys have
 * none.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "figures/key.h"

enum { KEYS_NONE = UINT32_MAX };

struct keys {
	struct pxt_map numbers; /* + 1 */
	uint32_t count, most;
	uint64_t refused; /* look-ups beyond the limit */

	/* A record by number, zero at first. */
	char *record;
	size_t size, room;
};

/* size: of a record. */
void keys_init(struct keys *keys, uint32_t most, size_t size);
void keys_fini(struct keys *keys);

/* Finds the number of a key, or KEYS_NONE. add: add a missing key, which moves
 * the records. ENOMEM. */
int keys_find(struct keys *keys, const struct key *key, bool add,
	      uint32_t *number);

static inline void *keys_record(const struct keys *keys, uint32_t number)
{
	return keys->record + number * keys->size;
}

#endif
