/*
 * span_ends.c - the spans of a trace that end
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "bridge/span_ends.h"

enum { BITS = 64 };

void span_ends_fini(struct span_ends *ends)
{
	free(ends->word);
	*ends = (struct span_ends){ 0 };
}

int span_ends_add(struct span_ends *ends, uint64_t span)
{
	if (pxt_array_reserve_zeroed(&ends->word, &ends->words, span / BITS + 1,
				     sizeof(*ends->word)))
		return ENOMEM;
	ends->word[span / BITS] |= UINT64_C(1) << span % BITS;
	return 0;
}

bool span_ends_has(const struct span_ends *ends, uint64_t span)
{
	return span / BITS < ends->words &&
	       ends->word[span / BITS] >> span % BITS & 1;
}
