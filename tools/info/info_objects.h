/*
 * info_objects.h - the notes and the objects that a source knows, for people
 */
#ifndef INFO_OBJECTS_H
#define INFO_OBJECTS_H

#include <stdbool.h>

#include "common/table.h"
#include "source/source.h"

/* Print them to stdout, below what else is told of it. all: or else some of the
 * objects, and how many there are besides. */
void info_objects_print(struct source *source, bool all);

/* Print a table to stdout, below a heading. */
void info_objects_print_rows(const struct table *table);

#endif
