/* hook.c - what an event goes through */
#include "firmware/liteos/hook.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/load.h"
#include "firmware/common/always.h"
#include "firmware/liteos/board.h"
#include "firmware/liteos/buffer.h"
#include "firmware/liteos/client.h"
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

static const bool is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

liteos_hook *g_traceEventHook;

static _Atomic uint32_t counter;
static _Thread_local unsigned interrupts; /* entered by this thread */

/* An event as the program gives it. Rare ways take a copy, so that the others
 * have it in registers. */
struct event {
	uint32_t type;
	uint64_t identity;
	const void *params;
	unsigned count;
	const void *place;
};

/* The ways that an event goes. */
struct ways {
	bool buffer, client, streams;
};

#define ON_THE_PATH static inline __attribute__((always_inline))
#define RARE static __attribute__((noinline))

ON_THE_PATH uint64_t param(const struct event *event, unsigned width,
			   unsigned i)
{
	if (i >= event->count)
		return 0;
	if (width == 8)
		return pxt_load64((const uint64_t *)event->params + i);
	return ((const uint32_t *)event->params)[i];
}

ON_THE_PATH uint32_t module_of(uint32_t type)
{
	return type & ~15U;
}

/* Enters a task that is created, or gets another priority, whatever the state
 * and the mask. */
RARE void add_task(struct event event)
{
	const bool created = event.type == PXT_LITEOS_TASK_CREATE;
	const uint32_t priority = (uint32_t)param(
		&event, liteos_setup.layout.shape.width, created ? 1 : 2);
	const uint32_t task = (uint32_t)event.identity;
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

ON_THE_PATH bool is_filtered(const struct event *event)
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

RARE uint32_t core_of(uint32_t type, unsigned params)
{
	const unsigned active = interrupts || type == PXT_LITEOS_HWI_OUT;

	return (liteos_board_cpu() & 0xff) << PXT_LITEOS_CPU |
	       active << PXT_LITEOS_IN_INTERRUPT |
	       (params & 15) << PXT_LITEOS_COUNT_OF_PARAMS;
}

/* The number of a frame: that of the last one unless this one counts. */
RARE uint32_t number_of(bool counts)
{
	return counts ? atomic_fetch_add_explicit(&counter, 1,
						  memory_order_relaxed) :
			atomic_load_explicit(&counter, memory_order_relaxed);
}

/* All but the time */
ON_THE_PATH void fill(const struct event *event,
		      const struct pxt_liteos_shape *shape, bool counts,
		      struct pxt_liteos_frame *frame)
{
	const unsigned params =
		event->count < shape->params ? event->count : shape->params;

	frame->type = event->type;
	frame->identity = event->identity;
	if (module_of(event->type) == PXT_LITEOS_TASK)
		frame->identity = liteos_buffer_task((uint32_t)event->identity);
	for (unsigned i = 0; i < shape->params; i++)
		frame->param[i] = param(event, shape->width, i);
	frame->task = liteos_buffer_task(liteos_board_task());
	frame->pid = shape->pid ? liteos_board_process() : 0;
	frame->core = shape->core ? core_of(event->type, params) : 0;
	frame->count = shape->count ? number_of(counts) : 0;
	frame->time = 0;
}

/* Makers of data, at the time that the stream's clock said. */

ON_THE_PATH size_t make_as(const struct pxt_liteos_layout *layout,
			   const struct liteos_stream_event *event,
			   uint8_t *data, struct posix_trace_stamp_np read)
{
	event->frame->time = liteos_board_time(&read);
	return liteos_stream_make(layout, event, data);
}

static size_t make_plain(void *event, void *data,
			 struct posix_trace_stamp_np read)
{
	return make_as(&liteos_plain_layout, event, data, read);
}

static size_t make_other(void *event, void *data,
			 struct posix_trace_stamp_np read)
{
	return make_as(&liteos_setup.layout, event, data, read);
}

/* Records an event, and gives its frame the time. Streams do not wait for the
 * program's own. */
ON_THE_PATH void record(const struct pxt_liteos_layout *layout,
			struct liteos_stream_event *event, const void *place)
{
	if (!liteos_board_has_time() &&
	    !posix_trace_event_in_place_np(
		    event->type, LITEOS_STREAM_DATA_MAX,
		    layout == &liteos_plain_layout ? make_plain : make_other,
		    event, place))
		return;
	event->frame->time = liteos_board_time(NULL);
	liteos_stream_put(layout, event, place);
}

/* A frame in the buffer, and at last its time. */

ON_THE_PATH void write_as(const struct pxt_liteos_layout *layout,
			  const struct pxt_liteos_frame *frame, uint8_t *at)
{
	if (layout == &liteos_plain_layout)
		pxt_liteos_layout_put_inline(&liteos_plain_layout, is_big,
					     frame, at);
	else
		pxt_liteos_layout_put(layout, is_big, frame, at);
}

ON_THE_PATH void finish_as(const struct pxt_liteos_layout *layout,
			   uint64_t time, struct liteos_buffer_place slot)
{
	pxt_liteos_set64(slot.at + layout->time, is_big, time);
	liteos_buffer_release(slot.turn);
}

ON_THE_PATH void put_as(const struct pxt_liteos_layout *layout,
			const struct event *event, struct ways ways)
{
	struct liteos_stream_event stream;
	struct pxt_liteos_frame frame;
	struct liteos_buffer_place slot = { 0 };

	/* The slot first, as an atomic operation waits for what was stored
	 * before, and a stream's memory is slow; meanwhile all else is done
	 * but the time, as reading that waits, too. */
	if (ways.buffer)
		slot = liteos_buffer_take();
	fill(event, &layout->shape, ways.buffer || ways.client, &frame);
	if (ways.streams)
		liteos_stream_begin(layout, event->type, &frame, &stream);
	if (slot.at)
		write_as(layout, &frame, slot.at);
	if (ways.streams)
		record(layout, &stream, event->place);
	else
		frame.time = liteos_board_time(NULL);
	if (slot.at)
		finish_as(layout, frame.time, slot);
	else if (ways.client)
		liteos_messages_event(&frame);
}

RARE void put_in_other_layout(struct event event, struct ways ways)
{
	put_as(&liteos_setup.layout, &event, ways);
}

ON_THE_PATH void put(const struct event *event, struct ways ways)
{
	if (liteos_setup.is_plain)
		put_as(&liteos_plain_layout, event, ways);
	else
		put_in_other_layout(*event, ways);
}

/* A question about a pool becomes an event that tells of it. */
RARE void trace_pool(uint64_t pool, const void *place)
{
	const bool is_wide = liteos_setup.layout.shape.width == 8;
	uint32_t status[2];
	uint64_t wide[2];

	if (!liteos_board_measure(pool, &status[0], &status[1]))
		return;
	wide[0] = status[0];
	wide[1] = status[1];
	liteos_hook_trace(PXT_LITEOS_MEM_INFO, pool,
			  is_wide ? (const void *)wide : status, 2, place);
}

RARE void track_interrupts(uint32_t type)
{
	if (type == PXT_LITEOS_HWI_IN)
		interrupts++;
	else if (type == PXT_LITEOS_HWI_OUT && interrupts)
		interrupts--;
}

/* Tables change by some events, wherever these go. */
ON_THE_PATH bool changes_tables(uint32_t type)
{
	return type == PXT_LITEOS_TASK_CREATE ||
	       type == PXT_LITEOS_TASK_PRIOSET ||
	       type == PXT_LITEOS_TASK_DELETE;
}

ON_THE_PATH void take_notice(const struct event *event)
{
	if (event->type == PXT_LITEOS_TASK_CREATE ||
	    event->type == PXT_LITEOS_TASK_PRIOSET)
		add_task(*event);
	else if (event->type == PXT_LITEOS_TASK_DELETE)
		liteos_messages_drop_task((uint32_t)event->identity);
	else if (liteos_setup.layout.shape.core)
		track_interrupts(event->type);
}

static __attribute__((noinline)) void take(uint32_t type, uint64_t identity,
					   const void *params, uint16_t count,
					   const void *place)
{
	/* The upper half of a register is not defined by a narrow caller. */
	const struct event event = {
		.type = type,
		.identity = liteos_setup.layout.shape.width == 4 ?
				    (uint32_t)identity :
				    identity,
		.params = params,
		.count = params ? count : 0,
		.place = place,
	};
	struct ways ways;
	bool passes;

	take_notice(&event);
	passes = liteos_state_wants(type) && !is_filtered(&event);
	ways.streams = (passes || firmware_always) && liteos_stream_wants();
	ways.buffer = passes && !liteos_setup.online;
	ways.client = passes && liteos_setup.online && liteos_client_is_open();
	if (!ways.buffer && !ways.client && !ways.streams)
		return;
	if (type == PXT_LITEOS_MEM_INFO_REQ)
		trace_pool(event.identity, event.place);
	else
		put(&event, ways);
}

/* The most frequent way: to the buffer of a program that defines no switch, and
 * nowhere else. */

ON_THE_PATH bool goes_to_buffer(uint32_t type)
{
	return liteos_state_wants(type) && liteos_setup.is_plain &&
	       !liteos_setup.online && !liteos_stream_wants() &&
	       module_of(type) != PXT_LITEOS_HWI && !changes_tables(type) &&
	       type != PXT_LITEOS_MEM_INFO_REQ;
}

static __attribute__((noinline)) void put_in_buffer(uint32_t type,
						    uint64_t identity,
						    const void *params,
						    uint16_t count)
{
	const struct event event = {
		.type = type,
		.identity = identity,
		.params = params,
		.count = params ? count : 0,
	};

	put_as(&liteos_plain_layout, &event, (struct ways){ .buffer = true });
}

/* A tree without the variable calls the function. */
static liteos_hook *find_hook(void)
{
	return liteos_setup.layout.tree == 'l' ? OsTraceHook : g_traceEventHook;
}

void liteos_hook_trace(uint32_t type, uint64_t identity, const void *params,
		       uint16_t count, const void *place)
{
	liteos_hook *const hook = find_hook();

	if (hook == OsTraceHook)
		take(type, identity, params, count, place);
	else if (hook)
		hook(type, (uintptr_t)identity, params, count);
}

/* Nothing here but tail calls. */
void OsTraceHook(uint32_t type, uintptr_t identity, const void *params,
		 uint16_t count)
{
	if (goes_to_buffer(type))
		put_in_buffer(type, identity, params, count);
	else if (firmware_always || liteos_state_wants(type) ||
		 module_of(type) == PXT_LITEOS_TASK ||
		 module_of(type) == PXT_LITEOS_HWI)
		take(type, identity, params, count,
		     __builtin_return_address(0));
}
