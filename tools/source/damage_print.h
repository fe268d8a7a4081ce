/*
 * damage_print.h - places that were damaged, for people
 */
#ifndef DAMAGE_PRINT_H
#define DAMAGE_PRINT_H

#include <stdbool.h>

#include "format/trace.h"
#include "source/source.h"

enum { DAMAGE_PLACE = 64 };

/* Where one is: "bytes 120 to 128". */
void damage_place(const struct pxt_trace_damage *damage,
		  char place[DAMAGE_PLACE]);

/* Print those of an origin to stdout, behind what is said of it: how many, and a
 * line for each. all: or else for some. */
void damage_print(struct source *source, unsigned origin, bool all);

#endif
