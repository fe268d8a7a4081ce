/* count.c - missing events, by the event counter */
#include "format/liteos/import/count.h"

enum {
	LOST_MAX = 1 << 20, /* larger steps mean another counter */
	LATE = 64,	    /* two late ones mean the same */
};

static bool is_before(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) < 0;
}

bool pxt_liteos_count_goes_on(const struct pxt_liteos_count *count,
			      uint32_t value)
{
	return !count->any || value == count->next ||
	       is_before(value, count->next);
}

/* Finds the first value behind an earlier gap. */
static uint32_t find_end(const struct pxt_liteos_count *count,
			 const uint32_t *ahead, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_before(ahead[i], count->next))
			return ahead[i];
	return count->next;
}

uint32_t pxt_liteos_count_missing(struct pxt_liteos_count *count,
				  const uint32_t *ahead, size_t len)
{
	const uint32_t end = find_end(count, ahead, len);
	uint32_t missing = end - count->next;

	if (!count->any)
		return 0;
	for (size_t i = 0; i < len; i++)
		if (missing && is_before(ahead[i], end) &&
		    !is_before(ahead[i], count->next))
			missing--;
	count->next = end;
	return missing <= LOST_MAX ? missing : 0;
}

uint64_t pxt_liteos_count_before(const struct pxt_liteos_count *count,
				 uint32_t least, uint32_t most)
{
	const bool began_anew = count->any && most + 1U < count->next;

	if (!count->any || began_anew)
		return least;
	return least > count->next ? least - count->next : 0;
}

void pxt_liteos_count_take(struct pxt_liteos_count *count, uint32_t value)
{
	const bool began_anew =
		count->next - value > LATE && value == count->before + 1;

	if (!count->any || !is_before(value, count->next) || began_anew)
		count->next = value + 1;
	count->before = value;
	count->any = true;
}
