/*
 * silence.h - detecting that no event of a process can be recorded
 */
#ifndef SILENCE_H
#define SILENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "inventory/health.h"
#include "record/target.h"

/* A descendant in another PID namespace, where it has no ancestors: none of its
 * events come. */
struct departed {
	pid_t pid; /* 0: none was seen */
	char name[TARGET_NAME_MAX];
	int64_t since, looked; /* the first look for one, and the last */
};

/* Before recording a running process: reports obstacles to its events. False:
 * none are visible. */
bool silence_is_foreseen(const struct target *target);

/* Until an event is recorded: checks whether the process lacks a file to count
 * its events in. why: the resource that it lacks, HEALTH_WHY bytes; kept when
 * the process is gone. */
void silence_look_for_file(const struct target *target,
			   const struct posix_trace_totals_np *totals,
			   char *why);

/* While a command is recorded: tells the first that is seen to have departed.
 * Looks are rarer and rarer. */
void silence_look_for_departed(const struct target *target,
			       struct departed *departed);

/* After a recording: reports that no event of the process was possible, if so.
 * foreseen: result of the first check. command: of our own target, or NULL;
 * departed: its descendant; wrapped: with --wrap. */
bool silence_was_kept(const struct target *target, bool foreseen,
		      const struct posix_trace_totals_np *totals,
		      char *const *command, const struct departed *departed,
		      bool wrapped);

#endif
