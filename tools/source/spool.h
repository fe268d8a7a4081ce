/*
 * spool.h - a log from standard input, as a file
 *
 * Logs are read from both ends: a pipe is first copied to a file without a
 * name.
 */
#ifndef SPOOL_H
#define SPOOL_H

#include <stdbool.h>

#include "source/source.h"

/* True if standard input begins like a log. Nothing is consumed; waits for the
 * first bytes of a pipe. */
bool spool_is_log(void);

/* Copies everything, and opens the copy. Returns the exit status, after
 * reporting errors. */
int spool_open(struct source **source);

#endif
