/*
 * fleet_messages.h - messages between the hosts of a fleet, to compare clocks
 */
#ifndef FLEET_MESSAGES_H
#define FLEET_MESSAGES_H

#include "source/clocks/clocks.h"
#include "source/source_as.h"

/* Settles the clocks of logs that are not open, as as->fleet says. For messages
 * all of them are read, whatever part is wanted later. Returns the exit status,
 * after reporting errors. */
int fleet_messages_align(struct clocks *clocks, const struct source_as *as);

#endif
