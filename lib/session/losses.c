/* losses.c - LOSS records */
#include "session/losses.h"

#include <errno.h>
#include <stdlib.h>

/* Who last wrote to a slot, and what is known of its losses. */
struct owner {
	struct pxt_context context;
	uint64_t lost;
};

struct pxt_losses {
	struct pxt_session *session; /* borrowed */
	uint64_t lost_by_nobody;
	struct owner owner[]; /* one per slot */
};

int pxt_losses_create(struct pxt_session *session, struct pxt_losses **out)
{
	struct pxt_losses *losses;

	losses = calloc(1, sizeof(*losses) + session->stream.ring.slots *
						     sizeof(losses->owner[0]));
	if (!losses)
		return ENOMEM;
	losses->session = session;
	*out = losses;
	return 0;
}

void pxt_losses_close(struct pxt_losses *losses)
{
	free(losses);
}

void pxt_losses_note_owner(struct pxt_losses *losses, uint32_t slot,
			   const struct pxt_context *owner)
{
	losses->owner[slot].context = *owner;
}

static int64_t when_full(const struct pxt_stream *stream)
{
	uint64_t full_at = atomic_load_explicit(&stream->ring.shared->full_at,
						memory_order_relaxed);

	return full_at ? pxt_stream_time(stream, full_at) :
			 pxt_clock_ns(CLOCK_REALTIME);
}

static void put(struct pxt_losses *losses, const struct pxt_context *who,
		uint64_t count, int64_t since_ns)
{
	struct pxt_session *session = losses->session;
	const struct pxt_loss loss = {
		.count = count,
		.since_ns = (uint64_t)since_ns,
	};
	const struct pxt_writer_self self = {
		.thread = who->thread,
		.pid = who->pid ? who->pid : session->stream.family,
		.tid = who->tid,
	};

	pxt_writer_force(&session->control, &self, PXT_RECORD_LOSS, 0, &loss,
			 sizeof(loss));
}

static void put_new(struct pxt_losses *losses, const struct pxt_context *who,
		    uint64_t now, uint64_t *known, int64_t since_ns)
{
	if (now <= *known)
		return;
	put(losses, who, now - *known, since_ns);
	atomic_fetch_add_explicit(&losses->session->stream.shared->told_lost,
				  now - *known, memory_order_relaxed);
	*known = now;
}

static uint64_t lost_by_nobody(const struct pxt_ring *ring)
{
	return atomic_load_explicit(&ring->shared->lost, memory_order_relaxed);
}

void pxt_losses_put(struct pxt_losses *losses)
{
	static const struct pxt_context nobody;
	const struct pxt_stream *stream = &losses->session->stream;
	const struct pxt_ring *ring = &stream->ring;
	int64_t since = when_full(stream);

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		put_new(losses, &losses->owner[slot].context,
			pxt_ring_lost(ring, slot), &losses->owner[slot].lost,
			since);
	put_new(losses, &nobody, lost_by_nobody(ring), &losses->lost_by_nobody,
		since);
}

void pxt_losses_put_rest(struct pxt_losses *losses)
{
	static const struct pxt_context nobody;
	const struct pxt_stream *stream = &losses->session->stream;
	uint64_t told = atomic_load_explicit(&stream->shared->told_lost,
					     memory_order_relaxed);

	put_new(losses, &nobody, pxt_ring_lost_in_all(&stream->ring), &told,
		when_full(stream));
}

void pxt_losses_forget(struct pxt_losses *losses)
{
	const struct pxt_ring *ring = &losses->session->stream.ring;

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		losses->owner[slot].lost = pxt_ring_lost(ring, slot);
	losses->lost_by_nobody = lost_by_nobody(ring);
	atomic_store_explicit(&losses->session->stream.shared->told_lost,
			      pxt_ring_lost_in_all(ring), memory_order_relaxed);
}
