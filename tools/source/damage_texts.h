/*
 * damage_texts.h - the damaged places of a source, as lines of text
 */
#ifndef SOURCE_DAMAGE_TEXTS_H
#define SOURCE_DAMAGE_TEXTS_H

#include <stdint.h>

#include "source/source.h"

/* The line is valid during the call. */
typedef void damage_texts_visit(const char *line, void *argument);

/* Lists the places met so far: of a log the first one, of other traces those that
 * their notes have. Returns how many places there are; those of logs that are
 * read as one trace are not known apart. */
uint64_t damage_texts_list(struct source *source, damage_texts_visit *visit,
			   void *argument);

#endif
