/*
 * triggers.h - triggers of flight recorders
 *
 *	event:NAME	the event is recorded; a list and globs as with -e
 *	signal:SIG	posixtrace record gets that signal
 *	crash		an extraordinary signal ends the process; always on,
 *			unless !crash
 *	exit		the process ends with another status than 0
 */
#ifndef TRIGGERS_H
#define TRIGGERS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <trace.h>

#include "record/target.h"

struct triggers {
	bool any;
	bool crash, exit;
	bool no_crash;
	sigset_t signals;
	unsigned signal_count;
	char *events; /* names, or NULL */
	unsigned event_count;
};

enum { TRIGGER_TEXT_MAX = 320 };

/* Adds a trigger in the user's notation. False: invalid. */
bool triggers_add(struct triggers *triggers, const char *text);

/* Completes the triggers: the default is crash and exit. */
void triggers_settle(struct triggers *triggers);

/* Describes them: "3 triggers armed (event, signal, crash)"; in size bytes. */
void triggers_describe(const struct triggers *triggers, char *text,
		       size_t size);

/* True if the end of the process is a trigger. Reason in TRIGGER_TEXT_MAX
 * bytes. How a process that is not our child has ended is unknown: any end
 * counts. */
bool triggers_end(const struct triggers *triggers, const struct target *target,
		  char *why);

/* Watches for events by a stream of these only. trid: to be shut down by the
 * caller. */
int triggers_watch(const struct triggers *triggers, pid_t pid, bool follow,
		   trace_id_t *trid);

/* True if one of them was recorded since. Name in TRIGGER_TEXT_MAX bytes. */
bool triggers_event(trace_id_t trid, char *why);

#endif
