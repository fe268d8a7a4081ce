/* linker_blocks.c - memory blocks of the dynamic linker */
#include "wrap/memory/linker_blocks.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum {
	PLACES = 1024, /* a power of two */
	WINDOW = 16,   /* places to search for one block */
};

static _Atomic uintptr_t place[PLACES]; /* addresses of blocks; 0: free */

static _Atomic uintptr_t *at(const void *block, size_t i)
{
	const uint64_t hash = (uintptr_t)block * UINT64_C(0x9e3779b97f4a7c15);

	return &place[((hash >> 32) + i) % PLACES];
}

static bool replace(const void *block, uintptr_t old, uintptr_t new)
{
	for (size_t i = 0; i < WINDOW; i++) {
		uintptr_t is = old;

		if (atomic_load_explicit(at(block, i), memory_order_relaxed) ==
			    old &&
		    atomic_compare_exchange_strong_explicit(
			    at(block, i), &is, new, memory_order_seq_cst,
			    memory_order_seq_cst))
			return true;
	}
	return false;
}

void wrap_linker_blocks_add(const void *block)
{
	replace(block, 0, (uintptr_t)block);
}

bool wrap_linker_blocks_remove(const void *block)
{
	return replace(block, (uintptr_t)block, 0);
}
