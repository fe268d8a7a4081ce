/*
 * select_names.h - names of events that nothing in a trace has
 */
#ifndef SELECT_NAMES_H
#define SELECT_NAMES_H

#include "select/select_words.h"
#include "source/source.h"

/* Tell that no event is called so, if one is called almost so. name: "" is no
 * name. */
void select_names_tell_event(struct source *source, const char *name);

/* The same of each word that is no pattern. */
void select_names_tell(struct source *source, const struct select_words *words);

#endif
