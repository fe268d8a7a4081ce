/* insert.c - events: to the buffer of the firmware, and to streams */
#include "firmware/threadx/insert.h"

#include <stdatomic.h>

#include <trace_np.h>

#include "firmware/common/always.h"
#include "firmware/common/traced.h"
#include "firmware/threadx/buffer.h"
#include "firmware/threadx/clock.h"
#include "firmware/threadx/context.h"
#include "firmware/threadx/event_types.h"
#include "firmware/threadx/exclusion.h"
#include "firmware/threadx/interface.h"
#include "format/threadx/import/data.h"

ULONG _tx_trace_event_enable_bits;
VOID (*_tx_trace_full_notify_function)(VOID *header);
unsigned pxt_threadx_wanted;

static unsigned compute_wanted(void)
{
	if (!firmware_always && !threadx_buffer_is_there())
		return 0;
	return (unsigned)__atomic_load_n(&_tx_trace_event_enable_bits,
					 __ATOMIC_SEQ_CST);
}

/* The last of several callers stores what is right. */
void threadx_insert_update(void)
{
	unsigned wanted;

	do {
		wanted = compute_wanted();
		__atomic_store_n(&pxt_threadx_wanted, wanted, __ATOMIC_SEQ_CST);
	} while (compute_wanted() != wanted);
}

bool threadx_insert_is_wanted(uint32_t event_class)
{
	return __atomic_load_n(&pxt_threadx_wanted, __ATOMIC_RELAXED) &
	       event_class;
}

__attribute__((constructor)) static void want_always(void)
{
	if (!firmware_always)
		return;
	_tx_trace_event_enable_bits = UINT32_MAX;
	threadx_insert_update();
}

static void record(const uint32_t word[PXT_THREADX_SLOT_WORDS], uint64_t ticks,
		   const struct threadx_context *context, const void *place)
{
	const uint16_t id = (uint16_t)word[PXT_THREADX_EVENT];
	const struct pxt_threadx_context named = {
		.address = context->word,
		.name = (char *)(uintptr_t)context->name,
		.len = context->name_len,
	};
	struct pxt_threadx_layout layout;
	const trace_event_id_t type = threadx_event_type(id, &layout);
	struct pxt_threadx_data data = {
		.context = &named,
		.layout = &layout,
		.ticks = ticks,
	};
	uint8_t bytes[PXT_THREADX_DATA_MAX];

	for (unsigned i = 0; i < PXT_THREADX_SLOT_WORDS; i++)
		data.word[i] = word[i];
	posix_trace_event_at_np(
		type, bytes, pxt_threadx_data_put(bytes, sizeof(*word), &data),
		place);
}

/* Events that only streams have. */
static _Atomic uint32_t left_out;

static bool put(uint32_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks,
		bool *is_full)
{
	bool is_put;

	if (!threadx_buffer_is_there())
		return false;
	if (!threadx_exclusion_begin()) {
		atomic_fetch_add_explicit(&left_out, 1, memory_order_relaxed);
		return false;
	}
	is_put = threadx_buffer_put(word, ticks, is_full);
	threadx_exclusion_end();
	return is_put;
}

uint32_t threadx_insert_left_out(void)
{
	return atomic_load_explicit(&left_out, memory_order_relaxed);
}

/* The firmware may disable the trace, and enable another buffer. */
static void notify(void *header)
{
	VOID(*const function)
	(VOID *) = __atomic_load_n(&_tx_trace_full_notify_function,
				   __ATOMIC_RELAXED);

	if (function)
		function(header);
}

void threadx_insert(uint32_t id, const uint32_t info[4], const void *place)
{
	const bool is_traced = firmware_is_traced();
	struct threadx_context context;
	bool is_full = false;
	uint64_t ticks;

	if (!is_traced && !threadx_buffer_is_there())
		return;
	threadx_context_register();
	threadx_context_get(&context);
	uint32_t word[PXT_THREADX_SLOT_WORDS] = {
		context.word, context.priority, id,	 0,
		info[0],      info[1],		info[2], info[3],
	};
	void *const header = _tx_trace_header_ptr;

	if (!put(word, &ticks, &is_full))
		word[PXT_THREADX_STAMP] = threadx_clock_read(&ticks);
	if (is_traced)
		record(word, ticks, &context, place);
	if (__builtin_expect(is_full, 0))
		notify(header);
}

void pxt_threadx_insert(unsigned long id, unsigned long info_1,
			unsigned long info_2, unsigned long info_3,
			unsigned long info_4, unsigned long event_class)
{
	const uint32_t info[] = { (uint32_t)info_1, (uint32_t)info_2,
				  (uint32_t)info_3, (uint32_t)info_4 };

	if (threadx_insert_is_wanted((uint32_t)event_class))
		threadx_insert((uint32_t)id, info, __builtin_return_address(0));
}
