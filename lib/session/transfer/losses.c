/* losses.c - LOSS records */
#include "session/transfer/losses.h"

#include <errno.h>
#include <stdlib.h>

/* The last writer of a slot, and what is known of its losses. */
struct owner {
	struct pxt_context context;
	uint64_t lost; /* already told */
	uint64_t counted, recounted;
	int reason; /* 0: no room in the stream */
};

struct pxt_losses {
	struct pxt_controller *controller; /* borrowed */
	struct owner nobody;
	struct owner cramped; /* writers of R18 of stream/ring.h */
	struct owner owner[]; /* index: slot */
};

int pxt_losses_create(struct pxt_controller *controller,
		      struct pxt_losses **out)
{
	struct pxt_losses *losses;

	losses = calloc(1, sizeof(*losses) + controller->stream.ring.slots *
						     sizeof(losses->owner[0]));
	if (!losses)
		return ENOMEM;
	losses->controller = controller;
	losses->cramped.reason = ENOBUFS;
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

int64_t pxt_losses_since(const struct pxt_losses *losses)
{
	const struct pxt_stream *stream = &losses->controller->stream;
	uint64_t full_at = atomic_load_explicit(&stream->ring.shared->full_at,
						memory_order_relaxed);

	return full_at ? pxt_stream_time(stream, full_at) :
			 pxt_clock_ns(CLOCK_REALTIME);
}

static int put(struct pxt_losses *losses, const struct pxt_context *who,
	       int reason, uint64_t count, int64_t since_ns,
	       const struct pxt_clock_pair *now)
{
	struct pxt_controller *controller = losses->controller;
	const struct pxt_loss loss = {
		.count = count,
		.since_ns = (uint64_t)since_ns,
	};
	const struct pxt_writer_self self = {
		.thread = who->thread,
		.pid = who->pid ? who->pid : controller->stream.family,
		.tid = who->tid,
	};

	return pxt_writer_force_at(&controller->writer, &self, now,
				   PXT_RECORD_LOSS, (uint64_t)reason, &loss,
				   sizeof(loss));
}

static void put_new(struct pxt_losses *losses, const struct pxt_context *who,
		    int reason, uint64_t lost, uint64_t *known,
		    int64_t since_ns, const struct pxt_clock_pair *now)
{
	if (lost <= *known ||
	    put(losses, who, reason, lost - *known, since_ns, now))
		return;
	atomic_fetch_add_explicit(&losses->controller->stream.shared->told_lost,
				  lost - *known, memory_order_relaxed);
	*known = lost;
}

static uint64_t lost_by_nobody(const struct pxt_ring *ring)
{
	return atomic_load_explicit(&ring->shared->lost, memory_order_relaxed);
}

static void recount(struct pxt_losses *losses)
{
	const struct pxt_ring *ring = &losses->controller->stream.ring;

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		losses->owner[slot].recounted = pxt_ring_lost(ring, slot);
	losses->nobody.recounted = lost_by_nobody(ring);
	losses->cramped.recounted = pxt_ring_cramped(ring);
}

/* Slots that were never used need no memory here. */
static void accept_count(struct pxt_losses *losses)
{
	const struct pxt_ring *ring = &losses->controller->stream.ring;

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		losses->owner[slot].counted = losses->owner[slot].recounted;
	losses->nobody.counted = losses->nobody.recounted;
	losses->cramped.counted = losses->cramped.recounted;
}

void pxt_losses_count(struct pxt_losses *losses)
{
	recount(losses);
	accept_count(losses);
}

/* Writers that have counted a loss have left behind this, and set FULL. */
void pxt_losses_count_on(struct pxt_losses *losses)
{
	const struct pxt_ring *ring = &losses->controller->stream.ring;

	pxt_ring_settle(ring);
	recount(losses);
	pxt_ring_settle(ring);
	if (!(atomic_load_explicit(&ring->shared->gate, memory_order_relaxed) &
	      PXT_GATE_FULL))
		accept_count(losses);
}

static void put_counted(struct pxt_losses *losses, struct owner *owner,
			int64_t since_ns, const struct pxt_clock_pair *now)
{
	put_new(losses, &owner->context, owner->reason, owner->counted,
		&owner->lost, since_ns, now);
}

void pxt_losses_put(struct pxt_losses *losses, int64_t since_ns,
		    const struct pxt_clock_pair *now)
{
	const struct pxt_ring *ring = &losses->controller->stream.ring;

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		put_counted(losses, &losses->owner[slot], since_ns, now);
	put_counted(losses, &losses->nobody, since_ns, now);
	put_counted(losses, &losses->cramped, since_ns, now);
}

static uint64_t told_lost(const struct pxt_losses *losses)
{
	return atomic_load_explicit(
		&losses->controller->stream.shared->told_lost,
		memory_order_relaxed);
}

void pxt_losses_put_rest(struct pxt_losses *losses, int64_t since_ns,
			 const struct pxt_clock_pair *now)
{
	static const struct pxt_context nobody;
	uint64_t told = told_lost(losses);

	put_new(losses, &nobody, 0,
		pxt_ring_lost_in_all(&losses->controller->stream.ring), &told,
		since_ns, now);
}

uint64_t pxt_losses_untold(const struct pxt_losses *losses)
{
	const uint64_t lost =
		pxt_ring_lost_in_all(&losses->controller->stream.ring);
	const uint64_t told = told_lost(losses);

	return lost > told ? lost - told : 0;
}

void pxt_losses_forget(struct pxt_losses *losses)
{
	const struct pxt_ring *ring = &losses->controller->stream.ring;

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		losses->owner[slot].lost = pxt_ring_lost(ring, slot);
	losses->nobody.lost = lost_by_nobody(ring);
	losses->cramped.lost = pxt_ring_cramped(ring);
	atomic_store_explicit(&losses->controller->stream.shared->told_lost,
			      pxt_ring_lost_in_all(ring), memory_order_relaxed);
}
