/*
 * select_unknown.h - names in a selection that no event has
 *
 * These are names of events, and fields of the condition. Each source that the
 * selection has read is looked at: a name is unknown that none of them has.
 */
#ifndef SELECT_UNKNOWN_H
#define SELECT_UNKNOWN_H

#include "common/guess.h"
#include "select/selection_state.h"

struct select_unknown_name {
	const char *name; /* borrowed from the selection */
	bool is_field;
	bool is_known;
	struct guess guess;
};

/* Zero at first. */
struct select_unknown {
	struct select_unknown_name *name;
	size_t count, room;
};

void select_unknown_fini(struct select_unknown *unknown);

/* Looks at the source that the selection, always the same, has read. ENOMEM. */
int select_unknown_look(struct select_unknown *unknown,
			const struct selection *selection);

/* Reports each name that is unknown; of names of events those that are similar to
 * others: any other event may just not have come. where: what was looked at. */
void select_unknown_tell(const struct select_unknown *unknown,
			 const char *where);

#endif
