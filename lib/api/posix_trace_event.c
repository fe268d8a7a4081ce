/* posix_trace_event.c - trace functions for instrumenting application code */
#include <errno.h>
#include <trace_np.h>

#include "base/probe.h"
#include "session/traced/attach.h"
#include "session/traced/promised_types.h"
#include "stream/unreached.h"

int posix_trace_eventid_open(const char *restrict event_name,
			     trace_event_id_t *restrict event_id)
{
	uint32_t type;
	int err;

	if (!event_name || !event_id)
		return EINVAL;
	err = pxt_attach_open_name(event_name, &type);
	if (!err)
		*event_id = type;
	return err;
}

/* The writers of a level are sets in a word. */
_Static_assert(PXT_PROCESS_SLOTS <= 64, "a bit for each writer");

static inline uint64_t bit(unsigned i)
{
	return UINT64_C(1) << i;
}

/* Leaves streams that do not want the event; returns the others. */
static uint64_t enter_some(struct pxt_writer *const *writer, unsigned count,
			   uint32_t type)
{
	uint64_t wanting = 0;

	for (unsigned i = 0; i < count; i++) {
		pxt_writer_enter(writer[i]);
		pxt_barrier_light(); /* R9 */
		if (pxt_writer_unwanted(writer[i], pxt_writer_gate(writer[i]),
					type))
			pxt_writer_leave(writer[i]);
		else
			wanting |= bit(i);
	}
	return wanting;
}

/* Records an event in the streams that want it, which were entered. One reading
 * of the clock, after entering them all, serves them all; unless their clocks
 * differ. */
static void record_in(struct pxt_level *level, uint64_t wanting, uint32_t type,
		      const void *data, size_t len, uint64_t address)
{
	enum pxt_clock clock = PXT_CLOCK_QUICK;
	uint64_t ticks = 0; /* not read yet */

	for (unsigned i = 0; i < level->count; i++) {
		struct pxt_writer *writer = level->streams->in_use[i];

		if (!(wanting & bit(i)))
			continue;
		if (!ticks || writer->clock != clock) {
			clock = writer->clock;
			ticks = pxt_clock_ticks(clock);
		}
		if (!pxt_writer_try(writer, ticks, type, address, data, len))
			pxt_writer_put(writer, &level->thread->self, type,
				       address, data, len);
	}
}

/* Records any event, at a level that was entered. */
static __attribute__((noinline)) void record_at(struct pxt_level *level,
						uint32_t type, const void *data,
						size_t len, uint64_t address)
{
	uint64_t wanting;

	if (!data)
		len = 0;
	type = pxt_promised_types_resolve(type);
	if (!pxt_attach_knows_type(level->thread, type))
		goto leave;
	if (__builtin_expect(level->streams->missing, 0))
		pxt_attach_miss(level, type, 1);
	wanting = enter_some(level->streams->in_use, level->count, type);
	if (wanting)
		record_in(level, wanting, type, data, len, address);
leave:
	pxt_attach_leave(level);
}

/* Records any data in the only stream, in an uncommon way. A child that a handler
 * made since the level was entered has no stream any more. */
static __attribute__((noinline)) void
record_in_one(struct pxt_level *level, uint32_t type, const void *data,
	      size_t len, uint64_t address)
{
	struct pxt_writer *writer = level->only;

	if (writer == &pxt_writer_none) {
		record_at(level, type, data, len, address);
		return;
	}
	pxt_writer_put(writer, &level->thread->self, type, address, data,
		       data ? len : 0);
	pxt_attach_leave(level);
}

/* Records data that is short in the only stream, stamped by a clock that takes a
 * call. What can be done before the call is: reading the clock waits for it in any
 * case, and what is behind waits for the reading. */
static __attribute__((noinline)) void
record_by_clock(struct pxt_level *level, uint32_t type, const void *data,
		size_t len, uint64_t address)
{
	struct pxt_writer *writer = level->only;

	if (!pxt_writer_try_stamped(writer, type, data, len, address)) {
		record_in_one(level, type, data, len, address);
		return;
	}
	pxt_attach_leave(level);
}

/* Records data that is copied by a call, or is stamped by a clock that takes
 * one, in the only stream. */
static __attribute__((noinline)) void
record_by_calls(struct pxt_level *level, uint32_t type, const void *data,
		size_t len, uint64_t address)
{
	struct pxt_writer *writer = level->only;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	if ((!data && len) ||
	    !pxt_writer_try(writer, pxt_clock_ticks(writer->clock), type,
			    address, data, len)) {
		record_in_one(level, type, data, len, address);
		return;
	}
	pxt_attach_leave(level);
}

/* Records data that is copied by wide moves in the only stream. The only call is a
 * tail call. */
static __attribute__((noinline)) PXT_COPY_WIDE void
record_wide(struct pxt_level *level, uint32_t type, const void *data,
	    size_t len, uint64_t address)
{
	if (!pxt_writer_try_wide(level->only, type, address, data, len)) {
		record_in_one(level, type, data, len, address);
		return;
	}
	pxt_attach_leave(level);
}

/* Records data that is not short in the only stream. All calls are tail
 * calls. */
static __attribute__((noinline)) void record_long(struct pxt_level *level,
						  uint32_t type,
						  const void *data, size_t len,
						  uint64_t address)
{
	if (len <= PXT_COPY_SHORT_MAX) {
		record_by_clock(level, type, data, len, address);
		return;
	}
	if (len > PXT_COPY_LONG_MAX || len > level->only->max_data ||
	    !level->only->short_end) {
		record_by_calls(level, type, data, len, address);
		return;
	}
	if (!pxt_writer_try_long(level->only, type, address, data, len)) {
		record_in_one(level, type, data, len, address);
		return;
	}
	pxt_attach_leave(level);
}

/* Enters for short data. False: entered, but there is more to do, or no room. */
static inline bool enter_for_short(struct pxt_writer *writer, uint32_t type,
				   size_t len)
{
	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	return __builtin_expect(
		pxt_writer_wants(writer, pxt_writer_gate(writer), type) &&
			pxt_writer_is_short(writer, len) &&
			pxt_writer_has_room_for_short(writer),
		1);
}

/* Records short data in two streams. The only call is a tail call. */
static __attribute__((noinline)) void
record_in_two(struct pxt_level *level, uint32_t type, const void *data,
	      size_t len, uint64_t address)
{
	struct pxt_writer *const a = level->streams->in_use[0];
	struct pxt_writer *const b = level->streams->in_use[1];
	uint64_t ticks;

	if (!enter_for_short(a, type, len) || !enter_for_short(b, type, len))
		goto careful;
	ticks = pxt_clock_quick();
	if (__builtin_expect(ticks >= a->renew || ticks >= b->renew, 0))
		goto careful;

	pxt_writer_fill_short(a, ticks, type, address, data, len);
	pxt_writer_fill_short(b, ticks, type, address, data, len);
	pxt_attach_leave(level);
	return;
careful:
	record_at(level, type, data, len, address);
}

/* The same in several streams. */
static __attribute__((noinline)) void
record_in_several(struct pxt_level *level, uint32_t type, const void *data,
		  size_t len, uint64_t address)
{
	struct pxt_writer *const *const begin = level->streams->in_use;
	struct pxt_writer *const *const end = begin + level->count;
	struct pxt_writer *const *at;
	uint64_t renew = UINT64_MAX;
	uint64_t ticks;

	for (at = begin; at < end; at++) {
		if (!enter_for_short(*at, type, len))
			goto careful;
		if ((*at)->renew < renew)
			renew = (*at)->renew;
	}
	ticks = pxt_clock_quick();
	if (__builtin_expect(ticks >= renew, 0))
		goto careful;

	for (at = begin; at < end; at++)
		pxt_writer_fill_short(*at, ticks, type, address, data, len);
	pxt_attach_leave(level);
	return;
careful:
	record_at(level, type, data, len, address);
}

/* Begins an event slowly. NULL: nothing is traced, or the event was counted as
 * lost. */
static struct pxt_level *enter(const _Atomic uint64_t *word, uint32_t type)
{
	struct pxt_level *level;

	if (!word || !pxt_process_traced(
			     atomic_load_explicit(word, memory_order_relaxed)))
		return NULL;
	level = pxt_attach_enter(pxt_thread_self, word);
	return level ? level : pxt_attach_enter_slowly(type);
}

/* Records any event, from the beginning. */
static __attribute__((noinline)) void record(uint32_t type, const void *data,
					     size_t len, uint64_t address)
{
	struct pxt_level *level = enter(pxt_attach_word(), type);

	if (!level)
		return;
	record_at(level, type, data, len, address);
	pxt_attach_end_event();
}

/* Whether the only writer of a level wants an event, as far as can be told before the
 * writer is entered. */
enum demand {
	WANTED,
	UNWANTED,
	UNKNOWN, /* another writer knows, or more is due */
};

static inline enum demand demand_for(const struct pxt_writer *writer,
				     uint32_t type)
{
	const uint32_t gate = pxt_writer_gate(writer);

	if (__builtin_expect(gate == PXT_GATE_OPEN, 1))
		return WANTED;
	if (pxt_writer_unwanted(writer, gate, type))
		return UNWANTED;
	return gate == (PXT_GATE_OPEN | PXT_GATE_CHOOSY) ? WANTED : UNKNOWN;
}

/* The place of the event: own is a compile-time constant. */
#define PLACE (own ? (uintptr_t)__builtin_return_address(0) : address)

/*
 * Records short data in one stream: this becomes a leaf function, which needs
 * no stack and saves no register.
 */
static inline __attribute__((always_inline)) void
event(trace_event_id_t event_id, const void *data_ptr, size_t data_len,
      bool own, uint64_t address)
{
	const _Atomic uint64_t *word = pxt_attach_known_word();
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_writer *writer;
	struct pxt_level *level;
	enum demand demand;

	PXT_PROBE3(event, event_id, data_ptr, data_len);
	if (__builtin_expect(!word, 0))
		goto settle;
	/* Without this check all threads would write to the shared dummy
	 * level. */
	if (__builtin_expect(!pxt_process_traced(atomic_load_explicit(
				     word, memory_order_relaxed)),
			     0))
		return;
	level = pxt_attach_enter(thread, word);
	if (__builtin_expect(!level, 0))
		goto settle;

	writer = level->only;
	if (__builtin_expect(event_id - PXT_EVENT_USER_FIRST >= thread->types,
			     0))
		goto learn;
	if (__builtin_expect(!pxt_writer_is_short(writer, data_len), 0))
		goto longer;
	demand = demand_for(writer, event_id);
	if (__builtin_expect(demand != WANTED, 0))
		goto special;
	if (__builtin_expect(!pxt_writer_try_short(writer, event_id, data_ptr,
						   data_len, own, address),
			     0))
		goto careful;
	pxt_attach_leave(level);
	return;

longer:
	if (pxt_writer_is_wide(writer, data_len)) {
		record_wide(level, event_id, data_ptr, data_len, PLACE);
		return;
	}
	demand = demand_for(writer, event_id);
	if (demand == WANTED) {
		record_long(level, event_id, data_ptr, data_len, PLACE);
		return;
	}
special:
	if (demand == UNWANTED) {
		pxt_attach_leave_in(thread, level);
		__asm__ volatile(""); /* avoids a jump to the line above */
		return;
	}
careful:
	if (level->plain == 1)
		record_in_one(level, event_id, data_ptr, data_len, PLACE);
	else if (!level->plain || (!data_ptr && data_len))
		record_at(level, event_id, data_ptr, data_len, PLACE);
	else if (level->plain == 2)
		record_in_two(level, event_id, data_ptr, data_len, PLACE);
	else
		record_in_several(level, event_id, data_ptr, data_len, PLACE);
	return;
learn:
	record_at(level, event_id, data_ptr, data_len, PLACE);
	return;
settle:
	record(event_id, data_ptr, data_len, PLACE);
}

/* In parentheses, as the header has a macro of the name. */
void(posix_trace_event)(trace_event_id_t event_id,
			const void *restrict data_ptr, size_t data_len)
{
	event(event_id, data_ptr, data_len, true, 0);
}

void posix_trace_event_at_np(trace_event_id_t event_id, const void *data,
			     size_t len, const void *address)
{
	event(event_id, data, len, false, (uintptr_t)address);
}

/* Data that is made in its place */

static inline struct posix_trace_stamp_np stamp_of(enum pxt_clock clock,
						   uint64_t ticks)
{
	const bool is_counter = clock == PXT_CLOCK_TSC;

	return (struct posix_trace_stamp_np){
		.counter = is_counter ? ticks : 0,
		.monotonic_ns = is_counter ? 0 : ticks,
	};
}

/* At a level that was entered, in its only stream. False: no record. */
static inline bool make_in(struct pxt_writer *writer, uint32_t type,
			   size_t most, posix_trace_maker_np *make,
			   void *argument, uint64_t address)
{
	uint64_t ticks;
	size_t len;

	pxt_writer_enter(writer);
	pxt_barrier_light(); /* R9 */
	if (!pxt_writer_wants(writer, pxt_writer_gate(writer), type) ||
	    !pxt_writer_takes(writer, most))
		goto leave;
	ticks = pxt_clock_ticks(writer->clock);
	if (ticks >= writer->renew)
		goto leave;
	len = make(argument, pxt_writer_data(writer),
		   stamp_of(writer->clock, ticks));
	if (len > most)
		goto leave;
	PXT_PROBE3(event, type, pxt_writer_data(writer), len);
	pxt_writer_head(writer, ticks, type, address, len);
	pxt_writer_publish(writer, ticks, len);
	return true;
leave:
	pxt_writer_leave(writer);
	return false;
}

int posix_trace_event_in_place_np(trace_event_id_t event_id, size_t most,
				  posix_trace_maker_np *make, void *argument,
				  const void *address)
{
	const _Atomic uint64_t *word = pxt_attach_known_word();
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_level *level;
	bool is_made = false;

	if (!word || !pxt_process_traced(
			     atomic_load_explicit(word, memory_order_relaxed)))
		return EAGAIN;
	level = pxt_attach_enter(thread, word);
	if (!level)
		return EAGAIN;
	/* A thread that knows the type, and records in one stream alone, has a
	 * writer of its own there. */
	if (event_id - PXT_EVENT_USER_FIRST < thread->types &&
	    pxt_writer_wants(level->only, pxt_writer_gate(level->only),
			     event_id))
		is_made = make_in(level->only, event_id, most, make, argument,
				  (uintptr_t)address);
	pxt_attach_leave(level);
	return is_made ? 0 : EAGAIN;
}

/* Losses */

/* A stream that takes no LOSS now counts the events as those without room. */
static void lose_in(struct pxt_writer *writer,
		    const struct pxt_writer_self *self,
		    const struct pxt_loss *loss, int reason)
{
	const struct pxt_unreached lost = {
		.count = loss->count,
		.reason = (uint32_t)reason,
	};
	struct pxt_ring_shared *ring = &writer->shared->ring;

	if (!(pxt_writer_gate(writer) & PXT_GATE_OPEN))
		return;
	if (pxt_writer_put_unreached(writer, self, loss, lost.reason))
		atomic_fetch_add_explicit(&ring->lost, loss->count,
					  memory_order_relaxed);
	else
		pxt_unreached_add_up(ring, &lost);
}

/* Types of lost events are unknown: whoever takes any, takes the loss. */
static void lose(struct pxt_level *level, const struct pxt_loss *loss,
		 int reason)
{
	for (unsigned i = 0; i < level->count; i++)
		lose_in(level->streams->in_use[i], &level->thread->self, loss,
			reason);
	if (level->streams->missing)
		pxt_attach_miss(level, POSIX_TRACE_UNNAMED_USEREVENT,
				loss->count);
}

void posix_trace_lose_np(unsigned long long count, int reason)
{
	struct pxt_level *level;
	struct pxt_loss loss;

	if (!count)
		return;
	level = enter(pxt_attach_word(), POSIX_TRACE_UNNAMED_USEREVENT);
	if (!level)
		return;
	loss = (struct pxt_loss){
		.count = count,
		.since_ns = (uint64_t)pxt_clock_ns(CLOCK_REALTIME),
	};
	lose(level, &loss, reason == EBADMSG ? EBADMSG : EOVERFLOW);
	pxt_attach_leave(level);
	pxt_attach_end_event();
}

static bool is_wanted(struct pxt_level *level, uint32_t type)
{
	bool wanted = false;

	type = pxt_promised_types_resolve(type);
	if (!pxt_attach_knows_type(level->thread, type))
		return false;
	for (unsigned i = 0; i < level->count; i++) {
		struct pxt_writer *writer = level->streams->in_use[i];

		wanted |= !pxt_writer_unwanted(writer, pxt_writer_gate(writer),
					       type);
	}
	return wanted;
}

/* An event of no type enters streams here: it cannot be lost. */
int posix_trace_eventid_wanted_np(trace_event_id_t event_id, int *wanted)
{
	struct pxt_level *level;

	if (!wanted)
		return EINVAL;
	*wanted = 0;
	level = enter(pxt_attach_word(), 0);
	if (!level)
		return 0;
	*wanted = is_wanted(level, event_id);
	pxt_attach_leave(level);
	pxt_attach_end_event();
	return 0;
}
