/* index.c - finding the objects of this process */
#include "session/traced/index.h"

enum {
	WINDOW = 16, /* entries where an object may be */
	IN_USE = 1,  /* bit of an entry's hash */
	DECISION_BITS = 32,
};

static struct pxt_index_entry entries[PXT_INDEX_ENTRIES];

/* The lowest bit is reserved for IN_USE. */
uint64_t pxt_index_hash(const char *kind, uint64_t address)
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325) ^ address;

	for (; *kind; kind++)
		sum = (sum ^ (uint8_t)*kind) * UINT64_C(0x100000001b3);
	sum *= UINT64_C(0x9e3779b97f4a7c15);
	sum ^= sum >> 32;
	sum &= ~(uint64_t)IN_USE;
	return sum ? sum : IN_USE + 1;
}

static struct pxt_index_entry *in_window(uint64_t hash, unsigned i)
{
	return &entries[((hash >> 1) + i) % PXT_INDEX_ENTRIES];
}

struct pxt_index_entry *pxt_index_at(size_t i)
{
	return &entries[i];
}

uint64_t pxt_index_owner(const struct pxt_index_entry *entry)
{
	return atomic_load_explicit(&entry->hash, memory_order_acquire) &
	       ~(uint64_t)IN_USE;
}

struct pxt_index_entry *pxt_index_find(uint64_t hash)
{
	for (unsigned i = 0; i < WINDOW; i++) {
		struct pxt_index_entry *here = in_window(hash, i);
		const uint64_t owner = pxt_index_owner(here);

		if (owner == hash)
			return here;
		if (!owner)
			return NULL;
	}
	return NULL;
}

/* Another thread may be as quick, with the same hash. */
static bool take(struct pxt_index_entry *here, uint64_t hash)
{
	const uint64_t mine = hash | IN_USE;
	uint64_t is = atomic_load_explicit(&here->hash, memory_order_acquire);

	if (!(is & IN_USE) &&
	    atomic_compare_exchange_strong_explicit(
		    &here->hash, &is, mine, memory_order_acq_rel,
		    memory_order_acquire)) /* I1 */
		return true;
	return is == mine;
}

struct pxt_index_entry *pxt_index_take(uint64_t hash)
{
	struct pxt_index_entry *found = pxt_index_find(hash);

	if (found && take(found, hash))
		return found;
	for (unsigned i = 0; i < WINDOW; i++) {
		found = in_window(hash, i);
		if (take(found, hash))
			return found;
	}
	return NULL;
}

pxt_object_handle pxt_index_handle(const struct pxt_index_entry *entry,
				   uint64_t hash)
{
	pxt_object_handle handle;

	if (!entry)
		return 0;
	handle = atomic_load_explicit(&entry->handle, memory_order_acquire);
	return pxt_index_owner(entry) == hash ? handle : 0; /* I2 */
}

void pxt_index_put(struct pxt_index_entry *entry, pxt_object_handle handle)
{
	if (entry)
		atomic_store_explicit(&entry->handle, handle,
				      memory_order_release); /* I2 */
}

/* The half of a hash that does not determine the entry. */
static uint64_t bound(uint64_t hash, uint32_t decision)
{
	return hash >> DECISION_BITS << DECISION_BITS | decision;
}

uint32_t pxt_index_decision(const struct pxt_index_entry *entry, uint64_t hash)
{
	const uint64_t is = entry ? atomic_load_explicit(&entry->decision,
							 memory_order_relaxed) :
				    0;

	return bound(hash, (uint32_t)is) == is ? (uint32_t)is : 0; /* I3 */
}

void pxt_index_decide(struct pxt_index_entry *entry, uint64_t hash,
		      uint32_t decision)
{
	if (entry)
		atomic_store_explicit(&entry->decision, bound(hash, decision),
				      memory_order_relaxed); /* I3 */
}

void pxt_index_clear(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle)
{
	uint64_t decided = bound(hash, pxt_index_decision(entry, hash));

	atomic_compare_exchange_strong_explicit(&entry->decision, &decided, 0,
						memory_order_relaxed,
						memory_order_relaxed);
	atomic_compare_exchange_strong_explicit(&entry->handle, &handle, 0,
						memory_order_relaxed,
						memory_order_relaxed); /* I2 */
}

void pxt_index_leave(struct pxt_index_entry *entry, uint64_t hash,
		     pxt_object_handle handle, int64_t until)
{
	uint64_t mine = hash | IN_USE;

	atomic_store_explicit(&entry->until, until, memory_order_relaxed);
	pxt_index_clear(entry, hash, handle);
	atomic_compare_exchange_strong_explicit(&entry->hash, &mine, hash,
						memory_order_release,
						memory_order_relaxed); /* I1 */
}

int64_t pxt_index_free_since(const struct pxt_index_entry *entry)
{
	return entry ? atomic_load_explicit(&entry->until,
					    memory_order_relaxed) :
		       0;
}
