/* posix_trace_event.c - trace functions for instrumenting application code */
#include <errno.h>
#include <string.h>
#include <trace.h>

#include "session/attach.h"
#include "session/program.h"

int posix_trace_eventid_open(const char *restrict event_name,
			     trace_event_id_t *restrict event_id)
{
	struct pxt_process *process;
	uint32_t type;
	int err;

	if (!event_name || !event_id)
		return EINVAL;
	if (strnlen(event_name, TRACE_EVENT_NAME_MAX + 1) >
	    TRACE_EVENT_NAME_MAX)
		return ENAMETOOLONG;

	type = pxt_event_predefined(event_name);
	process = pxt_home_process();
	if (!type && !process->shared)
		type = POSIX_TRACE_UNNAMED_USEREVENT;
	if (!type) {
		err = pxt_process_open_name(process, event_name, &type);
		if (err)
			return err;
	}
	/* Objects that were loaded since the start have come to stay once
	 * they name their events. */
	pxt_program_publish();
	*event_id = type;
	return 0;
}

static void record_in(struct pxt_thread *thread, struct pxt_writer *writer,
		      uint64_t ticks, uint32_t type, uint64_t address,
		      const void *data, size_t len)
{
	if (!pxt_writer_try(writer, ticks, type, address, data, len))
		pxt_writer_put(writer, &thread->self, type, address, data, len);
}

/* All streams are entered before the clock is read, so that one reading serves
 * them all. */
static void record_in_all(struct pxt_thread *thread, struct pxt_level *level,
			  uint32_t type, uint64_t address, const void *data,
			  size_t len)
{
	struct pxt_writer *const *in_use = level->streams->in_use;
	const unsigned count = level->count;
	uint64_t ticks;

	for (unsigned i = 0; i < count; i++)
		pxt_writer_enter(in_use[i]);
	pxt_barrier_light(); /* R9 */
	ticks = pxt_clock_quick();

	for (unsigned i = 0; i < count; i++)
		record_in(thread, in_use[i], ticks, type, address, data, len);
}

/* Any event, at a level that was entered. */
static __attribute__((noinline)) void record_at(struct pxt_level *level,
						uint32_t type, const void *data,
						size_t len, uint64_t address)
{
	struct pxt_thread *thread = pxt_thread_self;

	if (!data)
		len = 0;
	if (pxt_attach_knows_type(thread, type))
		record_in_all(thread, level, type, address, data, len);
	pxt_attach_leave(thread, level);
}

/* Any event, from the beginning. */
static __attribute__((noinline)) void record(uint32_t type, const void *data,
					     size_t len, uint64_t address)
{
	_Atomic uint64_t *word = pxt_attach_word();
	struct pxt_level *level;

	if (!pxt_process_traced(
		    atomic_load_explicit(word, memory_order_relaxed)))
		return;
	level = pxt_attach_enter(pxt_thread_self, word);
	if (!level)
		level = pxt_attach_enter_slowly();
	if (level)
		record_at(level, type, data, len, address);
}

/*
 * One stream, a short piece of data, nothing special: a leaf function, which
 * needs no stack and saves no register. That the process is traced was seen
 * by the macro.
 *
 * In parentheses, as the header has a macro of the name.
 */
void(posix_trace_event)(trace_event_id_t event_id,
			const void *restrict data_ptr, size_t data_len)
{
	const _Atomic uint64_t *word = pxt_attach_known_word();
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_writer *writer;
	struct pxt_level *level;
	uint32_t gate;

	if (__builtin_expect(!word, 0))
		goto settle;
	level = pxt_attach_enter(thread, word);
	if (__builtin_expect(!level, 0))
		goto settle;

	writer = level->only;
	if (__builtin_expect(event_id - PXT_EVENT_USER_FIRST >= thread->types,
			     0))
		goto careful;
	gate = pxt_writer_gate(writer);
	if (__builtin_expect(gate != PXT_GATE_OPEN, 0)) {
		if (!(gate & PXT_GATE_OPEN))
			goto unwanted;
		if (gate != (PXT_GATE_OPEN | PXT_GATE_CHOOSY))
			goto careful;
		if (pxt_writer_filters(writer, event_id))
			goto unwanted;
	}
	if (__builtin_expect(!pxt_writer_try_short(writer, event_id, data_ptr,
						   data_len),
			     0))
		goto careful;
	pxt_attach_leave(pxt_thread_self, level);
	return;

unwanted:
	pxt_attach_leave(thread, level);
	__asm__ volatile(""); /* spares this a jump to the line above */
	return;
careful:
	record_at(level, event_id, data_ptr, data_len,
		  (uintptr_t)__builtin_return_address(0));
	return;
settle:
	record(event_id, data_ptr, data_len,
	       (uintptr_t)__builtin_return_address(0));
}
