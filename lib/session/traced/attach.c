/* attach.c - making levels anew, and announcing names to streams */
#include "session/traced/attach.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/resident.h"
#include "base/shortage.h"
#include "session/traced/homeless.h"
#include "session/traced/mapped_streams.h"
#include "session/traced/own_image.h"
#include "session/traced/promised_types.h"
#include "session/traced/threads.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/unreached.h"

/* Levels */

/* Names opened meanwhile could not be announced to it. */
static void tell_names(struct pxt_process *process, struct pxt_stream *stream)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(process, type, name))
			pxt_filter_name_opened(&stream->shared->filter, type,
					       name);
}

/* Events that did not reach the stream are reported before later ones. If the
 * stream is not open, its controller decides about reporting. */
static void tell_unreached(struct pxt_level *level, struct pxt_process *process,
			   struct pxt_stream *stream, struct pxt_writer *writer)
{
	struct pxt_unreached unreached;
	struct pxt_loss loss;
	bool told;

	if (pxt_writer_gate(writer) != PXT_GATE_OPEN &&
	    pxt_writer_gate(writer) != (PXT_GATE_OPEN | PXT_GATE_CHOOSY))
		return;
	if (pxt_unreached_claim(process, stream->nonce, PXT_UNREACHED_PROCESS,
				false, &stream->shared->filter, &unreached))
		return;
	loss = (struct pxt_loss){
		.count = unreached.count,
		.since_ns = unreached.since_ns,
	};
	told = !loss.count ||
	       !pxt_writer_put_unreached(writer, &level->thread->self, &loss,
					 unreached.reason);
	if (told)
		pxt_unreached_add_up(&stream->shared->ring, &unreached);
	pxt_unreached_settle(process, &unreached, told);
}

/* A7 */
static void miss_slot(struct pxt_level *level, struct pxt_process *process,
		      size_t slot, uint64_t nonce, int err)
{
	const int64_t retry_ns = pxt_mapped_streams_retry_ns(slot);
	struct pxt_streams *streams = level->streams;

	pxt_unreached_begin(process, slot, nonce, err);
	streams->missing |= UINT64_C(1) << slot;
	if (!streams->retry_ns || retry_ns < streams->retry_ns)
		streams->retry_ns = retry_ns;
}

static void reach_slot(struct pxt_level *level, struct pxt_process *process,
		       size_t slot, struct pxt_stream *stream)
{
	struct pxt_streams *streams = level->streams;

	pxt_writer_init(&streams->writer[slot], stream);
	streams->nonce[slot] = stream->nonce;
	if (!pxt_unreached_end(process, slot, stream->nonce))
		return;
	/* Other threads must not miss the stream longer than necessary. */
	pxt_process_touch(process);
	tell_names(process, stream);
	tell_unreached(level, process, stream, &streams->writer[slot]);
}

static void update_slot(struct pxt_level *level, struct pxt_process *process,
			size_t slot)
{
	uint64_t nonce = atomic_load_explicit(
		&process->shared->slot[slot].nonce, memory_order_relaxed);
	struct pxt_streams *streams = level->streams;
	struct pxt_stream *stream;
	uint32_t number;
	int err;

	if (nonce == streams->nonce[slot])
		return;
	pxt_threads_drop_writer(level, slot);
	if (!nonce)
		return;
	number = atomic_load_explicit(&process->shared->slot[slot].number,
				      memory_order_relaxed);
	err = pxt_mapped_streams_map(slot, number, nonce, &stream);
	if (err)
		miss_slot(level, process, slot, nonce, err);
	else
		reach_slot(level, process, slot, stream);
}

static void update(struct pxt_level *level, struct pxt_process *process)
{
	uint64_t word = atomic_load_explicit(&process->shared->word,
					     memory_order_acquire); /* A3 */
	struct pxt_streams *streams = level->streams;

	level->count = 0;
	streams->missing = 0;
	streams->retry_ns = 0;
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		update_slot(level, process, slot);
		if (streams->nonce[slot])
			streams->in_use[level->count++] =
				&streams->writer[slot];
	}
	level->plain = streams->missing ? 0 : level->count;
	level->only = level->plain == 1 ? streams->in_use[0] : &pxt_writer_none;
	level->known = word;
}

/* Set under the home's lock, and looked at without. */
static _Atomic bool is_sweep_due PXT_RESIDENT;

void pxt_attach_sweep(void)
{
	struct pxt_process *process = pxt_home_process();
	struct pxt_home_guard guard;

	pxt_home_lock(&guard);
	pxt_mapped_streams_sweep(process, pxt_threads_use);
	pxt_home_unlock(&guard);
}

/* Events */

static void note_missing(struct pxt_process *process, uint64_t slots,
			 uint32_t type, uint64_t n)
{
	for (size_t slot = 0; slots; slot++, slots >>= 1)
		if (slots & 1)
			pxt_unreached_add(process, slot, type, n);
}

/* Handlers are nested too deep: the outermost level knows the streams. */
static void lose_one(struct pxt_process *process,
		     const struct pxt_thread *thread, uint32_t type)
{
	const struct pxt_level *level = thread->level;

	for (size_t i = 0; i < level->count; i++) {
		const struct pxt_writer *writer = level->streams->in_use[i];

		if (!pxt_writer_unwanted(writer, pxt_writer_gate(writer), type))
			atomic_fetch_add_explicit(&writer->shared->ring.lost, 1,
						  memory_order_relaxed);
	}
	note_missing(process, level->streams->missing, type, 1);
}

/* A thread without memory for its levels knows no stream. */
static void miss_all(struct pxt_process *process, uint32_t type)
{
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		const uint64_t nonce =
			atomic_load_explicit(&process->shared->slot[slot].nonce,
					     memory_order_relaxed);

		if (!nonce)
			continue;
		pxt_unreached_begin(process, slot, nonce, ENOMEM);
		pxt_unreached_note(process, slot, type);
	}
}

static bool has_name(struct pxt_process *process, uint32_t type)
{
	return type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       pxt_process_has_type(process, type);
}

static struct pxt_level *enter(struct pxt_process *process, uint32_t type)
{
	struct pxt_thread *thread = pxt_thread_self;
	struct pxt_level *level;

	if (pxt_threads_is_nobody(thread))
		thread = pxt_threads_join();
	if (!thread) {
		if (has_name(process, type))
			miss_all(process, type);
		return NULL;
	}
	/* After _Fork(), if another thread has come first. */
	if (thread->self.pid != (uint32_t)pxt_home_pid())
		pxt_threads_identify(thread);
	level = atomic_load_explicit(&thread->next, memory_order_relaxed);
	if (level->known == PXT_LEVEL_STOP) {
		if (has_name(process, type))
			lose_one(process, thread, type);
		return NULL;
	}
	atomic_store_explicit(&thread->next, level->after,
			      memory_order_relaxed);
	if (level->known != atomic_load_explicit(&process->shared->word,
						 memory_order_acquire)) {
		update(level, process);
		if (pxt_mapped_streams_is_sweep_due(process))
			atomic_store_explicit(&is_sweep_due, true,
					      memory_order_relaxed);
	}
	return level;
}

struct pxt_level *pxt_attach_enter_slowly(uint32_t type)
{
	struct pxt_process *process = pxt_home_process();
	struct pxt_level *level;
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared && !pxt_attach_known_word()) {
		pxt_homeless_miss(type);
		return NULL;
	}
	/* The file was just made by another thread. */
	if (!process->shared)
		process = pxt_home_process();
	type = pxt_promised_types_resolve(type);
	/* A child of vfork(), in its parent's home, records nothing. */
	if (!process->shared || pxt_home_pid() != getpid() ||
	    pxt_home_is_locked_here())
		return NULL;
	pxt_home_lock(&guard); /* A5 */
	level = enter(process, type);
	pxt_home_unlock(&guard);
	errno = saved_errno;
	return level;
}

/* A child of vfork() is in its parent's home. */
void pxt_attach_end_event(void)
{
	const int saved_errno = errno;

	pxt_threads_end_event();
	if (!atomic_load_explicit(&is_sweep_due, memory_order_relaxed) ||
	    pxt_home_pid() != getpid() || pxt_home_is_locked_here())
		return;
	atomic_store_explicit(&is_sweep_due, false, memory_order_relaxed);
	pxt_attach_sweep();
	errno = saved_errno;
}

void pxt_attach_miss(struct pxt_level *level, uint32_t type, uint64_t n)
{
	struct pxt_process *process = pxt_home_process();
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared)
		return;
	if (pxt_retry_clock() >= level->streams->retry_ns &&
	    !pxt_home_is_locked_here() && pxt_home_pid() == getpid()) {
		pxt_home_lock(&guard); /* A5 */
		update(level, process);
		pxt_mapped_streams_sweep(process, pxt_threads_use);
		pxt_home_unlock(&guard);
		errno = saved_errno;
	}
	note_missing(process, level->streams->missing, type, n);
}

/* Names */

bool pxt_attach_learn_type(struct pxt_thread *thread, uint32_t type)
{
	if (!pxt_process_has_type(pxt_home_process(), type))
		return false;
	/* Names are appended: those before have theirs. */
	thread->types = type - PXT_EVENT_USER_FIRST + 1;
	return true;
}

/* A5: streams stay mapped for the threads that record into them. */
static void tell_streams(struct pxt_process *process, uint32_t type,
			 const char *name)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t nonce = atomic_load_explicit(
			&process->shared->slot[i].nonce, memory_order_acquire);
		uint32_t number = atomic_load_explicit(
			&process->shared->slot[i].number, memory_order_relaxed);
		struct pxt_stream *stream;

		if (nonce && !pxt_mapped_streams_map(i, number, nonce, &stream))
			pxt_filter_name_opened(&stream->shared->filter, type,
					       name);
	}
}

/* The fence is for a controller that adds a stream now: it sees the name, or is
 * seen here. */
static void name_opened(struct pxt_process *process, uint32_t type,
			const char *name)
{
	int saved_errno = errno;
	struct pxt_home_guard guard;

	if (!process->shared || pxt_home_pid() != getpid())
		return;
	atomic_thread_fence(memory_order_seq_cst);
	if (!pxt_process_traced(atomic_load_explicit(&process->shared->word,
						     memory_order_seq_cst)))
		return;
	pxt_home_lock(&guard);
	tell_streams(process, type, name);
	pxt_home_unlock(&guard);
	errno = saved_errno;
}

int pxt_attach_open_name(const char *name, uint32_t *type)
{
	struct pxt_process *process;
	int err;

	if (strnlen(name, TRACE_EVENT_NAME_MAX + 1) > TRACE_EVENT_NAME_MAX)
		return ENAMETOOLONG;

	*type = pxt_event_predefined(name);
	if (!*type && pxt_home_is_awaited() &&
	    !pxt_promised_types_add(name, type))
		return 0;
	process = pxt_home_process();
	if (!*type && !process->shared)
		*type = POSIX_TRACE_UNNAMED_USEREVENT;
	if (!*type) {
		err = pxt_process_open_name(process, name, type);
		if (err)
			return err;
		name_opened(process, *type, name);
	}
	/* Modules loaded since the start matter once they name their events. */
	pxt_own_image_publish();
	return 0;
}

void pxt_attach_forked(void)
{
	pxt_mapped_streams_forget(pxt_threads_is_recording());
	pxt_threads_forked();
}
