/* mapped_streams.c - mapping streams, and unmapping unused ones */
#include "session/traced/mapped_streams.h"

#include <errno.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/fault.h"
#include "base/resident.h"
#include "base/shm.h"
#include "base/shortage.h"

enum {
	MAPPINGS = 2 * PXT_PROCESS_SLOTS, /* named streams, and those to
					   * unmap */
	FEW = 2,
};

/* Mapped streams; shared NULL: free. Those from `reached` on were never
 * used. */
static struct pxt_stream few[FEW] PXT_RESIDENT, more[MAPPINGS - FEW];
static size_t reached PXT_RESIDENT;

/* Slots whose stream could not be mapped; those from `failing` on never
 * failed. */
static struct {
	uint64_t nonce;
	int64_t retry_ns;
	int err;
} failed[PXT_PROCESS_SLOTS];
static size_t failing PXT_RESIDENT;

static struct pxt_stream *mapping(size_t i)
{
	return i < FEW ? &few[i] : &more[i - FEW];
}

struct pxt_stream *pxt_mapped_streams_find(uint64_t nonce)
{
	for (size_t i = 0; i < reached; i++)
		if (mapping(i)->shared && mapping(i)->nonce == nonce)
			return mapping(i);
	return NULL;
}

/* True for a process that recorded itself and then executed this program. */
static bool is_of_former_program(const struct pxt_stream *stream)
{
	return stream->shared->controller == getpid() && !stream->is_foreign &&
	       pxt_stream_is_left(stream);
}

static struct pxt_stream *find_room(void)
{
	for (size_t i = 0; i < reached; i++)
		if (!mapping(i)->shared)
			return mapping(i);
	return reached < MAPPINGS ? mapping(reached++) : NULL;
}

static int map_anew(unsigned number, uint64_t nonce, struct pxt_stream *stream)
{
	int dir, err;

	if (!stream)
		return EAGAIN;
	err = pxt_shm_directory(0, &dir);
	if (err)
		return err;
	err = pxt_stream_open(dir, number, nonce, stream);
	close(dir);
	if (!err && is_of_former_program(stream))
		pxt_ring_abandon(&stream->ring);
	return err;
}

static bool has_just_failed(size_t slot, uint64_t nonce)
{
	return slot < failing && failed[slot].nonce == nonce &&
	       pxt_retry_clock() < failed[slot].retry_ns;
}

static void note_result(size_t slot, uint64_t nonce, int err)
{
	if (slot >= failing && !err)
		return;
	if (slot >= failing)
		failing = slot + 1;
	failed[slot].nonce = err ? nonce : 0;
	failed[slot].retry_ns = pxt_retry_clock() + PXT_RETRY_NS;
	failed[slot].err = err;
}

/* A mapping that failed a moment ago is not tried again yet. */
int pxt_mapped_streams_map(size_t slot, unsigned number, uint64_t nonce,
			   struct pxt_stream **out)
{
	int err;

	*out = pxt_mapped_streams_find(nonce);
	if (*out)
		return 0;
	if (has_just_failed(slot, nonce))
		return failed[slot].err;

	*out = find_room();
	err = map_anew(number, nonce, *out);
	note_result(slot, nonce, err);
	return err;
}

static bool is_named(const struct pxt_process *process, uint64_t nonce)
{
	for (size_t i = 0; process->shared && i < PXT_PROCESS_SLOTS; i++)
		if (atomic_load_explicit(&process->shared->slot[i].nonce,
					 memory_order_relaxed) == nonce)
			return true;
	return false;
}

int64_t pxt_mapped_streams_retry_ns(size_t slot)
{
	return failed[slot].retry_ns;
}

static bool is_stale(const struct pxt_process *process,
		     const struct pxt_stream *stream)
{
	return stream->shared && !is_named(process, stream->nonce);
}

bool pxt_mapped_streams_is_sweep_due(const struct pxt_process *process)
{
	for (size_t i = 0; i < reached; i++)
		if (is_stale(process, mapping(i)))
			return true;
	return false;
}

void pxt_mapped_streams_sweep(const struct pxt_process *process,
			      pxt_mapped_streams_use *is_used)
{
	uint64_t word = 0;

	for (size_t i = 0; i < reached; i++) {
		struct pxt_stream *stream = mapping(i);

		if (!is_stale(process, stream))
			continue;
		if (process->shared)
			word = atomic_load_explicit(&process->shared->word,
						    memory_order_acquire);
		pxt_barrier_all(); /* A2 */
		if (!is_used(stream->nonce, word))
			pxt_stream_close(stream);
	}
}

/* A handler that interrupted an event may have forked: then the child continues
 * that event when the handler returns. Private memory, which nobody reads,
 * replaces the stream. */
static void forget_mapping(struct pxt_stream *stream, bool in_use)
{
	if (!in_use)
		pxt_shm_unmap(stream->shared, stream->length);
	else if (pxt_fault_abandon(stream->shared, stream->length))
		return;
	stream->shared = NULL;
}

void pxt_mapped_streams_forget(bool in_use)
{
	for (size_t i = 0; i < reached; i++)
		if (mapping(i)->shared)
			forget_mapping(mapping(i), in_use);
}
