/*
 * info_objects.h - notes and objects of a source, for people
 */
#ifndef INFO_OBJECTS_H
#define INFO_OBJECTS_H

#include <stdbool.h>

#include "common/table.h"
#include "source/source.h"

/* Prints them to stdout. all: otherwise the list of objects is cut, with the
 * number of further ones. */
void info_objects_print(struct source *source, bool all);

/* Prints a table to stdout, under a heading. */
void info_objects_print_rows(const struct table *table);

#endif
