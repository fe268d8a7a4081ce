/* mapped_streams.c - mapping streams, and unmapping unused ones */
#include "session/traced/mapped_streams.h"

#include <errno.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/fault.h"
#include "base/shm.h"
#include "base/shortage.h"

enum {
	MAPPINGS = 2 * PXT_PROCESS_SLOTS
}; /* named streams, and those to
					    * unmap */

static struct pxt_stream mapping[MAPPINGS]; /* shared NULL: slot is free */
static size_t reached; /* slots from here on were never used: memory of these,
			* once it is read, is the process's on some kernels */
static struct {
	uint64_t nonce; /* stream that could not be mapped */
	int64_t retry_ns;
	int err;
} failed[PXT_PROCESS_SLOTS];

struct pxt_stream *pxt_mapped_streams_find(uint64_t nonce)
{
	for (size_t i = 0; i < reached; i++)
		if (mapping[i].shared && mapping[i].nonce == nonce)
			return &mapping[i];
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
		if (!mapping[i].shared)
			return &mapping[i];
	return reached < MAPPINGS ? &mapping[reached++] : NULL;
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

/* A mapping that failed a moment ago is not tried again yet. */
int pxt_mapped_streams_map(size_t slot, unsigned number, uint64_t nonce,
			   struct pxt_stream **out)
{
	*out = pxt_mapped_streams_find(nonce);
	if (*out)
		return 0;
	if (failed[slot].nonce == nonce &&
	    pxt_retry_clock() < failed[slot].retry_ns)
		return failed[slot].err;

	*out = find_room();
	failed[slot].err = map_anew(number, nonce, *out);
	failed[slot].nonce = failed[slot].err ? nonce : 0;
	failed[slot].retry_ns = pxt_retry_clock() + PXT_RETRY_NS;
	return failed[slot].err;
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

void pxt_mapped_streams_sweep(const struct pxt_process *process,
			      pxt_mapped_streams_use *is_used)
{
	uint64_t word = 0;

	for (size_t i = 0; i < reached; i++) {
		if (!mapping[i].shared || is_named(process, mapping[i].nonce))
			continue;
		if (process->shared)
			word = atomic_load_explicit(&process->shared->word,
						    memory_order_acquire);
		pxt_barrier_all(); /* A2 */
		if (!is_used(mapping[i].nonce, word))
			pxt_stream_close(&mapping[i]);
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
		if (mapping[i].shared)
			forget_mapping(&mapping[i], in_use);
}
