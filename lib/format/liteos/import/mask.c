/* mask.c - event masks of LiteOS */
#include "format/liteos/import/mask.h"

#include <string.h>

#include "base/scan.h"
#include "format/liteos/events.h"

static bool parse_number(const char *word, size_t len, uint32_t *mask)
{
	uint64_t number;

	if (!pxt_scan_is_number(word, len, false, UINT32_MAX, &number))
		return false;
	*mask = (uint32_t)number;
	return true;
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
