/*
 * selection.h - which items of a log are wanted: one grammar for all commands
 *
 *	-e EVENT,...	-p PROCESS,...	-t THREAD,...	-w CONDITION
 *	--from TIME	--to TIME	--range TIME..TIME
 *	--from FORMAT
 *
 * A command has selection_argp for a child of its own argp, with a struct
 * selection for its input, and then reads with selection_next() what is
 * wanted.
 *
 * A loss is wanted unless it is of another process, thread or time: which
 * events are missing is not known, so what else is asked for could be among
 * them.
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

/* Whether anything was asked for; and if so, whether only times were. */
bool selection_is_given(const struct selection *selection);
bool selection_is_of_time(const struct selection *selection);

/* Go to the first item that may be wanted. source: borrowed until fini, or
 * until the next begin. utc: times that do not say so are in UTC, too. ESRCH:
 * the log has no such event as a time names. Else the error of reading. */
int selection_begin(struct selection *selection, struct source *source,
		    bool utc);

/* The next item that is wanted, as source_next() gives it. */
int selection_next(struct selection *selection,
		   struct posix_trace_item_np *item, int *unavailable);

/* Tell why selection_begin() failed. Gives the exit status. */
int selection_refuse(const struct selection *selection, int err);

/* Add what was asked for: the same gives the same. */
void selection_digest(const struct selection *selection,
		      struct digest *digest);

/* Tell if there was no event, or what no event has was asked for. Gives the
 * exit status. */
int selection_tell(const struct selection *selection);

/* The same of what is written. damage: what source_tell_damage() gave; what is
 * sound of a damaged trace is written, even if that is no event. */
int selection_tell_of(const struct selection *selection, int damage);

/* Tell if events are lost, for those who mind. Gives the exit status. */
int selection_tell_losses(const struct selection *selection);

#endif
