/* event_types.c - the stream's types of LiteOS's events, by their numbers */
#include "firmware/liteos/event_types.h"

#include "firmware/common/slots.h"
#include "format/liteos/import/description.h"

enum { STRANGE_LOG2 = 9 };

struct liteos_event_type liteos_event_types[LITEOS_MODULES * LITEOS_PER_MODULE];
static struct liteos_event_type users[LITEOS_PER_MODULE];
static struct liteos_event_type other; /* numbers that find no slot */

/* Numbers with bits of several modules, or of none */
static struct slot {
	_Atomic uint64_t number;
	struct liteos_event_type type;
} strange[1 << STRANGE_LOG2];

static const struct firmware_slots table = { strange, sizeof(*strange),
					     STRANGE_LOG2 };

static const struct pxt_liteos_place nowhere;

struct liteos_event_type *liteos_event_type_beside(uint32_t number)
{
	struct slot *slot = NULL;
	bool is_new;

	if (number >= PXT_LITEOS_USER)
		return &users[number % LITEOS_PER_MODULE];
	if (number)
		slot = firmware_slots_find(&table, number, &is_new);
	return slot ? &slot->type : &other;
}

static const struct pxt_liteos_event *event_of(uint32_t number, bool old_timer)
{
	if (number == PXT_LITEOS_SWTMR_START && old_timer)
		return &pxt_liteos_old_timer;
	return pxt_liteos_event_find(number);
}

trace_event_id_t liteos_event_type_open(struct liteos_event_type *type,
					uint32_t number,
					const struct pxt_liteos_shape *shape,
					bool old_timer,
					struct pxt_liteos_values *values)
{
	const struct pxt_liteos_event *event = event_of(number, old_timer);
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char room[24];
	const char *name = PXT_LITEOS_OTHER;

	if (type != &other)
		name = pxt_liteos_event_name(number, false, room);
	pxt_liteos_values_find(event, shape, values);
	pxt_liteos_description_write(event, shape, &nowhere, description);
	/* T1 publishes them. */
	atomic_store_explicit(&type->event, event, memory_order_relaxed);
	atomic_store_explicit(&type->declared, values->declared,
			      memory_order_relaxed);
	atomic_store_explicit(&type->named, values->named,
			      memory_order_relaxed);
	atomic_store_explicit(&type->objects, values->objects,
			      memory_order_relaxed);
	return firmware_type_open(&type->type, name, description);
}
