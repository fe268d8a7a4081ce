/* insert.c - events: to the buffer of the firmware, and to streams */
#include "firmware/threadx/insert.h"

#include <stdatomic.h>

#include <trace_np.h>

#include "base/load.h"
#include "firmware/common/always.h"
#include "firmware/threadx/buffer.h"
#include "firmware/threadx/clock.h"
#include "firmware/threadx/context.h"
#include "firmware/threadx/event_types.h"
#include "firmware/threadx/exclusion.h"
#include "firmware/threadx/interface.h"
#include "firmware/threadx/kernel.h"
#include "firmware/threadx/objects.h"
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
	data->layout = NULL; /* this function may own it */
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

static void notify(void)
{
	void (*function)(void *) = __atomic_load_n(
		&_tx_trace_full_notify_function, __ATOMIC_RELAXED);

	if (function)
		function(threadx_buffer_header());
}

/* Ends the exclusion; but first tells of a full buffer. The firmware may disable
 * the trace, and enable another buffer: what handlers insert meanwhile waits for
 * that. A kernel's exclusion does not nest. */
static __attribute__((noinline)) void end_full(void)
{
	if (threadx_kernel_excludes()) {
		threadx_exclusion_end();
		notify();
		return;
	}
	threadx_exclusion_is_lent = true;
	notify();
	threadx_exclusion_is_lent = false;
	threadx_exclusion_end();
}

static inline void end(bool is_full)
{
	if (__builtin_expect(is_full, 0))
		end_full();
	else
		threadx_exclusion_end();
}

static void do_event(const uint64_t word[PXT_THREADX_SLOT_WORDS], bool *is_full)
{
	if (!threadx_buffer_put(word, is_full))
		leave_out(1);
}

static void do_one(const struct threadx_pending *pending, bool *is_full)
{
	switch (threadx_pending_kind_of(pending)) {
	case THREADX_PENDING_EVENT:
		do_event(pending->word, is_full);
		break;
	case THREADX_PENDING_OBJECT:
		threadx_objects_add_late(&pending->object);
		break;
	case THREADX_PENDING_END:
		threadx_objects_remove_late(pending->address);
		break;
	case THREADX_PENDING_LOST:
		leave_out(1);
		break;
	}
}

/* Does what is pending for the longest. False: nothing is. */
static bool do_first(void)
{
	const struct threadx_pending *first;
	bool is_full = false;

	if (!threadx_exclusion_begin())
		return false;
	first = threadx_pending_first();
	if (first) {
		do_one(first, &is_full);
		threadx_pending_remove_first();
	}
	end(is_full);
	return first;
}

void threadx_insert_do_pending(void)
{
	while (!threadx_pending_is_empty() && do_first())
		;
}

/* A handler's event waits for the insert that it interrupted. */
static void add_pending(const uint64_t word[PXT_THREADX_SLOT_WORDS])
{
	if (!(threadx_exclusion_is_mine() && threadx_pending_add_event(word)))
		leave_out(1);
}

/* Stamps what cannot be put now. */
static void put_later(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks)
{
	word[PXT_THREADX_STAMP] =
		threadx_exclusion_is_mine() ?
			threadx_clock_read_in_order(NULL, ticks) :
			threadx_clock_read(NULL, ticks);
	if (threadx_buffer_is_there())
		add_pending(word);
}

enum outcome {
	PUT,
	OUTRUN,	 /* handlers put off events before the stamp */
	REFUSED, /* the exclusion is another one's, or the buffer is gone */
};

/* Who has read the clock for an event is in a stream, which does not wait. */
static inline bool begin(const struct posix_trace_stamp_np *read)
{
	return read ? threadx_exclusion_try() : threadx_exclusion_begin();
}

/* Stamps the event and puts it into the buffer: behind all that handlers put
 * off before the stamp. The program's source is read once: before the look, a
 * handler is taken for one that came behind the stamp. *is_full: the exclusion
 * goes on, until end_full(). */
static inline enum outcome try_put(uint64_t word[PXT_THREADX_SLOT_WORDS],
				   const struct posix_trace_stamp_np *read,
				   uint64_t *ticks, bool *is_full)
{
	enum outcome outcome = PUT;

	if (__builtin_expect(!begin(read), 0))
		return REFUSED;
	if (pxt_threadx_time && !threadx_pending_is_empty()) {
		threadx_exclusion_end();
		return OUTRUN;
	}
	word[PXT_THREADX_STAMP] = threadx_clock_read_in_order(read, ticks);
	if (__builtin_expect(!threadx_pending_is_empty(), 0) &&
	    !pxt_threadx_time)
		outcome = OUTRUN;
	else if (!threadx_buffer_put(word, is_full))
		leave_out(1);
	if (!*is_full)
		threadx_exclusion_end();
	return outcome;
}

/* The same, with what handlers put off before and meanwhile. */
static inline enum outcome put_once(uint64_t word[PXT_THREADX_SLOT_WORDS],
				    uint64_t *ticks, bool *is_full)
{
	enum outcome outcome;

	threadx_insert_settle();
	outcome = try_put(word, NULL, ticks, is_full);
	if (__builtin_expect(!*is_full, 1))
		threadx_insert_settle();
	return outcome;
}

static __attribute__((noinline)) void
put_again(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks, bool *is_full,
	  enum outcome outcome)
{
	enum { TRIES = 100 };

	for (int i = 0; i < TRIES && outcome == OUTRUN; i++)
		outcome = threadx_buffer_is_there() ?
				  put_once(word, ticks, is_full) :
				  REFUSED;
	if (outcome != PUT)
		put_later(word, ticks);
}

/* Stamps the event, and puts it into the buffer if there is one. *is_full: as of
 * try_put(). */
static inline void put(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks,
		       bool *is_full)
{
	enum outcome outcome;

	if (!threadx_buffer_is_there()) {
		word[PXT_THREADX_STAMP] = threadx_clock_read(NULL, ticks);
		return;
	}
	outcome = put_once(word, ticks, is_full);
	if (__builtin_expect(outcome != PUT, 0))
		put_again(word, ticks, is_full, outcome);
}

/* An event that is made in its place in a stream. */
struct making {
	struct pxt_threadx_data *data;
	bool *is_full;
};

/* Calls no function of the program: streams do not wait for these, either. */
static size_t make(void *argument, void *to, struct posix_trace_stamp_np read)
{
	const struct making *making = argument;
	struct pxt_threadx_data *data = making->data;

	if (!threadx_buffer_is_there())
		data->word[PXT_THREADX_STAMP] =
			threadx_clock_read(&read, &data->ticks);
	else if (try_put(data->word, &read, &data->ticks, making->is_full) !=
		 PUT)
		return POSIX_TRACE_NOT_MADE_NP;
	return pxt_threadx_data_put(to, sizeof(uint32_t), data);
}

/* Puts the event into the buffer and a stream at once. False: nothing is
 * done. */
static inline bool put_in_place(struct pxt_threadx_data *data,
				const void *place)
{
	bool is_full = false;
	struct making making = { data, &is_full };
	struct pxt_threadx_layout own;
	trace_event_id_t type;
	int err;

	if (pxt_threadx_time ||
	    (threadx_buffer_is_there() && !threadx_exclusion_is_near()))
		return false;
	type = threadx_event_type((uint16_t)data->word[PXT_THREADX_EVENT],
				  &data->layout, &own);
	err = posix_trace_event_in_place_np(type, PXT_THREADX_DATA_MAX, make,
					    &making, place);
	data->layout = NULL; /* this function may own it */
	if (__builtin_expect(is_full, 0))
		end_full();
	threadx_insert_settle();
	return !err;
}

/* Puts an event that has its stamp. With a kernel the exclusion is its own. */
static void put_stamped(uint64_t word[PXT_THREADX_SLOT_WORDS], uint64_t *ticks,
			bool *is_full)
{
	*ticks = threadx_clock_ticks((uint32_t)word[PXT_THREADX_STAMP]);
	threadx_insert_settle();
	if (!threadx_buffer_is_there())
		return;
	if (!threadx_exclusion_begin()) {
		add_pending(word);
		return;
	}
	threadx_buffer_put(word, is_full);
	if (*is_full)
		return;
	threadx_exclusion_end();
	threadx_insert_settle();
}

/* The caller in the kernel has interrupts off. */
static void put_in_kernel(uint64_t word[PXT_THREADX_SLOT_WORDS],
			  uint64_t *ticks, bool *is_full)
{
	word[PXT_THREADX_STAMP] = threadx_clock_read(NULL, ticks);
	threadx_buffer_put(word, is_full);
}

/* A handler may interrupt this, too. With a kernel nothing is registered. */
static inline void register_context(void)
{
	if (__builtin_expect(threadx_context_is_registered(), 1))
		return;
	threadx_context_register();
	if (threadx_context_is_registered())
		threadx_insert_settle();
}

/* The way of an event to its stamp, and its place in the buffer. */
enum way { BY_THREADS, BY_KERNEL, STAMPED };

static inline __attribute__((always_inline)) void
insert_by(enum way way, uint32_t id, const uint32_t info[4], uint32_t stamp,
	  const void *place)
{
	const bool is_traced = __posix_trace_wanted();
	struct threadx_context context;
	bool is_full = false;

	if (!is_traced && !threadx_buffer_is_there())
		return;
	register_context();
	threadx_context_get(&context);
	struct pxt_threadx_data data = {
		.context = &context.named,
		.word = { context.named.address, context.priority, id, stamp,
			  pxt_load32(&info[0]), pxt_load32(&info[1]),
			  pxt_load32(&info[2]), pxt_load32(&info[3]) },
	};

	if (is_traced && way == BY_THREADS && put_in_place(&data, place))
		return;
	if (way == BY_KERNEL)
		put_in_kernel(data.word, &data.ticks, &is_full);
	else if (way == STAMPED)
		put_stamped(data.word, &data.ticks, &is_full);
	else
		put(data.word, &data.ticks, &is_full);
	if (is_traced)
		record(&data, place);
	if (__builtin_expect(!is_full, 1))
		return;
	if (way == BY_KERNEL) {
		notify();
	} else {
		end_full();
		threadx_insert_settle();
	}
}

/* With the exclusion, by the short way. False: nothing is done. */
static inline bool put_words(uint32_t id, const uint32_t info[4], bool *is_full)
{
	const uint32_t stamp = threadx_clock_stamp_in_order();
	const struct threadx_buffer_place place = threadx_buffer_next();

	if (!place.slot || !threadx_pending_is_empty())
		return false;
	threadx_buffer_set(place.slot, PXT_THREADX_CONTEXT,
			   threadx_context_address());
	threadx_buffer_set(place.slot, PXT_THREADX_PRIORITY,
			   THREADX_CONTEXT_PRIORITY);
	threadx_buffer_set(place.slot, PXT_THREADX_EVENT, id);
	threadx_buffer_set(place.slot, PXT_THREADX_STAMP, stamp);
	for (unsigned i = 0; i < 4; i++)
		threadx_buffer_set(place.slot, PXT_THREADX_INFORMATION + i,
				   info[i]);
	if (!threadx_buffer_step(place, is_full))
		leave_out(1);
	return true;
}

/* True in a program that has neither a kernel nor a clock of its own. */
static bool is_bare;

__attribute__((constructor)) static void look_for_kernel(void)
{
	is_bare = !pxt_threadx_time && !threadx_kernel_excludes() &&
		  !&_tx_thread_system_state && !&_tx_thread_current_ptr;
}

/* What a board does, and no more: in a program without a kernel or a clock of its
 * own, for a thread that inserts most events, of which no stream wants this one.
 * False: nothing is done. */
static inline bool insert_alone(uint32_t id, const uint32_t info[4])
{
	bool is_full = false, is_put;

	if (!is_bare || !threadx_context_is_registered() ||
	    threadx_context_self.depth || !threadx_exclusion_try())
		return false;
	is_put = put_words(id, info, &is_full);
	if (__builtin_expect(is_full, 0))
		end_full();
	else
		threadx_exclusion_end_short();
	threadx_insert_settle();
	return is_put;
}

/* Two functions, so that the shorter one saves few registers, and their caller
 * none. */

static __attribute__((noinline)) void
insert_traced(uint32_t id, uint32_t info_1, uint32_t info_2, uint32_t info_3,
	      uint32_t info_4, const void *place)
{
	const uint32_t info[] = { info_1, info_2, info_3, info_4 };

	insert_by(BY_THREADS, id, info, 0, place);
}

static __attribute__((noinline)) void
insert_untraced(uint32_t id, uint32_t info_1, uint32_t info_2, uint32_t info_3,
		uint32_t info_4, const void *place)
{
	const uint32_t info[] = { info_1, info_2, info_3, info_4 };

	if (!insert_alone(id, info))
		insert_traced(id, info_1, info_2, info_3, info_4, place);
}

void threadx_insert(uint32_t id, uint32_t info_1, uint32_t info_2,
		    uint32_t info_3, uint32_t info_4, const void *place)
{
	if (__posix_trace_wanted())
		insert_traced(id, info_1, info_2, info_3, info_4, place);
	else if (threadx_buffer_is_there())
		insert_untraced(id, info_1, info_2, info_3, info_4, place);
}

void pxt_threadx_insert(unsigned long id, unsigned long info_1,
			unsigned long info_2, unsigned long info_3,
			unsigned long info_4, unsigned long event_class)
{
	if (threadx_insert_is_wanted((uint32_t)event_class))
		threadx_insert((uint32_t)id, (uint32_t)info_1, (uint32_t)info_2,
			       (uint32_t)info_3, (uint32_t)info_4,
			       __builtin_return_address(0));
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
	insert_by(BY_KERNEL, (uint32_t)id, info, 0,
		  __builtin_return_address(0));
}

VOID _tx_misra_trace_event_insert(ULONG id, VOID *info_1, ULONG info_2,
				  ULONG info_3, ULONG info_4, ULONG event_class,
				  ULONG stamp)
{
	const uint32_t info[] = { (uint32_t)(uintptr_t)info_1, (uint32_t)info_2,
				  (uint32_t)info_3, (uint32_t)info_4 };

	if (threadx_insert_is_wanted((uint32_t)event_class))
		insert_by(STAMPED, (uint32_t)id, info, (uint32_t)stamp,
			  __builtin_return_address(0));
}

/* The same for the linker's --wrap: a kernel has the function itself. */
extern __typeof__(_tx_misra_trace_event_insert)
	__wrap__tx_misra_trace_event_insert THREADX_VISIBLE
	__attribute__((alias("_tx_misra_trace_event_insert")));
