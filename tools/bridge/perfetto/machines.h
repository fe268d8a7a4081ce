/*
 * machines.h - the machines of a trace, each with its sequence of packets
 *
 * A process is known by its number and its machine, so equal numbers of two
 * hosts, or boards, are kept apart. Origins of the same boot are one machine.
 */
#ifndef BRIDGE_PERFETTO_MACHINES_H
#define BRIDGE_PERFETTO_MACHINES_H

#include "bridge/perfetto/packets.h"
#include "source/source.h"

struct machine {
	struct packets_sequence sequence;
	struct source_origin origin; /* the first one */
};

/* Zero at first, but for the source, which is borrowed. */
struct machines {
	struct source *source;
	struct machine **machine;
	size_t count, room;
	struct machine **of; /* machines by origin; NULL: not met */
	size_t origins;
};

void machines_fini(struct machines *machines);

/* Finds or adds the machine of an origin. ENOMEM. */
int machines_find(struct machines *machines, unsigned origin,
		  struct machine **machine);

#endif
