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

static void record_in_one(struct pxt_thread *thread, struct pxt_writer *writer,
			  uint64_t ticks, uint32_t type, uint64_t address,
			  const void *data, size_t len)
{
	if (!pxt_writer_try(writer, ticks, type, address, data, len,
			    PXT_WRITER_ANY))
		pxt_writer_put(writer, &thread->self, type, address, data, len);
}

/* Several streams: first all are entered, so that one reading of the clock,
 * later than that, serves them all. */
static void record_in_all(struct pxt_thread *thread, struct pxt_level *level,
			  uint32_t type, uint64_t address, const void *data,
			  size_t len)
{
	uint64_t ticks = 0;

	for (unsigned i = 0; i < level->count; i++)
		pxt_writer_enter(&level->writer[level->slot[i]]);
	if (level->count > 1)
		ticks = pxt_clock_quick();
	for (unsigned i = 0; i < level->count; i++)
		record_in_one(thread, &level->writer[level->slot[i]], ticks,
			      type, address, data, len);
}

static __attribute__((noinline)) void record(uint32_t type, const void *data,
					     size_t len, uint64_t address,
					     _Atomic uint64_t *word)
{
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_level *level = NULL;

	if (thread)
		level = pxt_attach_enter(thread, word);
	if (!level) {
		level = pxt_attach_enter_slowly();
		if (!level)
			return;
		thread = pxt_thread_self;
	}
	if (!data)
		len = 0;
	if (pxt_attach_knows_type(thread, type))
		record_in_all(thread, level, type, address, data, len);
	pxt_attach_leave(thread, level);
}

/* One stream, nothing special: a leaf function, which needs no stack. What it
 * cannot do, the one above does from the beginning. */
static __attribute__((noinline)) void
record_quickly(uint32_t type, const void *data, size_t len, uint64_t address,
	       _Atomic uint64_t *word)
{
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_level *level;
	bool done;

	if (__builtin_expect(!thread || !data || len > PXT_WRITER_SHORT_MAX, 0))
		goto careful;
	level = pxt_attach_enter(thread, word);
	if (__builtin_expect(!level, 0))
		goto careful;

	done = __builtin_expect(level->only && type - PXT_EVENT_USER_FIRST <
						       thread->types,
				1) &&
	       pxt_writer_try(level->only, 0, type, address, data, len,
			      PXT_WRITER_SHORT);
	pxt_attach_leave(thread, level);
	if (__builtin_expect(done, 1))
		return;
careful:
	record(type, data, len, address, word);
}

void posix_trace_event(trace_event_id_t event_id, const void *restrict data_ptr,
		       size_t data_len)
{
	_Atomic uint64_t *word = pxt_attach_word();

	if (pxt_process_traced(
		    atomic_load_explicit(word, memory_order_relaxed)))
		record_quickly(event_id, data_ptr, data_len,
			       (uintptr_t)__builtin_return_address(0), word);
}
