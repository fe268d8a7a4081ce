/* process_streams.c - streams that trace a process, in its file */
#include "stream/process_streams.h"

#include <errno.h>

enum {
	WORD_CHANGE = 1 << 16,
	DISOWNED_WITHIN = 1 << 20, /* plausible distance of start times, in
				    * ticks */
	WORD_ATTEMPTS = 1000,	   /* limit against damaged memory */
};

bool pxt_process_has_stream(const struct pxt_process *process, uint64_t nonce)
{
	bool found = false;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		found |= atomic_load_explicit(&process->shared->slot[i].nonce,
					      memory_order_relaxed) == nonce;
	return found;
}

/* P3: a process killed in between has changed a slot only. */
static void change_word(struct pxt_process *process)
{
	_Atomic uint64_t *word = &process->shared->word;
	uint64_t old = atomic_load_explicit(word, memory_order_seq_cst);
	unsigned attempts = 0;
	uint64_t new;

	do
		new = ((old & ~UINT64_C(0xffff)) + WORD_CHANGE) |
		      pxt_process_count_streams(process);
	while (!atomic_compare_exchange_weak_explicit(word, &old, new,
						      memory_order_seq_cst,
						      memory_order_seq_cst) &&
	       ++attempts < WORD_ATTEMPTS);
}

void pxt_process_touch(struct pxt_process *process)
{
	change_word(process);
}

int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce, uint64_t heirs_since)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t none = 0;

		/* P1; and P4, for readers that come before the number is
		 * set. */
		if (!atomic_compare_exchange_strong_explicit(
			    &process->shared->slot[i].nonce, &none, nonce,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		atomic_store_explicit(&process->shared->slot[i].number, number,
				      memory_order_relaxed);
		atomic_store_explicit(&process->shared->slot[i].heirs_since,
				      heirs_since, memory_order_relaxed);
		change_word(process);
		return 0;
	}
	return EAGAIN;
}

/* P3 */
static void mend_word(struct pxt_process *process)
{
	uint64_t word = atomic_load_explicit(&process->shared->word,
					     memory_order_seq_cst);

	if ((word & 0xffff) != pxt_process_count_streams(process))
		change_word(process);
}

bool pxt_process_drop_stream(struct pxt_process *process, uint64_t nonce)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t old = nonce;

		if (atomic_load_explicit(&process->shared->slot[i].nonce,
					 memory_order_relaxed) !=
		    nonce) /* P4 */
			continue;
		/* The next stream of the slot may not be inherited. */
		atomic_store_explicit(&process->shared->slot[i].heirs_since, 0,
				      memory_order_relaxed);
		if (atomic_compare_exchange_strong_explicit(
			    &process->shared->slot[i].nonce, &old, 0,
			    memory_order_seq_cst, memory_order_seq_cst))
			change_word(process); /* P2 */
		return true;
	}
	mend_word(process);
	return false;
}

/* The nonce is read before the time: a stream that takes the slot meanwhile
 * does not inherit the old one's heirs. */
static bool is_inherited(const struct pxt_process *parent, size_t i,
			 uint64_t born, uint64_t *nonce)
{
	uint64_t since;

	*nonce = atomic_load_explicit(&parent->shared->slot[i].nonce,
				      memory_order_seq_cst);
	since = atomic_load_explicit(&parent->shared->slot[i].heirs_since,
				     memory_order_seq_cst);
	return *nonce && since && since <= born;
}

bool pxt_process_heir(const struct pxt_process *parent, size_t slot,
		      uint64_t born, struct pxt_process_heir *heir)
{
	if (!is_inherited(parent, slot, born, &heir->nonce))
		return false;
	heir->number = atomic_load_explicit(&parent->shared->slot[slot].number,
					    memory_order_seq_cst);
	return true;
}

bool pxt_process_has_heirs(const struct pxt_process *parent, uint64_t born)
{
	uint64_t nonce;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		if (is_inherited(parent, i, born, &nonce))
			return true;
	return false;
}

/* If the stream has left the parent since, the child must not keep it: dropping
 * a stream drops its heirs afterwards. */
static void inherit_stream(struct pxt_process *child,
			   struct pxt_process *parent, size_t i, uint64_t nonce)
{
	const uint64_t ever = 1; /* children are younger than their parent */
	uint32_t number = atomic_load_explicit(&parent->shared->slot[i].number,
					       memory_order_seq_cst);

	/* A child that could not make its file whole inherits once more. */
	if (pxt_process_has_stream(child, nonce) ||
	    pxt_process_add_stream(child, number, nonce, ever))
		return;
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load_explicit(&parent->shared->slot[i].nonce,
				 memory_order_seq_cst) != nonce)
		pxt_process_drop_stream(child, nonce);
}

void pxt_process_inherit(struct pxt_process *child, struct pxt_process *parent,
			 uint64_t born)
{
	uint64_t nonce;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		if (is_inherited(parent, i, born, &nonce))
			inherit_stream(child, parent, i, nonce);
}

static uint64_t pack_child(pid_t child, uint64_t born)
{
	return (uint64_t)child << 32 | (born & UINT32_MAX);
}

void pxt_process_disown(struct pxt_process *parent, pid_t child, uint64_t now)
{
	uint32_t next = atomic_fetch_add_explicit(
		&parent->shared->disowned_next, 1, memory_order_relaxed);

	atomic_store_explicit(
		&parent->shared->disowned[next % PXT_PROCESS_DISOWNED],
		pack_child(child, now), memory_order_relaxed);
}

/* True for a child that was disowned after its birth. */
bool pxt_process_disowned(const struct pxt_process *parent, pid_t child,
			  uint64_t born)
{
	const uint64_t wanted = pack_child(child, born);

	for (size_t i = 0; i < PXT_PROCESS_DISOWNED; i++)
		if (atomic_load_explicit(&parent->shared->disowned[i],
					 memory_order_relaxed) -
			    wanted <=
		    DISOWNED_WITHIN)
			return true;
	return false;
}
