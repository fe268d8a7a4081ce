/* insert.c - events: to the buffer of the firmware, and to streams */
#include "firmware/threadx/insert.h"

#include <stdatomic.h>

#include <trace_np.h>

#include "firmware/common/always.h"
#include "firmware/threadx/buffer.h"
#include "firmware/threadx/clock.h"
#include "firmware/threadx/context.h"
#include "firmware/threadx/event_types.h"
#include "firmware/threadx/exclusion.h"
#include "firmware/threadx/interface.h"
#include "firmware/threadx/pending.h"
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

static void record(struct pxt_threadx_data *data, const void *place)
{
	struct pxt_threadx_layout own;
	const trace_event_id_t type = threadx_event_type(
		(uint16_t)data->word[PXT_THREADX_EVENT], &data->layout, &own);
	uint8_t bytes[PXT_THREADX_DATA_MAX];

	posix_trace_event_at_np(
		type, bytes,
		pxt_threadx_data_put(bytes, sizeof(uint32_t), data), place);
}

/* Events that streams have, and buffers lack. */
static _Atomic uint32_t left_out;

static void leave_out(uint32_t count)
{
	atomic_fetch_add_explicit(&left_out, count, memory_order_relaxed);
}

uint32_t threadx_insert_left_out(void)
{
	return atomic_load_explicit(&left_out, memory_order_relaxed);
}

/* The firmware may disable the trace, and enable another buffer. */
static void notify(void *header)
{
	void (*function)(void *) = __atomic_load_n(
		&_tx_trace_full_notify_function, __ATOMIC_RELAXED);

	if (function)
		function(header);
}

/* Puts a pending event into the buffer. False: none is pending. */
static bool put_pending(void)
{
	void *const header = _tx_trace_header_ptr;
	uint64_t word[PXT_THREADX_SLOT_WORDS];
	bool is_full = false, is_one;

	if (!threadx_exclusion_begin())
		return false;
	is_one = threadx_pending_take(word);
	if (is_one && !threadx_buffer_put(word, &is_full))
		leave_out(1);
	threadx_exclusion_end();
	if (is_full)
		notify(header);
	return is_one;
}

void threadx_insert_settle(void)
{
	while (!threadx_pending_is_empty() && put_pending())
		;
}

void threadx_insert_forget(void)
{
	leave_out(threadx_pending_clear());
}

/* Stamps what cannot be put now. A handler's event waits for the insert that it
 * interrupted. */
static void put_later(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks)
{
	word[PXT_THREADX_STAMP] = threadx_clock_read(ticks);
	if (threadx_buffer_is_there() &&
	    !(threadx_exclusion_is_mine() && threadx_pending_add(word)))
		leave_out(1);
}

/* Stamps the event and puts it into the buffer, if there is one: behind all that
 * handlers put off before the stamp. */
static void put(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks,
		bool *is_full)
{
	enum { TRIES = 100 };

	for (int i = 0; i < TRIES; i++) {
		threadx_insert_settle();
		if (!threadx_buffer_is_there() || !threadx_exclusion_begin())
			break;
		word[PXT_THREADX_STAMP] = threadx_clock_read(ticks);
		if (threadx_pending_is_empty()) {
			threadx_buffer_put(word, is_full);
			threadx_exclusion_end();
			threadx_insert_settle();
			return;
		}
		threadx_exclusion_end();
	}
	put_later(word, ticks);
}

/* The caller in the kernel has interrupts off. */
static void put_in_kernel(uint64_t word[PXT_THREADX_SLOT_WORDS],
			  uint64_t *ticks, bool *is_full)
{
	word[PXT_THREADX_STAMP] = threadx_clock_read(ticks);
	threadx_buffer_put(word, is_full);
}

static inline __attribute__((always_inline)) void
insert(uint32_t id, const uint32_t info[4], const void *place, bool in_kernel)
{
	const bool is_traced = __posix_trace_wanted();
	struct threadx_context context;
	bool is_full = false;

	if (!is_traced && !threadx_buffer_is_there())
		return;
	threadx_context_register();
	threadx_context_get(&context);
	const struct pxt_threadx_context named = {
		.address = context.word,
		.name = (char *)(uintptr_t)context.name,
		.len = context.name_len,
	};
	struct pxt_threadx_data data = {
		.context = &named,
		.word = { context.word, context.priority, id, 0, info[0],
			  info[1], info[2], info[3] },
	};
	void *const header = _tx_trace_header_ptr;

	if (in_kernel)
		put_in_kernel(data.word, &data.ticks, &is_full);
	else
		put(data.word, &data.ticks, &is_full);
	if (is_traced)
		record(&data, place);
	if (__builtin_expect(is_full, 0))
		notify(header);
}

void threadx_insert(uint32_t id, const uint32_t info[4], const void *place)
{
	insert(id, info, place, false);
}

void pxt_threadx_insert(unsigned long id, unsigned long info_1,
			unsigned long info_2, unsigned long info_3,
			unsigned long info_4, unsigned long event_class)
{
	const uint32_t info[] = { (uint32_t)info_1, (uint32_t)info_2,
				  (uint32_t)info_3, (uint32_t)info_4 };

	if (threadx_insert_is_wanted((uint32_t)event_class))
		insert((uint32_t)id, info, __builtin_return_address(0), false);
}

void pxt_threadx_insert_in_kernel(unsigned long id, unsigned long info_1,
				  unsigned long info_2, unsigned long info_3,
				  unsigned long info_4,
				  unsigned long event_class,
				  const struct pxt_threadx_kernel *kernel)
{
	const uint32_t info[] = { (uint32_t)info_1, (uint32_t)info_2,
				  (uint32_t)info_3, (uint32_t)info_4 };

	if (!threadx_insert_is_wanted((uint32_t)event_class))
		return;
	threadx_context_learn(kernel);
	insert((uint32_t)id, info, __builtin_return_address(0), true);
}
