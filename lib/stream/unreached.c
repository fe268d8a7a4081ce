/* unreached.c - see unreached.h for the protocol; U1 to U4 are its clauses */
#include "stream/unreached.h"

#include <errno.h>

#include "base/clock.h"
#include "base/shm.h"

static struct pxt_process_unreached *head_of(const struct pxt_process *process,
					     size_t slot)
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
static uint32_t count_types(const struct pxt_process *process,
			    const struct pxt_process_unreached *head)
{
	return is_backed(process, head) ? PXT_EVENT_END : 0;
}

static uint64_t now_ns(void)
{
	return (uint64_t)pxt_clock_ns(CLOCK_REALTIME);
}

static bool has_nonce(const struct pxt_process_unreached *head, uint64_t nonce)
{
	return atomic_load_explicit(&head->nonce, memory_order_acquire) ==
	       nonce; /* U1 */
}

/* U1: a word is a tag in the upper bits, and a number. */
enum { NUMBER_BITS = 44 };
#define NUMBER_MAX ((UINT64_C(1) << NUMBER_BITS) - 1)

static uint64_t tag_of(uint64_t nonce)
{
	return nonce << NUMBER_BITS;
}

static uint64_t number_in(uint64_t word, uint64_t tag)
{
	return (word ^ tag) >> NUMBER_BITS ? 0 : word & NUMBER_MAX;
}

static uint64_t load_number(const _Atomic uint64_t *word, uint64_t tag)
{
	return number_in(atomic_load_explicit(word, memory_order_acquire), tag);
}

static uint64_t sum_of(uint64_t a, uint64_t b)
{
	return b < NUMBER_MAX - a ? a + b : NUMBER_MAX;
}

/* U2: a word that has the tag of a stream was written after the nonce became
 * that stream's: the nonce is loaded after the word, and is that or a later
 * one. */
static void add(const struct pxt_process_unreached *head,
		_Atomic uint64_t *word, uint64_t n)
{
	uint64_t was = atomic_load_explicit(word, memory_order_acquire), tag;

	do {
		tag = tag_of(atomic_load_explicit(&head->nonce,
						  memory_order_acquire));
	} while (!atomic_compare_exchange_weak_explicit(
		word, &was, tag | sum_of(number_in(was, tag), n),
		memory_order_acq_rel, memory_order_acquire));
}

/* U2 */
static void take_off(_Atomic uint64_t *word, uint64_t tag, uint64_t n)
{
	uint64_t was = atomic_load_explicit(word, memory_order_acquire);
	uint64_t number = number_in(was, tag);

	while (number &&
	       !atomic_compare_exchange_weak_explicit(
		       word, &was, tag | (n < number ? number - n : 0),
		       memory_order_acq_rel, memory_order_acquire))
		number = number_in(was, tag);
}

/* Returns whether this caller gave the counts to the stream. */
static bool swap_in(struct pxt_process_unreached *head, uint64_t nonce)
{
	uint64_t was = atomic_load_explicit(&head->nonce, memory_order_acquire);

	while (was != nonce)
		if (atomic_compare_exchange_weak_explicit(
			    &head->nonce, &was, nonce, memory_order_acq_rel,
			    memory_order_acquire)) /* U1 */
			return true;
	return false;
}

/* Memory that was reserved once stays. */
static void back_counts(struct pxt_process *process, size_t slot)
{
	struct pxt_process_unreached *head = head_of(process, slot);
	_Atomic uint64_t *counts = counts_of(process, slot);

	if (has_counts(process) && !is_backed(process, head) &&
	    !pxt_shm_populate(counts, PXT_EVENT_END * sizeof(*counts)))
		atomic_store_explicit(&head->backed, 1, memory_order_relaxed);
}

void pxt_unreached_begin_beside(struct pxt_process *process, size_t slot,
				uint64_t nonce, int reason)
{
	struct pxt_process_unreached *head = head_of(process, slot);

	if (!has_nonce(head, nonce))
		back_counts(process, slot);
	if (swap_in(head, nonce) ||
	    !atomic_load_explicit(&head->since_ns, memory_order_relaxed))
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

	return has_nonce(head, nonce) &&
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
	add(head, count, n);
}

void pxt_unreached_note(struct pxt_process *process, size_t slot, uint32_t type)
{
	pxt_unreached_add(process, slot, type, 1);
}

/* U3 */
static bool take_turn(const struct pxt_process *process,
		      struct pxt_process_unreached *head, uint64_t tag,
		      enum pxt_unreached_teller teller)
{
	uint64_t was =
		atomic_load_explicit(&head->teller, memory_order_acquire);

	do {
		const uint64_t before = number_in(was, tag);

		if (before != PXT_UNREACHED_NOBODY && before != teller)
			return teller == PXT_UNREACHED_CONTROLLER &&
			       !pxt_process_lives(process);
	} while (!atomic_compare_exchange_weak_explicit(
		&head->teller, &was, tag | teller, memory_order_acq_rel,
		memory_order_acquire));
	return true;
}

/* U3 */
static void end_turn(struct pxt_process_unreached *head, uint64_t tag)
{
	take_off(&head->teller, tag, NUMBER_MAX);
}

static bool wants(const struct pxt_filter *filter, uint32_t type)
{
	return filter && !pxt_filter_has(filter, type);
}

/* U4 */
static void claim_count(struct pxt_process_unreached *head,
			_Atomic uint64_t *count, uint64_t tag, bool wanted)
{
	const uint64_t n = load_number(count, tag);

	if (!n)
		return;
	if (wanted)
		add(head, &head->claimed, n);
	take_off(count, tag, n);
}

static bool find(const struct pxt_process *process, uint64_t nonce,
		 size_t *slot)
{
	for (*slot = 0; process->shared && *slot < PXT_PROCESS_SLOTS; ++*slot)
		if (has_nonce(head_of(process, *slot), nonce))
			return true;
	return false;
}

int pxt_unreached_claim(struct pxt_process *process, uint64_t nonce,
			enum pxt_unreached_teller teller, bool waited,
			const struct pxt_filter *filter,
			struct pxt_unreached *out)
{
	const uint64_t tag = tag_of(nonce);
	struct pxt_process_unreached *head;
	_Atomic uint64_t *counts;

	if (!find(process, nonce, &out->slot))
		return ENOENT;
	head = head_of(process, out->slot);
	if (!take_turn(process, head, tag, teller) && !waited)
		return EBUSY;

	counts = counts_of(process, out->slot);
	for (uint32_t type = 0; type < count_types(process, head); type++)
		claim_count(head, &counts[type], tag, wants(filter, type));
	claim_count(head, &head->untyped, tag, filter);
	if (!filter)
		take_off(&head->claimed, tag, NUMBER_MAX);
	out->nonce = nonce;
	out->count = load_number(&head->claimed, tag);
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
	const uint64_t tag = tag_of(unreached->nonce);

	if (told)
		take_off(&head->claimed, tag, unreached->count); /* U4 */
	if (told && has_nonce(head, unreached->nonce))
		atomic_store_explicit(
			&head->since_ns,
			atomic_load_explicit(&head->missing,
					     memory_order_relaxed) ?
				now_ns() :
				0,
			memory_order_relaxed);
	end_turn(head, tag);
}

bool pxt_unreached_were_any(const struct pxt_process *process, uint64_t nonce)
{
	size_t slot;

	return find(process, nonce, &slot);
}

uint64_t pxt_unreached_count(const struct pxt_process *process, uint64_t nonce,
			     const struct pxt_filter *filter)
{
	const uint64_t tag = tag_of(nonce);
	const struct pxt_process_unreached *head;
	uint64_t sum;
	size_t slot;

	if (!find(process, nonce, &slot))
		return 0;
	head = head_of(process, slot);
	sum = load_number(&head->claimed, tag) +
	      load_number(&head->untyped, tag);
	for (uint32_t type = 0; type < count_types(process, head); type++)
		if (wants(filter, type))
			sum += load_number(&counts_of(process, slot)[type],
					   tag);
	return sum;
}

int pxt_unreached_reason(const struct pxt_process *process)
{
	for (size_t slot = 0; slot < PXT_PROCESS_SLOTS; slot++) {
		const struct pxt_process_unreached *head =
			head_of(process, slot);
		const uint64_t nonce =
			atomic_load_explicit(&process->shared->slot[slot].nonce,
					     memory_order_relaxed);

		if (nonce && has_nonce(head, nonce) &&
		    atomic_load_explicit(&head->missing, memory_order_relaxed))
			return (int)atomic_load_explicit(&head->reason,
							 memory_order_relaxed);
	}
	return 0;
}
