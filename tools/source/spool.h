/*
 * spool.h - a log that comes through standard input, as a file
 *
 * A log is read from both ends, and a pipe is not: what comes is copied to a
 * file without a name first.
 */
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>

#include "source/source.h"

/* Whether standard input begins like a log. Nothing is taken from it; for the
 * first bytes of a pipe it waits. */
bool spool_is_log(void);

/* Copy all that comes, and open it. Gives the exit status, and has told why
 * not. */
int spool_open(struct source **source);

#endif
