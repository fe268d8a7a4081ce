/*
 * pages.h - memory of its own, by pages
 *
 * It is zero at first, takes room only where it has been touched, and gives
 * all of it back: a table of which most is never used, or what the heap would
 * keep.
 */
#ifndef PXT_BASE_PAGES_H
#define PXT_BASE_PAGES_H

#include <stddef.h>
#include <sys/mman.h>

/* NULL: no room. */
static inline void *pxt_pages_map(size_t len)
{
	void *memory = mmap(NULL, len, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

static inline void pxt_pages_unmap(void *memory, size_t len)
{
	if (memory)
		munmap(memory, len);
}

#endif
