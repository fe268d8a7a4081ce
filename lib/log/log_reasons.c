/* log_reasons.c - reasons of losses in a section */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "log/log_format.h"
#include "log/log_reasons.h"

enum { ROOM_KEPT = 64 << 10 };

bool pxt_log_reasons_reserve(struct pxt_log_reasons *reasons, const char *text)
{
	return !pxt_array_reserve(&reasons->texts, &reasons->room,
				  reasons->len + strlen(text) + 1 + 8, 1);
}

uint64_t pxt_log_reasons_add(struct pxt_log_reasons *reasons, const char *text)
{
	const size_t size = strlen(text) + 1;

	if (!reasons->len || strcmp(reasons->texts + reasons->last, text)) {
		reasons->last = reasons->len;
		memcpy(reasons->texts + reasons->len, text, size);
		reasons->len += size;
		memset(reasons->texts + reasons->len, 0, 8);
	}
	return PXT_LOG_CHUNK_SIZE + reasons->last;
}

size_t pxt_log_reasons_span(const struct pxt_log_reasons *reasons)
{
	return reasons->len + pxt_log_padding(reasons->len);
}

void pxt_log_reasons_forget(struct pxt_log_reasons *reasons)
{
	reasons->len = reasons->last = 0;
	if (reasons->room > ROOM_KEPT)
		pxt_log_reasons_fini(reasons);
}

void pxt_log_reasons_fini(struct pxt_log_reasons *reasons)
{
	free(reasons->texts);
	*reasons = (struct pxt_log_reasons){ 0 };
}
