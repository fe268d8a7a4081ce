/* ticks.c - converting nanoseconds to ticks */
#include "format/threadx/export/ticks.h"

#include <stdio.h>

enum { STAMP = 3, SECOND = 1000000000, APART = 2 };

static uint64_t ticks_of(uint64_t ns, uint64_t hz)
{
	return (uint64_t)((unsigned __int128)ns * hz / SECOND);
}

static bool fits(const struct pxt_threadx_buffer *buffer, size_t event,
		 uint64_t hz)
{
	const struct pxt_threadx_words *words = &buffer->event[event];
	const uint64_t gap = words->word[STAMP] - words[-1].word[STAMP];

	return (unsigned __int128)gap * hz / SECOND + APART < UINT32_MAX;
}

static uint64_t choose(const struct pxt_threadx_buffer *buffer)
{
	uint64_t hz = PXT_THREADX_HZ;

	for (size_t i = 1; i < buffer->events; i++)
		while (hz > 1 && !fits(buffer, i, hz))
			hz /= 10;
	return hz;
}

/* Reports the effect on times. */
static void tell(const struct pxt_threadx_buffer *buffer,
		 struct pxt_export *export, uint64_t hz)
{
	const uint64_t start = buffer->event[0].word[STAMP];
	char what[96];

	snprintf(what, sizeof(what),
		 "times rounded to ticks of %llu Hz: TraceX has to be told it",
		 (unsigned long long)hz);
	if (start)
		pxt_export_lose(export, "the time of the first event, which is "
					"0 then");
	for (size_t i = APART; i < buffer->events; i++) {
		const uint64_t ns = buffer->event[i].word[STAMP] - start;

		if ((unsigned __int128)ns * hz % SECOND)
			pxt_export_lose(export, what);
		if (!fits(buffer, i, hz))
			pxt_export_lose(export,
					"times between events too long for "
					"32 bits of ticks");
	}
}

void pxt_threadx_ticks_convert(struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export, uint64_t hz)
{
	uint64_t start;

	if (!buffer->events)
		return;
	if (!hz)
		hz = choose(buffer);
	tell(buffer, export, hz);
	start = buffer->event[0].word[STAMP];
	for (size_t i = 0; i < buffer->events; i++) {
		uint64_t *stamp = &buffer->event[i].word[STAMP];
		const uint64_t since = i < APART ? i : APART;

		*stamp = (ticks_of(*stamp - start, hz) + since) & buffer->mask;
	}
}
