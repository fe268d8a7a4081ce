/*
 * memory.c - memory blocks: allocated, resized and freed
 *
 * Allocations of the dynamic linker and of this library are not recorded. The
 * wrappers do not allocate or lock. The event of free() precedes the call:
 * otherwise another thread's event could have the block first.
 *
 * realloc() frees one block and allocates another, even at the same address. If
 * it fails, the old block is recorded as allocated again.
 *
 * C++ comes here by malloc(), unless its allocator has operators of its own.
 */
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "wrap/calls/early_memory.h"
#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/memory/linker_blocks.h"

static bool wants(const void *caller)
{
	return wrap_wants(WRAP_MEM, caller) &&
	       !wrap_code_range_has(&wrap_linker, caller) &&
	       !wrap_code_range_has(&wrap_self, caller);
}

/* Blocks of the dynamic linker have no events, whoever frees them. */
static void *hand_on(void *block, const void *caller)
{
	if (block && wrap_wants(WRAP_MEM, caller) &&
	    wrap_code_range_has(&wrap_linker, caller))
		wrap_linker_blocks_add(block);
	return block;
}

static bool wants_end(const void *block, const void *caller)
{
	if (!wrap_wants(WRAP_MEM, caller))
		return false;
	if ((wrap_code_range_has(&wrap_linker, caller) ||
	     wrap_code_range_has(&wrap_library, caller)) &&
	    wrap_linker_blocks_remove(block))
		return false;
	return wants(caller);
}

static void tell_block(const void *block, size_t size, const void *caller)
{
	const struct wrap_block data = { (uintptr_t)block, size };

	RECORD(malloc, data, caller);
}

static void tell_failure(size_t size, int error, const void *caller)
{
	const struct wrap_memory_failure data = {
		.size = size,
		.error = error,
		.call = WRAP_MEM_ALLOCATE,
	};

	RECORD_PART(mem_fail, data, address, 0, caller);
}

static void *tell(void *block, size_t size, const void *caller)
{
	if (block)
		tell_block(block, size, caller);
	else
		tell_failure(size, errno, caller);
	return block;
}

/* Returns the function behind ours. NULL: this thread is just looking for
 * it. */
static void *find(enum wrap_next which)
{
	void *next = atomic_load_explicit(&wrap_next_known[which],
					  memory_order_relaxed);

	if (__builtin_expect(!next, 0) && !wrap_next_depth)
		next = wrap_next_find(which);
	return next;
}

/* Declares a variable with the function behind ours. */
#define BEHIND(name) __typeof__(&(name)) name##_behind = find(WRAP_NEXT_##name)

WRAPPER void *malloc(size_t size)
{
	BEHIND(malloc);
	void *block;

	if (__builtin_expect(!malloc_behind, 0))
		return wrap_early_memory_alloc(1, size);
	if (!wants(CALLER))
		return hand_on(malloc_behind(size), CALLER);
	block = malloc_behind(size);
	return tell(block, size, CALLER);
}

WRAPPER void *calloc(size_t count, size_t size)
{
	BEHIND(calloc);
	size_t total;
	void *block;

	if (__builtin_mul_overflow(count, size, &total))
		total = SIZE_MAX;
	if (__builtin_expect(!calloc_behind, 0))
		return wrap_early_memory_alloc(1, total);
	if (!wants(CALLER))
		return hand_on(calloc_behind(count, size), CALLER);
	block = calloc_behind(count, size);
	return tell(block, total, CALLER);
}

WRAPPER void free(void *block)
{
	const uint64_t address = (uintptr_t)block;
	BEHIND(free);

	/* dlsym() also ends up here when it frees its last error message. */
	if (__builtin_expect(!free_behind || wrap_early_memory_has(block), 0))
		return;
	if (block && wants_end(block, CALLER))
		RECORD(free, address, CALLER);
	free_behind(block);
}

static void *move_early(const void *early, size_t size)
{
	const size_t had = wrap_early_memory_size(early);
	void *block = malloc(size);

	if (block)
		memcpy(block, early, size < had ? size : had);
	return block;
}

static void *reallocate(void *block, size_t size, const void *caller)
{
	const uint64_t address = (uintptr_t)block;
	const int saved_errno = errno;
	void *new;
	int error;

	if (block)
		RECORD(free, address, caller);
	errno = 0;
	new = NEXT(realloc)(block, size);
	error = errno;
	errno = error ? error : saved_errno;

	if (new) {
		tell_block(new, size, caller);
	} else if (error) {
		tell_failure(size, error, caller);
		if (block)
			tell_block(block, malloc_usable_size(block), caller);
	}
	return new;
}

WRAPPER void *realloc(void *block, size_t size)
{
	if (__builtin_expect(wrap_early_memory_has(block), 0))
		return move_early(block, size);
	if (!wants(CALLER)) {
		if (wrap_code_range_has(&wrap_linker, CALLER))
			wrap_linker_blocks_remove(block);
		return hand_on(NEXT(realloc)(block, size), CALLER);
	}
	return reallocate(block, size, CALLER);
}

/* True if the C library's reallocarray() calls our realloc(): the program's
 * allocator may lack reallocarray(). */
static bool realloc_is_ours(void)
{
	return wrap_code_range_has(&wrap_self,
				   (const void *)(uintptr_t)realloc);
}

WRAPPER void *reallocarray(void *block, size_t count, size_t size)
{
	size_t total;

	if (__builtin_expect(wrap_early_memory_has(block), 0) ||
	    !wants(CALLER) || !realloc_is_ours() ||
	    __builtin_mul_overflow(count, size, &total))
		return NEXT(reallocarray)(block, count, size);
	return reallocate(block, total, CALLER);
}

#define ALIGNED(name)                                                \
	WRAPPER void *name(size_t align, size_t size)                \
	{                                                            \
		BEHIND(name);                                        \
		void *block;                                         \
                                                                     \
		if (__builtin_expect(!name##_behind, 0))             \
			return wrap_early_memory_alloc(align, size); \
		if (!wants(CALLER))                                  \
			return name##_behind(align, size);           \
		block = name##_behind(align, size);                  \
		return tell(block, size, CALLER);                    \
	}

ALIGNED(aligned_alloc)
ALIGNED(memalign)

#define PAGES(name)                               \
	WRAPPER void *name(size_t size)           \
	{                                         \
		void *block;                      \
                                                  \
		if (!wants(CALLER))               \
			return NEXT(name)(size);  \
		block = NEXT(name)(size);         \
		return tell(block, size, CALLER); \
	}

PAGES(pvalloc)
PAGES(valloc)

WRAPPER int posix_memalign(void **block, size_t align, size_t size)
{
	int result = NEXT(posix_memalign)(block, align, size);

	if (!wants(CALLER))
		return result;
	if (result)
		tell_failure(size, result, CALLER);
	else
		tell_block(*block, size, CALLER);
	return result;
}
