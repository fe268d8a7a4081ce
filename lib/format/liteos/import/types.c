/* types.c - event types of LiteOS */
#include "format/liteos/import/types.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/import/description.h"

enum {
	SLOTS = 1 << 13, /* table size, a power of two */
	KNOWN = SLOTS / 2,
	STRANGE = 1 << 9, /* limit for types without a name; more share one */
};

/* A type that occurred. id 0: slot is free. */
struct known {
	uint32_t type;
	uint32_t key; /* key of the shape */
	trace_event_id_t id;
	struct pxt_liteos_values values;
};

struct pxt_liteos_types {
	struct pxt_trace *trace;
	const struct pxt_liteos_names *names;
	bool old;
	size_t count, strange;
	struct known slot[SLOTS];
};

int pxt_liteos_types_create(struct pxt_trace *trace,
			    const struct pxt_liteos_names *names, bool old,
			    struct pxt_liteos_types **types)
{
	*types = calloc(1, sizeof(**types));
	if (!*types)
		return ENOMEM;
	(*types)->trace = trace;
	(*types)->names = names;
	(*types)->old = old;
	return 0;
}

void pxt_liteos_types_close(struct pxt_liteos_types *types)
{
	free(types);
}

/* Returns a nonzero key. */
static uint32_t key_of(const struct pxt_liteos_shape *shape,
		       const struct pxt_liteos_place *place, bool old_timer)
{
	return 1U | (shape->width == 8) << 1 | shape->pid << 2 |
	       shape->core << 3 | shape->core_printed << 4 | shape->count << 5 |
	       shape->links << 6 | old_timer << 7 | place->has_slot << 8 |
	       place->has_offset << 9 | place->has_session << 10 |
	       place->has_announced_tasks << 11 |
	       (uint32_t)shape->states << 12 | (uint32_t)shape->params << 16;
}

static struct known *find(struct pxt_liteos_types *types, uint32_t type,
			  uint32_t key)
{
	uint32_t at = (type ^ key * 0x9e3779b1U) * 0x85ebca6bU >> 16;
	struct known *known;

	for (;; at++) {
		known = &types->slot[at % SLOTS];
		if (!known->id || (known->type == type && known->key == key))
			return known;
	}
}

static const struct pxt_liteos_event *
event_of(const struct pxt_liteos_types *types, uint32_t type, bool old_timer)
{
	const struct pxt_liteos_event *event =
		pxt_liteos_names_find(types->names, type);

	if (event)
		return event;
	if (types->old)
		return pxt_liteos_event_find_old(type);
	if (type == PXT_LITEOS_SWTMR_START && old_timer)
		return &pxt_liteos_old_timer;
	return pxt_liteos_event_find(type);
}

static bool is_user(const struct pxt_liteos_types *types, uint32_t type)
{
	return !types->old && type >= PXT_LITEOS_USER;
}

static void learn(struct pxt_liteos_types *types, struct known *known,
		  const struct pxt_liteos_shape *shape,
		  const struct pxt_liteos_place *place, bool old_timer)
{
	const struct pxt_liteos_event *event =
		event_of(types, known->type, old_timer);
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const char *name;
	char room[24];

	name = event ? event->name :
		       pxt_liteos_event_name(known->type, types->old, room);
	if (!event && !is_user(types, known->type) &&
	    ++types->strange > STRANGE)
		name = PXT_LITEOS_OTHER;
	pxt_liteos_description_write(event, shape, place, description);
	pxt_liteos_values_find(event, shape, &known->values);
	known->id = pxt_trace_type(types->trace, name, description);
}

/* A full table means damage: it is emptied and refilled. */
static struct known *meet(struct pxt_liteos_types *types, uint32_t type,
			  const struct pxt_liteos_shape *shape,
			  const struct pxt_liteos_place *place, bool old_timer)
{
	const uint32_t key = key_of(shape, place, old_timer);
	struct known *known = find(types, type, key);

	if (known->id)
		return known;
	if (types->count++ == KNOWN) {
		memset(types->slot, 0, sizeof(types->slot));
		types->count = 1;
		known = find(types, type, key);
	}
	known->type = type;
	known->key = key;
	learn(types, known, shape, place, old_timer);
	return known;
}

trace_event_id_t pxt_liteos_types_put(struct pxt_liteos_types *types,
				      const struct pxt_liteos_shape *shape,
				      const struct pxt_liteos_place *place,
				      bool old_timer,
				      const struct pxt_liteos_frame *frame,
				      uint8_t *data, size_t *len,
				      struct pxt_liteos_values *values)
{
	const struct known *known =
		meet(types, frame->type, shape, place, old_timer);

	*values = known->values;
	*len = pxt_liteos_values_put(values, shape, place, frame, data);
	return known->id;
}
