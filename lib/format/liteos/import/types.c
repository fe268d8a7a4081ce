/* types.c - event types of LiteOS */
#include "format/liteos/import/types.h"

#include <errno.h>
#include <stdlib.h>

#include "base/map.h"
#include "format/liteos/import/description.h"

enum {
	KNOWN = 1 << 12,  /* limit for types in their shapes */
	STRANGE = 1 << 9, /* limit for types without a name; more share one */
};

/* A type that occurred, in a shape. */
struct known {
	trace_event_id_t id;
	struct pxt_liteos_values values;
};

struct pxt_liteos_types {
	struct pxt_trace *trace;
	const struct pxt_liteos_names *names;
	bool old;
	size_t count, strange;
	struct pxt_map numbers;	       /* of known types, by type and shape */
	struct known known[KNOWN + 1]; /* 0: without memory for its number */
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
	if (types)
		pxt_map_fini(&types->numbers);
	free(types);
}

static uint32_t key_of(const struct pxt_liteos_shape *shape,
		       const struct pxt_liteos_place *place, bool old_timer)
{
	return (uint32_t)(shape->width == 8) << 1 | shape->pid << 2 |
	       shape->core << 3 | shape->core_printed << 4 | shape->count << 5 |
	       shape->links << 6 | old_timer << 7 | place->has_slot << 8 |
	       place->has_offset << 9 | place->has_session << 10 |
	       place->has_announced_tasks << 11 |
	       (uint32_t)shape->states << 12 | (uint32_t)shape->params << 16;
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

static void learn(struct pxt_liteos_types *types, uint32_t type,
		  const struct pxt_liteos_shape *shape,
		  const struct pxt_liteos_place *place, bool old_timer,
		  struct known *known)
{
	const struct pxt_liteos_event *event = event_of(types, type, old_timer);
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const char *name;
	char room[24];

	name = event ? event->name :
		       pxt_liteos_event_name(type, types->old, room);
	if (!event && !is_user(types, type) && ++types->strange > STRANGE)
		name = PXT_LITEOS_OTHER;
	pxt_liteos_description_write(event, shape, place, description);
	pxt_liteos_values_find(event, shape, &known->values);
	known->id = pxt_trace_type(types->trace, name, description);
}

/* A full map means damage: it is emptied and refilled. */
static struct known *add(struct pxt_liteos_types *types, uint64_t key)
{
	size_t *number;

	if (types->count == KNOWN) {
		pxt_map_clear(&types->numbers);
		types->count = 0;
	}
	number = pxt_map_at_number(&types->numbers, key);
	if (!number)
		return types->known;
	*number = ++types->count;
	return &types->known[*number];
}

static struct known *meet(struct pxt_liteos_types *types, uint32_t type,
			  const struct pxt_liteos_shape *shape,
			  const struct pxt_liteos_place *place, bool old_timer)
{
	const uint64_t key =
		(uint64_t)key_of(shape, place, old_timer) << 32 | type;
	const size_t number = pxt_map_get_number(&types->numbers, key);
	struct known *known;

	if (number)
		return &types->known[number];
	known = add(types, key);
	learn(types, type, shape, place, old_timer, known);
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
