/*
 * sources.h - open what the user named, as one source of items
 */
#ifndef SOURCES_H
#define SOURCES_H

#include <stddef.h>

#include "source.h"

/* Open logs, directories and numbered sets of logs, see lognames.h. Gives the
 * exit status, and has told why not. */
int sources_open(struct source **source, char *const *given, size_t count);

#endif
