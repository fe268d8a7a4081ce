/*
 * triggers.h - when a flight recorder saves what it has
 *
 *	event:NAME	the event is recorded; a list and globs as with -e
 *	signal:SIG	posixtrace record gets that signal
 *	crash		a signal ends the process that is no ordinary one; this
 *			is always one, but for !crash
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

/* Add one as the user writes it. false: it is none. */
bool triggers_add(struct triggers *triggers, const char *text);

/* All were added: if there was none, crash and exit. */
void triggers_settle(struct triggers *triggers);

/* 3 triggers armed (event, signal, crash); in size bytes. */
void triggers_describe(const struct triggers *triggers, char *text,
		       size_t size);

/* Does the end of the process pull one? Why, in TRIGGER_TEXT_MAX bytes. How one
 * that is not ours has ended nobody tells: any end does. */
bool triggers_end(const struct triggers *triggers, const struct target *target,
		  char *why);

/* Watch for events: a stream that has these alone. trid: to be shut down. */
int triggers_watch(const struct triggers *triggers, pid_t pid, bool follow,
		   trace_id_t *trid);

/* Has one of them been recorded since? Which, in TRIGGER_TEXT_MAX bytes. */
bool triggers_event(trace_id_t trid, char *why);

#endif
