/*
 * damage_print.h - damaged places for people
 */
#ifndef DAMAGE_PRINT_H
#define DAMAGE_PRINT_H

#include <stdbool.h>

#include "format/trace.h"
#include "source/source.h"

enum { DAMAGE_PLACE = 64 };

/* The place of a damage: "bytes 120 to 128". */
void damage_place(const struct pxt_trace_damage *damage,
		  char place[DAMAGE_PLACE]);

/* Prints the damage of an origin to stdout: the number, and a line for each.
 * all: otherwise the list is cut. */
void damage_print(struct source *source, unsigned origin, bool all);

#endif
