/* objects.c - tasks, queues, mutexes and so on, as objects of streams */
#include "firmware/liteos/objects.h"

#include <stdatomic.h>
#include <stdbool.h>

#include <trace_np.h>

#include "base/text.h"
#include "firmware/liteos/board.h"

enum {
	MET = 1 << 12, /* objects, a power of two; later ones stay numbers */
	PROBES = 16,
	NUMBERS = 1 << 16, /* larger values are addresses */
	KIND_SHIFT = 56,   /* a kind beside a value: addresses have less bits */
};

#define NOBODY 0xffffffffU /* owner of a free mutex */

/* Values that were registered, with their kinds. 0: free. */
static _Atomic uint64_t met[MET];

/* A task is one object, whether it owns something or not. */
static uint64_t key_of(enum pxt_liteos_kind kind, uint64_t value)
{
	if (kind == PXT_LITEOS_OWNER)
		kind = PXT_LITEOS_TASK_ID;
	return value ^ (uint64_t)kind << KIND_SHIFT;
}

static uint64_t hash_of(uint64_t key)
{
	return key * UINT64_C(0x9e3779b97f4a7c15) >> 40;
}

/* True for most keys that were registered, and soon. */
static inline bool is_known(uint64_t key)
{
	return atomic_load_explicit(&met[hash_of(key) % MET],
				    memory_order_relaxed) == key;
}

/* True once for each key; false for those that find no place. */
static bool is_first(uint64_t key)
{
	const uint64_t hash = hash_of(key);

	for (uint64_t i = hash; i < hash + PROBES; i++) {
		uint64_t found = atomic_load_explicit(&met[i % MET],
						      memory_order_relaxed);

		if (found == key)
			return false;
		if (!found &&
		    atomic_compare_exchange_strong_explicit(
			    &met[i % MET], &found, key, memory_order_relaxed,
			    memory_order_relaxed))
			return true;
		if (found == key)
			return false;
	}
	return false;
}

static void enter(enum pxt_liteos_kind kind, uint64_t value)
{
	char name[PXT_LITEOS_NAME_LEN + 1] = "";

	if (!is_first(key_of(kind, value)))
		return;
	if (kind == PXT_LITEOS_TASK_ID || kind == PXT_LITEOS_OWNER)
		liteos_board_task_name((uint16_t)value, name);
	else if (value < NUMBERS)
		pxt_text_decimal(name, value);
	posix_trace_object_register_np(pxt_liteos_kind_object(kind), value,
				       name, NULL);
}

static inline void meet(enum pxt_liteos_kind kind, uint64_t value)
{
	if (kind == PXT_LITEOS_OWNER && (uint32_t)value == NOBODY)
		return;
	if (!is_known(key_of(kind, value)))
		enter(kind, value);
}

void liteos_objects_meet(const struct pxt_liteos_values *values,
			 const struct pxt_liteos_frame *frame)
{
	for (unsigned i = 0; values->objects >> i; i++)
		if (values->objects >> i & 1)
			meet(values->event->arg[i].kind,
			     i ? frame->param[i - 1] : frame->identity);
}

void liteos_objects_task(uint32_t id, const char *name, uint32_t priority)
{
	char details[32];

	is_first(key_of(PXT_LITEOS_TASK_ID, id));
	pxt_text_decimal(pxt_text_copy(details, "priority="), priority);
	posix_trace_object_register_np("task", id, name, details);
}
