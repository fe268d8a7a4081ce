/*
 * refused.h - invalid descriptions
 */
#ifndef REFUSED_H
#define REFUSED_H

#include "source/source.h"

/* Reports an invalid description of an event, with the place and what was
 * expected. where: name of the trace. */
void refused_tell(const char *where, const char *event,
		  const char *description);

/* Reports all invalid descriptions of a source so far. */
void refused_tell_all(struct source *source);

#endif
