/*
 * silence.h - a process of which no event can be recorded, and what to try
 */
#ifndef SILENCE_H
#define SILENCE_H

#include <stdbool.h>

#include <trace_np.h>

#include "look/health.h"
#include "record/target.h"

/* Before a running process is recorded: tell what stands in the way of its
 * events. False: nothing does, as far as can be seen. */
bool silence_is_foreseen(const struct target *target);

/* While nothing was recorded yet, and when that ends: has the process no file to
 * count its events in? why: what it lacks, HEALTH_WHY bytes; kept when the
 * process is gone. */
void silence_look_for_file(const struct target *target,
			   const struct posix_trace_totals_np *totals,
			   char *why);

/* After a recording: tell that no event could come from the process, if that is
 * so. foreseen: what was told before. command: of a target of ours, or NULL; wrapped: with --wrap. */
bool silence_was_kept(const struct target *target, bool foreseen,
		      const struct posix_trace_totals_np *totals,
		      char *const *command, bool wrapped);

#endif
