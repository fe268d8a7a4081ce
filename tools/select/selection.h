/*
 * selection.h - selected items of a log: one grammar for all commands
 *
 *	-e EVENT,...	-p PROCESS,...	-t THREAD,...	-w CONDITION
 *	--from TIME	--to TIME	--range TIME..TIME
 *	--from FORMAT
 *
 * A command includes selection_argp in its own argp, with a struct selection
 * for its input, and then reads selected items with selection_next().
 *
 * Losses are selected unless they are of another process, thread or time: the
 * missing events are unknown, and could match all other conditions.
 */
#ifndef SELECTION_H
#define SELECTION_H

#include <argp.h>
#include <stdbool.h>

#include "common/digest.h"
#include "select/selection_state.h"

/* The options, and their group in the help. Misuse ends the program. */
extern const struct argp selection_argp;

void selection_fini(struct selection *selection);

/* True if anything was selected; and if so, whether only times were. */
bool selection_is_given(const struct selection *selection);
bool selection_is_of_time(const struct selection *selection);

/* Seeks to the first item that may be selected. source: borrowed until fini, or
 * the next begin. utc: times without a zone are in UTC. ESRCH: the log has no
 * such event as a time names. Other errors of reading. */
int selection_begin(struct selection *selection, struct source *source,
		    bool utc);

/* Reads the next selected item, with the contract of source_next(). */
int selection_next(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable);

/* Reads the next item, which is selected or not: one at a time, for callers that
 * must not wait for a rare one. The contract is that of source_next(). */
int selection_step(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable,
		   bool *is_selected);

/* True if an item of the source would be selected, whatever its time. */
bool selection_has(struct selection *selection,
		   const struct posix_trace_item_np *item);

/* True if an item, and all behind it, are later than what is selected. */
bool selection_is_past(const struct selection *selection,
		       const struct posix_trace_item_np *item);

/* Makes a copy that judges items in another thread, as the original does, which
 * has begun, and outlives it. ENOMEM. */
int selection_copy(struct selection *copy, const struct selection *original);
void selection_copy_fini(struct selection *copy);

/* True if the type of an event would be selected, by its name. */
bool selection_wants_type(struct selection *selection, trace_event_id_t type);

/* Goes on at a time, after a beginning, with the contract of source_seek(). The
 * end of a selected time holds. */
int selection_seek(struct selection *selection, const struct timespec *time);

/* Counts an item, or items, that were read by others, where everything is
 * selected. */
void selection_count_item(struct selection *selection,
			  const struct posix_trace_item_np *item);
void selection_count(struct selection *selection, unsigned long long events,
		     unsigned long long lost, unsigned long long uncounted);

/* Reports why selection_begin() failed. Returns the exit status. */
int selection_refuse(const struct selection *selection, int err);

/* Adds the selection to a digest: equal selections give equal digests. */
void selection_digest(const struct selection *selection, struct digest *digest);

/* Reports names, and fields of the condition, that no event has. */
void selection_tell_names(const struct selection *selection);

/* Reports if there was no event, or names that no event has. Returns the exit
 * status. */
int selection_tell(const struct selection *selection);

/* Same for commands that write. damage: from source_tell_damage(); the valid
 * rest of a damaged trace is written, even without events. */
int selection_tell_of(const struct selection *selection, int damage);

/* True if events are lost, in a number that need not be known. */
bool selection_has_losses(const struct selection *selection);

/* Reports lost events, for commands that require completeness. Returns the exit
 * status. */
int selection_tell_losses(const struct selection *selection);

#endif
