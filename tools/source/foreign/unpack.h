/*
 * unpack.h - take a trace out of the text that it was sent as
 */
#ifndef SOURCE_FOREIGN_UNPACK_H
#define SOURCE_FOREIGN_UNPACK_H

#include "source/foreign/foreign.h"

/* If what is read is such a text, see container.h, read what is in it from now
 * on. Gives the exit status, and has told what was wrong. */
int foreign_unpack(struct foreign *foreign);

#endif
