/* gap.c - the bytes behind a loss */
#include <inttypes.h>
#include <stdio.h>

#include "format/gap.h"

void pxt_gap_add(struct pxt_gap *gap, uint64_t offset, uint64_t bytes)
{
	if (!gap->places)
		gap->offset = offset;
	if (!gap->places || offset != gap->end)
		gap->places++;
	gap->end = offset + bytes;
	gap->bytes += bytes;
}

const char *pxt_gap_text(const struct pxt_gap *gap, char text[PXT_GAP_TEXT])
{
	*text = '\0';
	if (gap->places == 1)
		snprintf(text, PXT_GAP_TEXT, "; %" PRIu64 " bytes at %" PRIu64,
			 gap->bytes, gap->offset);
	else if (gap->places)
		snprintf(text, PXT_GAP_TEXT,
			 "; %" PRIu64 " bytes in %" PRIu64
			 " places, from %" PRIu64 " on",
			 gap->bytes, gap->places, gap->offset);
	return text;
}
