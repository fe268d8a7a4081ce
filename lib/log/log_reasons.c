/* log_reasons.c - why events are missing, as a section tells of its losses */
#include <stdlib.h>
#include <string.h>

#include "log/log_format.h"
#include "log/log_reasons.h"

enum { SIZE_LEAST = 512, SIZE_KEPT = 64 << 10 };

bool pxt_log_reasons_reserve(struct pxt_log_reasons *reasons, const char *text)
{
	const size_t need = reasons->len + strlen(text) + 1 + 8;
	size_t size = reasons->size ? reasons->size : SIZE_LEAST;
	char *texts;

	if (need <= reasons->size)
		return true;
	while (size < need)
		size *= 2;
	texts = realloc(reasons->texts, size);
	if (!texts)
		return false;
	reasons->texts = texts;
	reasons->size = size;
	return true;
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
	if (reasons->size > SIZE_KEPT)
		pxt_log_reasons_fini(reasons);
}

void pxt_log_reasons_fini(struct pxt_log_reasons *reasons)
{
	free(reasons->texts);
	*reasons = (struct pxt_log_reasons){ 0 };
}
