/*
 * met.c - which origins, processes and threads were met before, and in which
 * order
 */
#include <stdint.h>
#include <stdlib.h>

#include "write/met.h"

enum { FIRST_SIZE = 64 }; /* a power of two */

static size_t hash(const struct met_key *key)
{
	uint64_t mixed = (uint64_t)(unsigned)key->pid << 32 |
			 (unsigned)key->tid;

	mixed = (mixed ^ key->origin) * UINT64_C(0x9e3779b97f4a7c15);
	return (size_t)(mixed >> 32);
}

static bool is_same(const struct met_key *a, const struct met_key *b)
{
	return a->origin == b->origin && a->pid == b->pid && a->tid == b->tid;
}

/* Where it is, or would be. */
static size_t place(const struct met *met, const struct met_key *key)
{
	size_t at = hash(key) & (met->size - 1);

	while (met->number[at] && !is_same(&met->key[at], key))
		at = (at + 1) & (met->size - 1);
	return at;
}

static void put(struct met *met, const struct met_key *key, size_t number)
{
	const size_t at = place(met, key);

	met->key[at] = *key;
	met->number[at] = number;
	met->count++;
}

static bool grow(struct met *met)
{
	struct met larger = { .size = met->size ? 2 * met->size : FIRST_SIZE };
	struct met old = *met;

	larger.key = calloc(larger.size, sizeof(*larger.key));
	larger.number = calloc(larger.size, sizeof(*larger.number));
	if (!larger.key || !larger.number) {
		met_fini(&larger);
		return false;
	}
	for (size_t i = 0; i < old.size; i++)
		if (old.number[i])
			put(&larger, &old.key[i], old.number[i]);
	*met = larger;
	met_fini(&old);
	return true;
}

bool met_number(struct met *met, const struct met_key *key, size_t *number)
{
	const size_t known = met->size ? met->number[place(met, key)] : 0;

	if (!known && met->count >= met->size / 2 && !grow(met))
		return false;
	if (!known)
		put(met, key, met->count + 1);
	*number = known ? known - 1 : met->count - 1;
	return true;
}

bool met_first(struct met *met, unsigned origin, pid_t pid, pid_t tid)
{
	const struct met_key key = { origin, pid, tid };
	const size_t before = met->count;
	size_t number;

	return !met_number(met, &key, &number) || met->count > before;
}

void met_fini(struct met *met)
{
	free(met->key);
	free(met->number);
	*met = (struct met){ 0 };
}
