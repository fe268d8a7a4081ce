/* hook.c - what an event goes through */
#include "firmware/liteos/hook.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "firmware/common/always.h"
#include "firmware/liteos/board.h"
#include "firmware/liteos/buffer.h"
#include "firmware/liteos/messages.h"
#include "firmware/liteos/objects.h"
#include "firmware/liteos/setup.h"
#include "firmware/liteos/state.h"
#include "firmware/liteos/stream.h"
#include "format/liteos/events.h"

enum {
	SCHEDULE = 1, /* the interrupt by which processors call each other */
	LOWER = 0xffff,
};

liteos_hook *g_traceEventHook;

static _Atomic uint32_t counter;
static _Thread_local unsigned interrupts; /* of this thread, entered */

/* An event as the program gives it. */
struct event {
	uint32_t type;
	uint64_t identity;
	const void *params;
	unsigned count;
	const void *place;
};

static uint64_t param(const struct event *event, unsigned i)
{
	if (i >= event->count)
		return 0;
	if (liteos_setup.layout.shape.width == 8)
		return ((const uint64_t *)event->params)[i];
	return ((const uint32_t *)event->params)[i];
}

static uint32_t module_of(uint32_t type)
{
	return type & ~15U;
}

/* Enters a task that is created, or gets another priority, whatever the state
 * and the mask. */
static void add_task(const struct event *event)
{
	const bool created = event->type == PXT_LITEOS_TASK_CREATE;
	const uint32_t priority = (uint32_t)param(event, created ? 1 : 2);
	const uint32_t task = (uint32_t)event->identity;
	char name[PXT_LITEOS_NAME_LEN + 1];
	uint32_t id;

	liteos_board_task_name(task, name);
	id = liteos_buffer_add_task(task, priority, name);
	liteos_objects_task(id, name, priority);
	if (!liteos_setup.online)
		return;
	liteos_messages_keep_task(task, priority);
	if (liteos_state_enabled())
		liteos_messages_task(task, priority, name);
}

static bool is_filtered(const struct event *event)
{
	const uint32_t number = (uint32_t)event->identity;
	uint32_t (*filter)(uint32_t);

	if (module_of(event->type) != PXT_LITEOS_HWI)
		return false;
	if (number == liteos_setup.uart || number == liteos_setup.tick ||
	    (liteos_setup.smp && number == SCHEDULE))
		return true;
	filter = atomic_load_explicit(&liteos_state.filter,
				      memory_order_relaxed);
	return filter && filter(number);
}

static uint32_t core_of(const struct event *event, unsigned params)
{
	const unsigned active = interrupts || event->type == PXT_LITEOS_HWI_OUT;

	return (liteos_board_cpu() & 0xff) << PXT_LITEOS_CPU |
	       active << PXT_LITEOS_IN_INTERRUPT |
	       (params & 15) << PXT_LITEOS_COUNT_OF_PARAMS;
}

/* counted: the frame goes to the buffer, and so has a number of its own. */
static void fill(const struct event *event, bool counted,
		 struct pxt_liteos_frame *frame)
{
	const struct pxt_liteos_shape *shape = &liteos_setup.layout.shape;
	const unsigned params =
		event->count < shape->params ? event->count : shape->params;

	frame->type = event->type;
	frame->identity = event->identity;
	if (module_of(event->type) == PXT_LITEOS_TASK)
		frame->identity = liteos_buffer_task((uint32_t)event->identity);
	for (unsigned i = 0; i < shape->params; i++)
		frame->param[i] = param(event, i);
	frame->task = liteos_buffer_task(liteos_board_task());
	frame->pid = shape->pid ? liteos_board_process() : 0;
	frame->core = shape->core ? core_of(event, params) : 0;
	frame->time = liteos_board_time();
	frame->count =
		counted ? atomic_fetch_add_explicit(&counter, 1,
						    memory_order_relaxed) :
			  atomic_load_explicit(&counter, memory_order_relaxed);
}

/* An event that passes the state, the mask and the filter goes to both. */
static void put(const struct event *event, bool passes)
{
	struct pxt_liteos_frame frame;
	const bool streams = liteos_stream_wants();

	if (!passes && !streams)
		return;
	fill(event, passes, &frame);
	if (streams)
		liteos_stream_put(&liteos_setup.layout, &frame, event->place);
	if (passes && liteos_setup.online)
		liteos_messages_event(&frame);
	else if (passes)
		liteos_buffer_put(&frame);
}

/* What is asked of a pool becomes an event that tells of it. */
static bool measure(struct event *event, uint64_t status[2])
{
	uint32_t used, unused;

	if (!liteos_board_measure(event->identity, &used, &unused))
		return false;
	if (liteos_setup.layout.shape.width == 8) {
		status[0] = used;
		status[1] = unused;
	} else {
		((uint32_t *)status)[0] = used;
		((uint32_t *)status)[1] = unused;
	}
	event->type++;
	event->params = status;
	event->count = 2;
	return true;
}

static void track_interrupts(uint32_t type)
{
	if (type == PXT_LITEOS_HWI_IN)
		interrupts++;
	else if (type == PXT_LITEOS_HWI_OUT && interrupts)
		interrupts--;
}

static void take(struct event *event)
{
	uint64_t status[2];
	bool passes;

	if (event->type == PXT_LITEOS_TASK_CREATE ||
	    event->type == PXT_LITEOS_TASK_PRIOSET)
		add_task(event);
	if (event->type == PXT_LITEOS_TASK_DELETE)
		liteos_messages_drop_task((uint32_t)event->identity);
	if (liteos_setup.layout.shape.core)
		track_interrupts(event->type);
	passes = liteos_state_wants(event->type) && !is_filtered(event);
	if (!passes && !firmware_always)
		return;
	if (event->type == PXT_LITEOS_MEM_INFO_REQ && !measure(event, status))
		return;
	put(event, passes);
}

void liteos_hook_event(uint32_t type, uint64_t identity, const void *params,
		       uint16_t count, const void *place)
{
	struct event event = { type, identity, params, count, place };

	/* The upper half of a register is not defined by a narrow caller. */
	if (liteos_setup.layout.shape.width == 4)
		event.identity = (uint32_t)identity;
	if (!params)
		event.count = 0;
	take(&event);
}

void OsTraceHook(uint32_t type, uintptr_t identity, const void *params,
		 uint16_t count)
{
	/* Nothing else happens to most events that nobody wants. */
	if (!firmware_always && !liteos_state_wants(type) &&
	    module_of(type) != PXT_LITEOS_TASK &&
	    module_of(type) != PXT_LITEOS_HWI)
		return;
	liteos_hook_event(type, identity, params, count,
			  __builtin_return_address(0));
}
