/*
 * locks.h - waiting for objects, and owning them
 *
 * Descriptions say so: the object of a span is waited for until the span ends;
 * one that is marked with [[acquire]] is owned by its thread, until
 * [[release]]. So it is for locks, as well as for files that are read and
 * threads that are joined.
 *
 * Waiting is charged to the owner of the object, and to the place of its
 * acquisition: among several owners, to the longest one.
 */
#ifndef FIGURES_LOCKS_LOCKS_H
#define FIGURES_LOCKS_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "figures/locks/records.h"

/* fields: borrowed until fini. */
void locks_init(struct locks *locks, struct fields *fields);
void locks_fini(struct locks *locks);

/* True if events of that type concern objects. layout: NULL, if there is no
 * description so far. ENOMEM. */
int locks_want(struct locks *locks, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted);

/* Adds an event about objects, the last one decoded by fields. ENOMEM. */
int locks_add(struct locks *locks, const struct posix_trace_item_np *item);

/* Adds any other event: its thread still exists. ENOMEM. */
int locks_note(struct locks *locks, const struct posix_trace_item_np *item);

/* Adds a loss: waits and ownership of its thread, or of all threads without
 * one, become unknown. ENOMEM. */
int locks_lose(struct locks *locks, const struct posix_trace_item_np *item);

/* Advances the time of an origin by any item. ENOMEM. */
int locks_pass(struct locks *locks, unsigned origin, int64_t ns);

/* Ends a process: nothing in it goes on. */
void locks_end(struct locks *locks, unsigned origin, pid_t pid, int64_t ns);

/* The end of what goes on in a process, as far as known: the end of the
 * process, or of its origin's trace. */
int64_t locks_end_of(struct locks *locks, unsigned origin, pid_t pid);

/* The trace is complete up to that time: living processes go on until then, all
 * others have ended. lives: NULL: those live whose ends are not in the trace. */
void locks_reach(struct locks *locks, int64_t ns, bool (*lives)(pid_t pid));

/* Charges unfinished waits, up to the end of each process, or of its origin's
 * trace. They may go on afterwards. */
void locks_settle(struct locks *locks);

/* Restarts the count: only unfinished times remain, with their settled
 * length. */
void locks_begin_anew(struct locks *locks);

/* Events beyond the limits. */
uint64_t locks_refused(const struct locks *locks);

#endif
