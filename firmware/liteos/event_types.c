/* event_types.c - the stream's types of LiteOS's events, by their numbers */
#include "firmware/liteos/event_types.h"

#include <stdatomic.h>

#include "firmware/common/types.h"
#include "format/liteos/import/description.h"

enum {
	PER_MODULE = 16,
	MODULES = 28, /* a bit for each, and one more for users' events */
	DIRECT = (MODULES + 1) * PER_MODULE,
	STRANGE = 1 << 9, /* numbers of no one module: a power of two */
	PROBES = 8,
};

/* What is known of a type once it is open. */
struct type {
	struct firmware_type type;
	const struct pxt_liteos_event *_Atomic event;
	_Atomic unsigned declared, named, objects;
};

static struct type direct[DIRECT];
static struct type strange[STRANGE];
static _Atomic uint32_t strange_number[STRANGE]; /* 0: free */
static struct type other;			 /* what finds no place */

static const struct pxt_liteos_place nowhere;

static struct type *find_strange(uint32_t number)
{
	const uint32_t hash = number * 0x9e3779b1U >> 16;

	for (uint32_t i = hash; i < hash + PROBES; i++) {
		_Atomic uint32_t *at = &strange_number[i % STRANGE];
		uint32_t found = 0;

		if (atomic_compare_exchange_strong_explicit(
			    at, &found, number, memory_order_relaxed,
			    memory_order_relaxed) ||
		    found == number)
			return &strange[i % STRANGE];
	}
	return &other;
}

static struct type *find(uint32_t number)
{
	const uint32_t module = number & ~15U;

	if (module && !(module & (module - 1)))
		return &direct[((unsigned)__builtin_ctz(module) - 4) *
				       PER_MODULE +
			       number % PER_MODULE];
	if (number >= PXT_LITEOS_USER)
		return &direct[MODULES * PER_MODULE + number % PER_MODULE];
	return number ? find_strange(number) : &other;
}

static const struct pxt_liteos_event *event_of(uint32_t number, bool old_timer)
{
	if (number == PXT_LITEOS_SWTMR_START && old_timer)
		return &pxt_liteos_old_timer;
	return pxt_liteos_event_find(number);
}

static trace_event_id_t open(struct type *type, uint32_t number,
			     const struct pxt_liteos_shape *shape,
			     bool old_timer, struct pxt_liteos_values *values)
{
	const struct pxt_liteos_event *event = event_of(number, old_timer);
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char room[24];
	const char *name = PXT_LITEOS_OTHER;

	if (type != &other)
		name = pxt_liteos_event_name(number, false, room);
	pxt_liteos_values_find(event, shape, values);
	pxt_liteos_description_write(event, shape, &nowhere, description);
	/* Before the number of the type, which publishes them. */
	atomic_store_explicit(&type->event, event, memory_order_relaxed);
	atomic_store_explicit(&type->declared, values->declared,
			      memory_order_relaxed);
	atomic_store_explicit(&type->named, values->named,
			      memory_order_relaxed);
	atomic_store_explicit(&type->objects, values->objects,
			      memory_order_relaxed);
	return firmware_type_open(&type->type, name, description);
}

trace_event_id_t liteos_event_type(uint32_t number,
				   const struct pxt_liteos_shape *shape,
				   bool old_timer,
				   struct pxt_liteos_values *values)
{
	struct type *type = find(number);
	const trace_event_id_t id = firmware_type_id(&type->type);

	if (!id)
		return open(type, number, shape, old_timer, values);
	values->event =
		atomic_load_explicit(&type->event, memory_order_relaxed);
	values->declared = (uint8_t)atomic_load_explicit(&type->declared,
							 memory_order_relaxed);
	values->named =
		atomic_load_explicit(&type->named, memory_order_relaxed);
	values->objects =
		atomic_load_explicit(&type->objects, memory_order_relaxed);
	return id;
}
