/*
 * make.h - initial templates of described events
 *
 * A template is made from a description, for people to read, copy and change:
 * it shows the fields, with their names.
 */
#ifndef WRITE_TEMPLATE_MAKE_H
#define WRITE_TEMPLATE_MAKE_H

#include <stdio.h>

#include "source/source.h"

/* Writes templates for all events of a source. Returns the exit status, after
 * reporting errors. */
int template_make(struct source *source, FILE *out);

#endif
