/*
 * ticks.h - nanoseconds of events, as ticks since the first one
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_TICKS_H
#define PXT_FORMAT_THREADX_EXPORT_TICKS_H

#include <stdbool.h>
#include <stdint.h>

#include "format/export.h"

enum { PXT_THREADX_HZ = 1000000 }; /* default rate */

/* Zero at first. */
struct pxt_threadx_ticks {
	uint64_t hz; /* 0: not chosen yet */
	uint64_t start;
	uint64_t last;
	uint64_t gap; /* the longest */
	bool has_start;
	char rounded[96]; /* the loss by the rate */
};

/* Takes note of the next event's time. */
void pxt_threadx_ticks_note(struct pxt_threadx_ticks *ticks, uint64_t ns);

/* Chooses the rate, when all times are noted. hz 0: 1 MHz, or less so that no
 * interval overflows. */
void pxt_threadx_ticks_choose(struct pxt_threadx_ticks *ticks, uint64_t hz);

/* Reports the effect of the rate: of the start, and of an event behind the first
 * two. before: time of the event before. */
void pxt_threadx_ticks_tell_start(const struct pxt_threadx_ticks *ticks,
				  struct pxt_export *export);
void pxt_threadx_ticks_tell(const struct pxt_threadx_ticks *ticks,
			    struct pxt_export *export, uint64_t before,
			    uint64_t ns);

/* Converts the time of an event. The first two get different stamps. */
uint64_t pxt_threadx_ticks_stamp(const struct pxt_threadx_ticks *ticks,
				 uint64_t index, uint64_t ns);

#endif
