/*
 * unreached.h - events of a process that could not map its stream
 *
 * Without descriptors, or address space, a process that a stream traces cannot
 * map it, and its events go nowhere. It counts them in its process file, which
 * it has: by types, as whether the stream wants them only its filter says. What
 * was counted is told in the stream by a LOSS: by the process itself when it
 * has mapped it at last, before its next event; else by the controller.
 *
 *	U1  a slot's counts are of the stream whose nonce they have. The process
 *	    gives it to them, or a child that has no file of its own. Nothing is
 *	    cleared, so that nobody waits for another process: each word has the
 *	    lowest bits of a nonce as its tag, and counts nothing for a stream
 *	    with another tag
 *	U2  an event is counted by one swap of a word, and taken off by another.
 *	    The word is loaded, then the nonce: a word with a later stream's tag
 *	    is never taken for one of an earlier stream. A thread that was about
 *	    to count for the earlier stream counts for the later
 *	U3  one at a time tells: who swapped itself in for nobody, or for one of
 *	    its own kind, that is gone. The process does not wait: what it leaves
 *	    the controller tells. That waits a moment for the process, unless
 *	    this has ended; one that is stopped in the middle may tell again
 *	    what the controller has told by then
 *	U4  what is about to be told is added to `claimed` before it is taken off
 *	    the counts, and cleared when it was told: a kill in between tells it
 *	    twice, and never not at all
 *
 * docs/model/unreached.pml and tagged.pml have the proof.
 */
#ifndef PXT_STREAM_UNREACHED_H
#define PXT_STREAM_UNREACHED_H

#include "stream/filter.h"
#include "stream/process.h"
#include "stream/ring.h"

/* The reporter of a loss: one at a time. */
enum pxt_unreached_teller {
	PXT_UNREACHED_NOBODY,
	PXT_UNREACHED_PROCESS,
	PXT_UNREACHED_CONTROLLER,
};

struct pxt_unreached {
	size_t slot;
	uint64_t nonce;
	uint64_t count;
	uint64_t since_ns; /* CLOCK_REALTIME */
	uint32_t reason;   /* an error number */
};

/* In the process, with the home's lock held: the stream cannot be mapped; can
 * be mapped again. Returns whether it could not before. */
void pxt_unreached_begin(struct pxt_process *process, size_t slot,
			 uint64_t nonce, int reason);
bool pxt_unreached_end(struct pxt_process *process, size_t slot,
		       uint64_t nonce);

/* Same, in a process that may have mapped the stream: a child without a process
 * file of its own counts inherited streams' events here; or the process adds
 * what it had counted. */
void pxt_unreached_begin_beside(struct pxt_process *process, size_t slot,
				uint64_t nonce, int reason);

/* After a beginning: sets an earlier time from which events are missing. */
void pxt_unreached_since(struct pxt_process *process, size_t slot,
			 uint64_t since_ns);

/* Counts an event, or n of them, that did not reach the slot's stream. Types
 * behind PXT_EVENT_END are unknown: all of these are wanted. Safe in signal
 * handlers. */
void pxt_unreached_note(struct pxt_process *process, size_t slot,
			uint32_t type);
void pxt_unreached_add(struct pxt_process *process, size_t slot, uint32_t type,
		       uint64_t n);

/* Claims the events that were not reported yet and that the filter lets pass;
 * others are dropped. filter NULL: all are dropped. ENOENT: there were none,
 * ever. EBUSY: another reporter has claimed them; not returned to a controller
 * that has waited long enough. */
int pxt_unreached_claim(struct pxt_process *process, uint64_t nonce,
			enum pxt_unreached_teller teller, bool waited,
			const struct pxt_filter *filter,
			struct pxt_unreached *out);

/* After a claim: the loss was reported, or could not be and is left to the next
 * reporter. */
void pxt_unreached_settle(struct pxt_process *process,
			  const struct pxt_unreached *unreached, bool told);

/* Counts a reported loss in the stream. */
static inline void pxt_unreached_add_up(struct pxt_ring_shared *ring,
					const struct pxt_unreached *unreached)
{
	if (!unreached->count)
		return;
	atomic_store_explicit(&ring->unreached_reason, unreached->reason,
			      memory_order_relaxed);
	atomic_fetch_add_explicit(&ring->unreached, unreached->count,
				  memory_order_relaxed);
}

/* True if there were any, reported or not. */
bool pxt_unreached_were_any(const struct pxt_process *process, uint64_t nonce);

/* The number of events that a claim would yield now. */
uint64_t pxt_unreached_count(const struct pxt_process *process, uint64_t nonce,
			     const struct pxt_filter *filter);

/* The error number of mapping one of the streams. 0: none, or not tried. */
int pxt_unreached_reason(const struct pxt_process *process);

#endif
