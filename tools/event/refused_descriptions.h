/*
 * refused_descriptions.h - invalid descriptions
 */
#ifndef REFUSED_DESCRIPTIONS_H
#define REFUSED_DESCRIPTIONS_H

#include "source/source.h"

/* Reports an invalid description of an event, with the place and what was
 * expected. where: name of the trace. */
void refused_descriptions_tell(const char *where, const char *event,
			       const char *description);

/* Reports all invalid descriptions of a source so far. */
void refused_descriptions_tell_all(struct source *source);

#endif
