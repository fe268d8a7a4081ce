/*
 * flows.h - flows: events that have the key of a span in common
 *
 * A span with a key begins a flow, every other event with that key is a step of
 * it, and the span's end ends it; of several spans with the same key the first
 * one and the last. Only open ones are known. A flow connects spans of threads:
 * it begins with the first of its events that is in one.
 */
#ifndef BRIDGE_CHROME_FLOWS_H
#define BRIDGE_CHROME_FLOWS_H

#include <stdbool.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "figures/waits.h"

enum flow_act {
	FLOW_BEGINS = 's',
	FLOW_STEPS = 't',
	FLOW_ENDS = 'f',
};

struct flow {
	enum flow_act act;
	uint32_t name;	 /* field of the key, in the bridge's names */
	uint64_t number; /* running number, from 1 */
	uint64_t spans;	 /* open ones */
	bool has_begun;
};

struct flows {
	struct waits open;
	struct key_seed seed;
	uint64_t count;
};

void flows_init(struct flows *flows);
void flows_fini(struct flows *flows);

/* Finds the part of the present event in the flow of a field. ENOENT: nothing. ENOMEM. */
int flows_meet(struct flows *flows, struct bridge *bridge,
	       const struct posix_trace_value_np *field, struct flow *flow);

#endif
