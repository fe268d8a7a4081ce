/*
 * select_names.h - selected names of events that do not exist
 */
#ifndef SELECT_NAMES_H
#define SELECT_NAMES_H

#include <stdbool.h>

#include "common/guess.h"
#include "source/source.h"

/* True if a type has that name; otherwise the existing names are considered. */
bool select_names_find(struct source *source, const char *name,
		       struct guess *guess);

/* Reports that no event has that name, if there is a similar one. name: "" is
 * no name. */
void select_names_tell_event(struct source *source, const char *name);

#endif
