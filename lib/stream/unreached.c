/* unreached.c - see unreached.h for the protocol; U1 to U4 are its clauses */
#include "stream/unreached.h"

#include <errno.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/shm.h"
#include "base/wait.h"

static struct pxt_process_unreached *
head_of(const struct pxt_process *process, size_t slot)
{
	return &process->shared->unreached[slot];
}

static _Atomic uint64_t *counts_of(const struct pxt_process *process,
				   size_t slot)
{
	return process->shared->unreached_types[slot];
}

/* A process may have mapped its file without them. */
static bool has_counts(const struct pxt_process *process)
{
	return process->length == sizeof(*process->shared);
}

static bool is_backed(const struct pxt_process *process,
		      const struct pxt_process_unreached *head)
{
	return has_counts(process) &&
	       atomic_load_explicit(&head->backed, memory_order_relaxed);
}

/* The number of types that are counted separately. */
static uint32_t types(const struct pxt_process *process,
		      const struct pxt_process_unreached *head)
{
	return is_backed(process, head) ? PXT_EVENT_END : 0;
}

static uint64_t now_ns(void)
{
	return (uint64_t)pxt_clock_ns(CLOCK_REALTIME);
}

static bool is_of(const struct pxt_process_unreached *head, uint64_t nonce)
{
	return atomic_load_explicit(&head->nonce, memory_order_acquire) ==
	       nonce; /* U1 */
}

static void clear(_Atomic uint64_t *count)
{
	if (atomic_load_explicit(count, memory_order_relaxed))
		atomic_store_explicit(count, 0, memory_order_relaxed);
}

/* U1: the nonce of a slot while its counts are cleared. */
#define CLEARING UINT64_MAX

enum { CLEARING_ATTEMPTS = 100000 }; /* takes milliseconds */

/* A process that was killed while clearing the counts is not waited for. */
static bool may_clear(struct pxt_process_unreached *head, uint64_t nonce)
{
	uint64_t was = atomic_load_explicit(&head->nonce, memory_order_acquire);

	for (int i = 0; i < CLEARING_ATTEMPTS && was != nonce; i++) {
		if (was != CLEARING &&
		    atomic_compare_exchange_strong_explicit(
			    &head->nonce, &was, CLEARING, memory_order_seq_cst,
			    memory_order_seq_cst))
			return true;
		pxt_relax();
		was = atomic_load_explicit(&head->nonce, memory_order_acquire);
	}
	return was != nonce;
}

/* A stream that this process did not know has no other reporter. */
static void begin_anew(struct pxt_process *process, size_t slot, uint64_t nonce)
{
	struct pxt_process_unreached *head = head_of(process, slot);
	_Atomic uint64_t *counts = counts_of(process, slot);
	const bool backed =
		has_counts(process) &&
		!pxt_shm_populate(counts, PXT_EVENT_END * sizeof(*counts));

	for (size_t type = 0; backed && type < PXT_EVENT_END; type++)
		clear(&counts[type]);
	clear(&head->claimed);
	clear(&head->untyped);
	clear(&head->since_ns);
	atomic_store_explicit(&head->teller, PXT_UNREACHED_NOBODY,
			      memory_order_relaxed);
	atomic_store_explicit(&head->backed, backed, memory_order_relaxed);
	atomic_store_explicit(&head->nonce, nonce,
			      memory_order_release); /* U1 */
}

void pxt_unreached_begin_beside(struct pxt_process *process, size_t slot,
				   uint64_t nonce, int reason)
{
	struct pxt_process_unreached *head = head_of(process, slot);

	if (may_clear(head, nonce))
		begin_anew(process, slot, nonce);
	if (!atomic_load_explicit(&head->since_ns, memory_order_relaxed))
		atomic_store_explicit(&head->since_ns, now_ns(),
				      memory_order_relaxed);
	atomic_store_explicit(&head->reason, (uint32_t)reason,
			      memory_order_relaxed);
	if (process->names.shared)
		atomic_store_explicit(&process->names.shared->unreached, 1,
				      memory_order_relaxed);
}

void pxt_unreached_begin(struct pxt_process *process, size_t slot,
			 uint64_t nonce, int reason)
{
	pxt_unreached_begin_beside(process, slot, nonce, reason);
	atomic_store_explicit(&head_of(process, slot)->missing, 1,
			      memory_order_relaxed);
}

void pxt_unreached_since(struct pxt_process *process, size_t slot,
			 uint64_t since_ns)
{
	atomic_store_explicit(&head_of(process, slot)->since_ns, since_ns,
			      memory_order_relaxed);
}

bool pxt_unreached_end(struct pxt_process *process, size_t slot, uint64_t nonce)
{
	struct pxt_process_unreached *head = head_of(process, slot);

	return is_of(head, nonce) &&
	       atomic_exchange_explicit(&head->missing, 0,
					memory_order_relaxed);
}

void pxt_unreached_add(struct pxt_process *process, size_t slot, uint32_t type,
		       uint64_t n)
{
	struct pxt_process_unreached *head = head_of(process, slot);
	_Atomic uint64_t *count = &head->untyped;

	if (type < PXT_EVENT_END && is_backed(process, head))
		count = &counts_of(process, slot)[type];
	atomic_fetch_add_explicit(count, n, memory_order_relaxed); /* U2 */
}

void pxt_unreached_note(struct pxt_process *process, size_t slot, uint32_t type)
{
	pxt_unreached_add(process, slot, type, 1);
}

/* U3 */
static bool take_turn(const struct pxt_process *process,
		      struct pxt_process_unreached *head,
		      enum pxt_unreached_teller teller)
{
	uint32_t before = PXT_UNREACHED_NOBODY;

	if (atomic_compare_exchange_strong_explicit(
		    &head->teller, &before, teller, memory_order_seq_cst,
		    memory_order_seq_cst) ||
	    before == (uint32_t)teller)
		return true;
	return teller == PXT_UNREACHED_CONTROLLER &&
	       !pxt_proc_alive(process->pid, process->start);
}

static bool wants(const struct pxt_filter *filter, uint32_t type)
{
	return filter && !pxt_filter_has(filter, type);
}

/* U4 */
static void claim_one(struct pxt_process_unreached *head,
		      _Atomic uint64_t *count, bool wanted)
{
	const uint64_t n = atomic_load_explicit(count, memory_order_relaxed);

	if (!n)
		return;
	if (wanted)
		atomic_fetch_add_explicit(&head->claimed, n,
					  memory_order_relaxed);
	atomic_fetch_sub_explicit(count, n, memory_order_release); /* U2 */
}

static bool find(const struct pxt_process *process, uint64_t nonce,
		 size_t *slot)
{
	for (*slot = 0; process->shared && *slot < PXT_PROCESS_SLOTS; ++*slot)
		if (is_of(head_of(process, *slot), nonce))
			return true;
	return false;
}

int pxt_unreached_claim(struct pxt_process *process, uint64_t nonce,
			enum pxt_unreached_teller teller, bool waited,
			const struct pxt_filter *filter,
			struct pxt_unreached *out)
{
	struct pxt_process_unreached *head;
	_Atomic uint64_t *counts;

	if (!find(process, nonce, &out->slot))
		return ENOENT;
	head = head_of(process, out->slot);
	if (!take_turn(process, head, teller) && !waited)
		return EBUSY;

	counts = counts_of(process, out->slot);
	for (uint32_t type = 0; type < types(process, head); type++)
		claim_one(head, &counts[type], wants(filter, type));
	claim_one(head, &head->untyped, filter);
	if (!filter)
		clear(&head->claimed);
	out->count = atomic_load_explicit(&head->claimed, memory_order_relaxed);
	out->since_ns =
		atomic_load_explicit(&head->since_ns, memory_order_relaxed);
	if (!out->since_ns)
		out->since_ns = now_ns();
	out->reason = atomic_load_explicit(&head->reason, memory_order_relaxed);
	return 0;
}

/* The reported loss is over: if the stream is still missing, another one begins
 * now. */
void pxt_unreached_settle(struct pxt_process *process,
			  const struct pxt_unreached *unreached, bool told)
{
	struct pxt_process_unreached *head = head_of(process, unreached->slot);

	if (told) {
		atomic_store_explicit(&head->claimed, 0,
				      memory_order_relaxed); /* U4 */
		atomic_store_explicit(
			&head->since_ns,
			atomic_load_explicit(&head->missing,
					     memory_order_relaxed) ?
				now_ns() :
				0,
			memory_order_relaxed);
	}
	atomic_store_explicit(&head->teller, PXT_UNREACHED_NOBODY,
			      memory_order_release); /* U3 */
}

uint64_t pxt_unreached_count(const struct pxt_process *process, uint64_t nonce,
			     const struct pxt_filter *filter)
{
	const struct pxt_process_unreached *head;
	uint64_t sum;
	size_t slot;

	if (!find(process, nonce, &slot))
		return 0;
	head = head_of(process, slot);
	sum = atomic_load_explicit(&head->claimed, memory_order_relaxed) +
	      atomic_load_explicit(&head->untyped, memory_order_relaxed);
	for (uint32_t type = 0; type < types(process, head); type++)
		if (wants(filter, type))
			sum += atomic_load_explicit(
				&counts_of(process, slot)[type],
				memory_order_relaxed);
	return sum;
}

int pxt_unreached_reason(const struct pxt_process *process)
{
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		const struct pxt_process_unreached *head =
			head_of(process, slot);
		const uint64_t nonce = atomic_load_explicit(
			&process->shared->slot[slot].nonce,
			memory_order_relaxed);

		if (nonce && is_of(head, nonce) &&
		    atomic_load_explicit(&head->missing, memory_order_relaxed))
			return (int)atomic_load_explicit(&head->reason,
							 memory_order_relaxed);
	}
	return 0;
}
