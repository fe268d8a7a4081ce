/*
 * flows.c - flows: events that have the key of a span in common
 */
#include <errno.h>
#include <string.h>

#include "bridge/chrome/flows.h"

/* The value of an open flow: its number, how many spans it has, and whether it
 * has begun. */
enum { BEGUN = 1, SPANS_SHIFT = 1, SPANS_BITS = 23, NUMBER_SHIFT = 24 };

static const uint64_t spans_most = (1 << SPANS_BITS) - 1;

void flows_init(struct flows *flows)
{
	flows->count = 0;
	key_seed_init(&flows->seed);
	waits_init(&flows->open, &flows->seed, WAITS_MOST);
}

void flows_fini(struct flows *flows)
{
	waits_fini(&flows->open);
}

static int put(struct flows *flows, const struct key *key,
	       const struct flow *flow)
{
	const uint64_t spans =
		flow->spans < spans_most ? flow->spans : spans_most;
	const uint64_t value = flow->number << NUMBER_SHIFT |
			       spans << SPANS_SHIFT |
			       (flow->has_begun ? BEGUN : 0);
	uint32_t gave_up;

	return waits_put(&flows->open, flow->name, key, (int64_t)value, 0,
			 &gave_up);
}

static bool take(struct flows *flows, const struct key *key, struct flow *flow)
{
	uint64_t value;
	int64_t ns;

	if (!waits_take(&flows->open, flow->name, key, &ns))
		return false;
	value = (uint64_t)ns;
	flow->number = value >> NUMBER_SHIFT;
	flow->spans = value >> SPANS_SHIFT & spans_most;
	flow->has_begun = value & BEGUN;
	return true;
}

static bool has_step(const struct bridge *bridge, enum pair_act act)
{
	for (unsigned i = 0; i < bridge->spans; i++)
		if (bridge->span[i].is_keyed && bridge->span[i].act == act)
			return true;
	return false;
}

static bool is_in_span(const struct bridge *bridge)
{
	return nesting_top(&bridge->nesting, bridge->thread);
}

/* Changes the flow of a key by the present event. ENOENT: there is none. */
static int meet(struct flows *flows, const struct bridge *bridge,
		const struct key *key, struct flow *flow)
{
	const bool begins = has_step(bridge, PAIR_BEGINS);
	const bool is_drawn = is_in_span(bridge);
	const bool is_known = take(flows, key, flow);

	if (!is_known && !begins)
		return ENOENT;
	if (!is_known)
		*flow = (struct flow){ .name = flow->name,
				       .number = ++flows->count };
	flow->spans += begins;
	flow->spans -= has_step(bridge, PAIR_ENDS) && flow->spans;
	flow->act = !flow->has_begun ? FLOW_BEGINS :
		    flow->spans	     ? FLOW_STEPS :
				       FLOW_ENDS;
	if (!flow->spans)
		return is_drawn && flow->has_begun ? 0 : ENOENT;
	flow->has_begun |= is_drawn;
	return put(flows, key, flow) ? ENOMEM : is_drawn ? 0 : ENOENT;
}

int flows_meet(struct flows *flows, struct bridge *bridge,
	       const struct posix_trace_value_np *field, struct flow *flow)
{
	const struct posix_trace_item_np *item = bridge->item;
	const char *name = field->field->name;
	struct key key;
	int err;

	if (!(field->field->flags & POSIX_TRACE_FIELD_KEY_NP) ||
	    field->field->flags & POSIX_TRACE_FIELD_ARRAY_NP)
		return ENOENT;
	err = texts_find(&bridge->names, name, strlen(name), &flow->name);
	if (err)
		return err;
	key = key_of_value(&flows->seed, bridge->fields->layout, field);
	if (field->field->object)
		key = key_of_object(&flows->seed, &key, item->origin,
				    item->info.posix_pid);
	return meet(flows, bridge, &key, flow);
}
