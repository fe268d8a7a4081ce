/* objects.c - tasks, queues, mutexes and so on, as objects of streams */
#include "firmware/liteos/objects.h"

#include <stdbool.h>

#include <trace_np.h>

#include "base/text.h"
#include "firmware/common/slots.h"
#include "firmware/liteos/board.h"

enum {
	MET_LOG2 = 12,	   /* objects; those that find no slot stay numbers */
	NUMBERS = 1 << 16, /* larger values are addresses */
	KIND_SHIFT = 56,   /* a kind beside a value: addresses have less bits */
};

#define NOBODY 0xffffffffU /* owner of a free mutex */

/* Values that were registered, with their kinds. */
static _Atomic uint64_t met[1 << MET_LOG2];
static const struct firmware_slots table = { met, sizeof(*met), MET_LOG2 };

/* True once for each object; false for those that find no slot. A task is one
 * object, whether it owns something or not. */
static inline bool is_first(enum pxt_liteos_kind kind, uint64_t value)
{
	bool is_new;

	if (kind == PXT_LITEOS_OWNER)
		kind = PXT_LITEOS_TASK_ID;
	firmware_slots_find(&table, value ^ (uint64_t)kind << KIND_SHIFT,
			    &is_new);
	return is_new;
}

static __attribute__((noinline)) void enter(enum pxt_liteos_kind kind,
					    uint64_t value)
{
	char name[PXT_LITEOS_NAME_LEN + 1] = "";

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
	if (is_first(kind, value))
		enter(kind, value);
}

void liteos_objects_meet(const struct pxt_liteos_values *values,
			 const struct pxt_liteos_frame *frame)
{
	for (unsigned left = values->objects; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);

		meet(values->event->arg[i].kind,
		     i ? frame->param[i - 1] : frame->identity);
	}
}

void liteos_objects_task(uint32_t id, const char *name, uint32_t priority)
{
	char details[32];

	is_first(PXT_LITEOS_TASK_ID, id);
	pxt_text_decimal(pxt_text_copy(details, "priority="), priority);
	posix_trace_object_register_np("task", id, name, details);
}
