/*
 * make.h - templates of events that are described, to begin with
 *
 * What a description makes of an event's data is written as a template, which
 * people can read, copy and change: fields that are shown, with their names.
 */
#ifndef WRITE_TEMPLATE_MAKE_H
#define WRITE_TEMPLATE_MAKE_H

#include <stdio.h>

#include "source/source.h"

/* Write those of all events of a source. Gives the exit status, and has told
 * what is wrong. */
int template_make(struct source *source, FILE *out);

#endif
