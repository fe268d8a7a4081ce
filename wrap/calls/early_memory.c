/* early_memory.c - memory for dlsym() while the allocator is being found */
#include "wrap/calls/early_memory.h"

#include <errno.h>
#include <stdatomic.h>

enum { ALIGN = _Alignof(max_align_t) };

_Alignas(ALIGN) char wrap_early_memory_room[WRAP_EARLY_MEMORY_ROOM];

static _Atomic size_t used;

/* Blocks of zero bytes also need distinct addresses. */
void *wrap_early_memory_alloc(size_t align, size_t size)
{
	size_t need, begin;

	if (align < ALIGN)
		align = ALIGN;
	if (size < WRAP_EARLY_MEMORY_ROOM && align < WRAP_EARLY_MEMORY_ROOM) {
		need = (size + align) & ~(size_t)(ALIGN - 1);
		begin = atomic_fetch_add_explicit(&used, need,
						  memory_order_seq_cst);
		if (begin <= WRAP_EARLY_MEMORY_ROOM - need)
			return (void *)(((uintptr_t)wrap_early_memory_room +
					 begin + align - 1) &
					~(uintptr_t)(align - 1));
	}
	errno = ENOMEM;
	return NULL;
}

size_t wrap_early_memory_size(const void *memory)
{
	return WRAP_EARLY_MEMORY_ROOM -
	       ((uintptr_t)memory - (uintptr_t)wrap_early_memory_room);
}
