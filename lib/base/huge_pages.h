/*
 * huge_pages.h - memory in large pages
 *
 * Large memory is cleared page by page when it is first touched, and each of its
 * pages is looked up by the processor. In huge pages both are rare.
 */
#ifndef PXT_BASE_HUGE_PAGES_H
#define PXT_BASE_HUGE_PAGES_H

#include <stddef.h>

/* Asks for huge pages within fresh memory. Without them, nothing changes. */
void pxt_huge_pages_prefer(void *memory, size_t size);

#endif
