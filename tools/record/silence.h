/*
 * silence.h - detecting that no event of a process can be recorded
 */
#ifndef SILENCE_H
#define SILENCE_H

#include <stdbool.h>

#include <trace_np.h>

#include "inventory/health.h"
#include "record/target.h"

/* Before recording a running process: reports obstacles to its events. False:
 * none are visible. */
bool silence_is_foreseen(const struct target *target);

/* Until an event is recorded: checks whether the process lacks a file to count
 * its events in. why: the resource that it lacks, HEALTH_WHY bytes; kept when
 * the process is gone. */
void silence_look_for_file(const struct target *target,
			   const struct posix_trace_totals_np *totals,
			   char *why);

/* After a recording: reports that no event of the process was possible, if so.
 * foreseen: result of the first check. command: of our own target, or NULL;
 * wrapped: with --wrap. */
bool silence_was_kept(const struct target *target, bool foreseen,
		      const struct posix_trace_totals_np *totals,
		      char *const *command, bool wrapped);

#endif
