/*
 * places.h - where in the program an event was recorded
 *
 * A place is a source location if symbols are known, else the argument "addr". An
 * address of a process is looked up once in each state of its sequence.
 */
#ifndef BRIDGE_PERFETTO_PLACES_H
#define BRIDGE_PERFETTO_PLACES_H

#include "bridge/perfetto/arguments.h"

/* Borrowed. */
struct places {
	struct arguments *arguments;
};

/* Puts the place of the present event into its packet. */
void places_put(struct places *places);

#endif
