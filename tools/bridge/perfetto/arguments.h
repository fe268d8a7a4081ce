/*
 * arguments.h - the fields of events as arguments of Perfetto's track events
 */
#ifndef BRIDGE_PERFETTO_ARGUMENTS_H
#define BRIDGE_PERFETTO_ARGUMENTS_H

#include "bridge/bridge.h"
#include "bridge/perfetto/packets.h"
#include "bridge/values.h"

struct arguments {
	struct bridge *bridge;
	struct packets *packets;
	struct bridge_values values;
};

/* The bridge and the packets are borrowed. */
void arguments_init(struct arguments *arguments, struct bridge *bridge,
		    struct packets *packets);
void arguments_fini(struct arguments *arguments);

/* Puts the fields of the present item, or its data, into the present packet's
 * event. */
void arguments_put(struct arguments *arguments);

/* Puts the number and reason of a loss. */
void arguments_put_loss(struct arguments *arguments);

/* Puts an argument that is true, or an address. */
void arguments_put_flag(struct arguments *arguments, const char *name);
void arguments_put_address(struct arguments *arguments, const char *name,
			   uint64_t address);

#endif
