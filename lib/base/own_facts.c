/* own_facts.c - what never changes while a process runs a program, read once */
#include "base/own_facts.h"

#include <unistd.h>

static struct pxt_own_facts none;
static struct pxt_own_facts *_Atomic facts = &none;

void pxt_own_facts_init(struct pxt_own_facts *memory)
{
	atomic_store_explicit(&facts, memory, memory_order_release);
}

/* A child of vfork() has its parent's memory: facts are those of the process
 * that kept the first one. */
struct pxt_own_facts *pxt_own_facts(void)
{
	struct pxt_own_facts *kept =
		atomic_load_explicit(&facts, memory_order_acquire);

	return atomic_load_explicit(&kept->pid, memory_order_acquire) ==
			       getpid() ?
		       kept :
		       NULL;
}

uint64_t pxt_own_fact(enum pxt_own_fact which)
{
	struct pxt_own_facts *kept = pxt_own_facts();

	return kept ? atomic_load_explicit(&kept->fact[which],
					   memory_order_relaxed) :
		      0;
}

void pxt_own_fact_keep(enum pxt_own_fact which, uint64_t fact)
{
	struct pxt_own_facts *kept =
		atomic_load_explicit(&facts, memory_order_acquire);
	const pid_t self = getpid();
	pid_t owner = 0;

	if (kept != &none &&
	    (atomic_compare_exchange_strong_explicit(&kept->pid, &owner, self,
						     memory_order_acq_rel,
						     memory_order_acquire) ||
	     owner == self))
		atomic_store_explicit(&kept->fact[which], fact,
				      memory_order_relaxed);
}
