/*
 * refused.h - descriptions that are none, as a program gave them
 */
#ifndef REFUSED_H
#define REFUSED_H

#include "source/source.h"

/* Tell that the description of an event is refused, if it is, where and what
 * was expected. where: the trace it is of. */
void refused_tell(const char *where, const char *event,
		  const char *description);

/* The same of all descriptions that a source has so far. */
void refused_tell_all(struct source *source);

#endif
