/*
 * unpack.h - unpacking a trace from a text
 */
#ifndef SOURCE_FOREIGN_UNPACK_H
#define SOURCE_FOREIGN_UNPACK_H

#include "source/foreign/foreign.h"

/* If the input is such a text, see container.h, reads its contents from now on.
 * Returns the exit status, after reporting errors. */
int foreign_unpack(struct foreign *foreign);

#endif
