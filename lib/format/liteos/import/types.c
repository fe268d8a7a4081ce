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
	uint8_t declared; /* params with names */
	bool named;	  /* identity has a name */
	struct pxt_liteos_named objects;
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

static struct pxt_liteos_named objects_of(const struct pxt_liteos_event *event,
					  unsigned params)
{
	struct pxt_liteos_named objects = { .event = event };

	for (unsigned i = 0; event && i <= params; i++)
		if (pxt_liteos_kind_object(event->arg[i].kind))
			objects.values |= 1U << i;
	return objects;
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
	known->declared = (uint8_t)pxt_liteos_description_params(event, shape);
	known->objects = objects_of(event, known->declared);
	known->named = event && strcmp(event->arg[0].name, "identity");
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

/* Appends bytes. */

static void put_bytes(uint8_t **to, const void *bytes, size_t len)
{
	memcpy(*to, bytes, len);
	*to += len;
}

static void put8(uint8_t **to, unsigned value)
{
	*(*to)++ = (uint8_t)value;
}

static void put32(uint8_t **to, uint32_t value)
{
	put_bytes(to, &value, sizeof(value));
}

static void put64(uint8_t **to, uint64_t value)
{
	put_bytes(to, &value, sizeof(value));
}

static void put_words(uint8_t **to, unsigned width, const uint64_t *word,
		      unsigned count)
{
	if (width == 8) {
		put_bytes(to, word, 8 * (size_t)count);
		return;
	}
	for (unsigned i = 0; i < count; i++)
		put32(to, (uint32_t)word[i]);
}

static void put_core(uint8_t **to, const struct pxt_liteos_shape *shape,
		     uint32_t core)
{
	const uint16_t reserved =
		(uint16_t)pxt_liteos_bits(core, PXT_LITEOS_RESERVED, 12);

	put8(to, pxt_liteos_bits(core, PXT_LITEOS_CPU, 8));
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_IN_INTERRUPT, 4));
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_LOCKS, 4));
	if (shape->core_printed)
		return;
	put8(to, pxt_liteos_bits(core, PXT_LITEOS_COUNT_OF_PARAMS, 4));
	put_bytes(to, &reserved, sizeof(reserved));
}

static void put_details(uint8_t **to, const struct pxt_liteos_shape *shape,
			const struct pxt_liteos_place *place,
			const struct pxt_liteos_frame *frame)
{
	put_words(to, shape->width, frame->param, shape->params);
	put32(to, frame->type);
	put32(to, frame->task);
	put64(to, frame->time);
	if (shape->pid)
		put32(to, frame->pid);
	if (shape->core)
		put_core(to, shape, frame->core);
	if (shape->count)
		put32(to, frame->count);
	if (shape->links)
		put_words(to, shape->width, frame->link, PXT_LITEOS_LINKS);
	if (place->has_slot)
		put32(to, place->slot);
	if (place->has_offset)
		put64(to, place->offset);
	if (place->has_session)
		put32(to, place->session);
	if (place->announced_tasks_len)
		put_bytes(to, place->announced_tasks,
			  place->announced_tasks_len);
}

trace_event_id_t pxt_liteos_types_put(struct pxt_liteos_types *types,
				      const struct pxt_liteos_shape *shape,
				      const struct pxt_liteos_place *place,
				      bool old_timer,
				      const struct pxt_liteos_frame *frame,
				      uint8_t *data, size_t *len,
				      struct pxt_liteos_named *named)
{
	const struct known *known =
		meet(types, frame->type, shape, place, old_timer);
	uint8_t *to = data;

	put_words(&to, shape->width, &frame->identity, 1);
	put_words(&to, shape->width, frame->param, known->declared);
	if (known->named)
		put_words(&to, shape->width, &frame->identity, 1);
	put_details(&to, shape, place, frame);
	*len = (size_t)(to - data);
	*named = known->objects;
	return known->id;
}
