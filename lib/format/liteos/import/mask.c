/* mask.c - event masks of LiteOS */
#include "format/liteos/import/mask.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/events.h"

static bool parse_number(const char *word, size_t len, uint32_t *mask)
{
	unsigned long number;
	char *end;

	if (!len || *word < '0' || *word > '9')
		return false;
	errno = 0;
	number = strtoul(word, &end, 0);
	*mask = (uint32_t)number;
	return !errno && end == word + len && number <= UINT32_MAX;
}

bool pxt_liteos_mask_parse(const char *text, uint32_t *mask)
{
	uint32_t bits;

	for (*mask = 0;; text++) {
		const size_t len = strcspn(text, ",|");

		if (!parse_number(text, len, &bits)) {
			bits = pxt_liteos_module(text, len);
			if (!bits)
				return false;
		}
		*mask |= bits;
		text += len;
		if (!*text)
			return true;
	}
}
