/* huge_pages.c - memory in large pages */
#include "base/huge_pages.h"

#include <stdint.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

void pxt_huge_pages_prefer(void *memory, size_t size)
{
	const size_t before = -(uintptr_t)memory % HUGE_PAGE;

	if (size >= before + HUGE_PAGE)
		madvise((char *)memory + before,
			(size - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
}
