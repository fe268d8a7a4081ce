/* key_set.c - which keys have been seen */
#include <errno.h>
#include <stdlib.h>

#include "base/huge_pages.h"
#include "check/key_set.h"

enum {
	SLOTS_LEAST = 1 << 7,
	GROWTH = 4,
	AHEAD = 16,	/* slots whose new places are fetched before */
	BLOCK_BITS = 6, /* numbers in a block, as a logarithm */
};

void key_set_init(struct key_set *set, const struct key_seed *seed,
		  uint32_t most)
{
	*set = (struct key_set){ .seed = seed, .most = most };
}

void key_set_fini(struct key_set *set)
{
	free(set->blocks.slot);
	free(set->others.slot);
	key_set_init(set, set->seed, set->most);
}

/* Numbers */

/* The slot of a block has the bits of its numbers, and the block. */
static struct key block_of(const struct key *key)
{
	const unsigned bit = key->word[1] & ((1U << BLOCK_BITS) - 1);

	return (struct key){ { UINT64_C(1) << bit,
			       key->word[1] >> BLOCK_BITS } };
}

/* Slots */

/* Blocks are told apart by the second word alone. */
static bool is_same(const struct key *slot, const struct key *wanted,
		    bool is_block)
{
	return slot->word[1] == wanted->word[1] &&
	       (is_block || slot->word[0] == wanted->word[0]);
}

/* The slot where the search for a key begins. */
static size_t home_of(const struct key_table *table,
		      const struct key_seed *seed, const struct key *wanted,
		      bool is_block)
{
	const struct key hashed = { { is_block ? 0 : wanted->word[0],
				      wanted->word[1] } };

	return key_hash(seed, &hashed) & (table->slots - 1);
}

/* Has the processor fetch that slot. */
static void fetch(const struct key_table *table, const struct key_seed *seed,
		  const struct key *wanted, bool is_block)
{
	if (table->slots)
		__builtin_prefetch(
			&table->slot[home_of(table, seed, wanted, is_block)],
			1);
}

/* The slot of a key, or the free one where it belongs. */
static struct key *find(const struct key_table *table,
			const struct key_seed *seed, const struct key *wanted,
			bool is_block)
{
	const size_t mask = table->slots - 1;
	size_t i = home_of(table, seed, wanted, is_block);

	while (table->slot[i].word[0] &&
	       !is_same(&table->slot[i], wanted, is_block))
		i = (i + 1) & mask;
	return &table->slot[i];
}

static int grow(struct key_table *table, const struct key_seed *seed,
		bool is_block)
{
	struct key_table larger = {
		.slots = table->slots ? GROWTH * table->slots : SLOTS_LEAST,
		.used = table->used,
	};

	larger.slot = calloc(larger.slots, sizeof(*larger.slot));
	if (!larger.slot)
		return ENOMEM;
	pxt_huge_pages_prefer(larger.slot, larger.slots * sizeof(*larger.slot));
	for (size_t i = 0; i < table->slots; i++) {
		const struct key *slot = &table->slot[i];

		if (i + AHEAD < table->slots && slot[AHEAD].word[0])
			fetch(&larger, seed, &slot[AHEAD], is_block);
		if (slot->word[0])
			*find(&larger, seed, slot, is_block) = *slot;
	}
	free(table->slot);
	*table = larger;
	return 0;
}

static int reserve(struct key_table *table, const struct key_seed *seed,
		   bool is_block)
{
	return 2 * (table->used + 1) > table->slots ?
		       grow(table, seed, is_block) :
		       0;
}

static int add_number(struct key_set *set, const struct key *key)
{
	const struct key block = block_of(key);
	struct key *slot;

	if (reserve(&set->blocks, set->seed, true))
		return ENOMEM;
	slot = find(&set->blocks, set->seed, &block, true);
	set->blocks.used += !slot->word[0];
	set->count += !(slot->word[0] & block.word[0]);
	slot->word[0] |= block.word[0];
	slot->word[1] = block.word[1];
	return 0;
}

static int add_other(struct key_set *set, const struct key *key)
{
	struct key *slot;

	if (reserve(&set->others, set->seed, false))
		return ENOMEM;
	slot = find(&set->others, set->seed, key, false);
	set->others.used += !slot->word[0];
	set->count += !slot->word[0];
	*slot = *key;
	return 0;
}

static int put(struct key_set *set, const struct key *key)
{
	return key_is_integer(key) ? add_number(set, key) : add_other(set, key);
}

/* Waiting */

static void fetch_for(const struct key_set *set, const struct key *key)
{
	const bool is_block = key_is_integer(key);
	const struct key wanted = is_block ? block_of(key) : *key;

	fetch(is_block ? &set->blocks : &set->others, set->seed, &wanted,
	      is_block);
}

static int put_oldest(struct key_set *set)
{
	const int err = put(set, &set->latest[set->oldest]);

	if (err)
		return err;
	set->oldest = (set->oldest + 1) % KEY_SET_LATEST;
	set->waiting--;
	return 0;
}

static const struct key *waiting_at(const struct key_set *set, uint32_t i)
{
	return &set->latest[(set->oldest + i) % KEY_SET_LATEST];
}

/* True if a key is among so many of the oldest that wait. */
static bool is_waiting(const struct key_set *set, const struct key *key,
		       uint32_t oldest)
{
	for (uint32_t i = 0; i < oldest; i++)
		if (is_same(waiting_at(set, i), key, false))
			return true;
	return false;
}

/* Keys that wait may be the same: near the limit, none waits. */
int key_set_add(struct key_set *set, const struct key *key)
{
	const bool is_near = set->most - set->count <= KEY_SET_LATEST;
	int err = 0;

	while (!err && set->waiting &&
	       (is_near || set->waiting == KEY_SET_LATEST))
		err = put_oldest(set);
	if (err || key_set_is_full(set))
		return err;
	if (is_near)
		return put(set, key);
	fetch_for(set, key);
	set->latest[(set->oldest + set->waiting++) % KEY_SET_LATEST] = *key;
	return 0;
}

bool key_set_is_full(const struct key_set *set)
{
	return set->count == set->most;
}

static bool is_in_slot(const struct key_set *set, const struct key *key)
{
	const bool is_block = key_is_integer(key);
	const struct key_table *table = is_block ? &set->blocks : &set->others;
	const struct key wanted = is_block ? block_of(key) : *key;

	if (!table->slots)
		return false;
	return find(table, set->seed, &wanted, is_block)->word[0] &
	       wanted.word[0];
}

bool key_set_has(const struct key_set *set, const struct key *key)
{
	return is_waiting(set, key, set->waiting) || is_in_slot(set, key);
}

uint32_t key_set_count(const struct key_set *set)
{
	uint32_t count = set->count;

	for (uint32_t i = 0; i < set->waiting; i++) {
		const struct key *key = waiting_at(set, i);

		count += !is_waiting(set, key, i) && !is_in_slot(set, key);
	}
	return count;
}
