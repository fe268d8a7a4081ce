/* ticks.c - nanoseconds of events, as ticks since the first one */
#include "format/threadx/export/ticks.h"

#include <stdio.h>

enum { SECOND = 1000000000, APART = 2 };

static uint64_t ticks_of(uint64_t ns, uint64_t hz)
{
	return (uint64_t)((unsigned __int128)ns * hz / SECOND);
}

static bool fits(uint64_t gap, uint64_t hz)
{
	return (unsigned __int128)gap * hz / SECOND + APART < UINT32_MAX;
}

void pxt_threadx_ticks_note(struct pxt_threadx_ticks *ticks, uint64_t ns)
{
	if (!ticks->has_start)
		ticks->start = ticks->last = ns;
	ticks->has_start = true;
	if (ns - ticks->last > ticks->gap)
		ticks->gap = ns - ticks->last;
	ticks->last = ns;
}

void pxt_threadx_ticks_choose(struct pxt_threadx_ticks *ticks, uint64_t hz)
{
	ticks->hz = hz ? hz : PXT_THREADX_HZ;
	while (!hz && ticks->hz > 1 && !fits(ticks->gap, ticks->hz))
		ticks->hz /= 10;
	snprintf(ticks->rounded, sizeof(ticks->rounded),
		 "times rounded to ticks of %llu Hz: TraceX has to be told it",
		 (unsigned long long)ticks->hz);
}

void pxt_threadx_ticks_tell_start(const struct pxt_threadx_ticks *ticks,
				  struct pxt_export *export)
{
	if (ticks->start)
		pxt_export_lose(export, "the time of the first event, which is "
					"0 then");
}

void pxt_threadx_ticks_tell(const struct pxt_threadx_ticks *ticks,
			    struct pxt_export *export, uint64_t before,
			    uint64_t ns)
{
	if ((unsigned __int128)(ns - ticks->start) * ticks->hz % SECOND)
		pxt_export_lose(export, ticks->rounded);
	if (!fits(ns - before, ticks->hz))
		pxt_export_lose(export, "times between events too long for "
					"32 bits of ticks");
}

uint64_t pxt_threadx_ticks_stamp(const struct pxt_threadx_ticks *ticks,
				 uint64_t index, uint64_t ns)
{
	return ticks_of(ns - ticks->start, ticks->hz) +
	       (index < APART ? index : APART);
}
