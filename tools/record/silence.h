/*
 * silence.h - a process of which no event can be recorded, and what to try
 */
#ifndef SILENCE_H
#define SILENCE_H

#include <stdbool.h>

#include <trace_np.h>

#include "record/target.h"

/* Before a running process is recorded: tell what stands in the way of its
 * events. False: nothing does, as far as can be seen. */
bool silence_is_foreseen(const struct target *target);

/* After a recording: tell that no event could come from the process, if that is
 * so. foreseen: what was told before. command: of a target of ours, or NULL; wrapped: with --wrap. */
bool silence_was_kept(const struct target *target, bool foreseen,
		      const struct posix_trace_totals_np *totals,
		      char *const *command, bool wrapped);

#endif
