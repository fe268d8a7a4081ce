/*
 * clock.h - times of events, in ticks of the clock that is written
 *
 * What was read from LiteOS has times of its clock. A program that recorded by
 * the interface of LiteOS has two clocks: its events keep their ticks, and those
 * of the system it runs on are counted on from the last of these.
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_CLOCK_H
#define PXT_FORMAT_LITEOS_EXPORT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "format/export.h"
#include "format/liteos/frame.h"

/* Zero at first: times are those of the trace. */
struct pxt_liteos_clock {
	bool is_kept;	 /* by events of this origin: */
	unsigned origin; /* the program's */
	uint64_t ticks;	 /* their last ones, at that time of the trace: */
	struct timespec time;
};

/* Puts a frame's time into ticks of hz. is_native: the event is of LiteOS. */
void pxt_liteos_clock_fit(struct pxt_liteos_clock *clock,
			  struct pxt_export *export, uint32_t hz,
			  const struct posix_trace_item_np *item,
			  bool is_native, struct pxt_liteos_frame *frame);

#endif
