/*
 * select_names.h - selected names of events that do not exist
 */
#ifndef SELECT_NAMES_H
#define SELECT_NAMES_H

#include "select/select_words.h"
#include "source/source.h"

/* Reports that no event has that name, if there is a similar one. name: "" is
 * no name. */
void select_names_tell_event(struct source *source, const char *name);

/* Reports each such word that is no pattern. */
void select_names_tell(struct source *source, const struct select_words *words);

#endif
