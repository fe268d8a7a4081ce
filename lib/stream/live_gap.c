/* live_gap.c - gaps in a ring that loops */
#include "stream/live_gap.h"

/* If this reader dies before it has processed the gap, the next one knows of
 * it. */
static void keep_from(struct pxt_ring_shared *shared, uint64_t from)
{
	const uint64_t old =
		atomic_load_explicit(&shared->gap_from, memory_order_relaxed);

	if (from && (!old || from < old))
		atomic_store_explicit(&shared->gap_from, from,
				      memory_order_relaxed);
}

/* Returns the start of the overwriting since the last look. */
static uint64_t take_from(const struct pxt_live_gap *gap,
			  struct pxt_ring_shared *shared)
{
	uint64_t from;

	keep_from(shared, atomic_load_explicit(&shared->overwritten_from,
					       memory_order_relaxed));
	from = atomic_exchange_explicit(&shared->overwritten_from, 0,
					memory_order_relaxed);
	keep_from(shared, from);
	/* A previous reader's gap counts, too. */
	if (!gap->records &&
	    atomic_load_explicit(&shared->gap_from, memory_order_relaxed))
		from = atomic_load_explicit(&shared->gap_from,
					    memory_order_relaxed);
	/* Zero: a writer that was about to report has reported to the last
	 * gap. */
	if (!from)
		from = atomic_load_explicit(&shared->taken_upto,
					    memory_order_relaxed);
	keep_from(shared, from);
	return from;
}

void pxt_live_gap_note(struct pxt_live_gap *gap, struct pxt_ring_shared *shared)
{
	uint64_t records = atomic_load_explicit(&shared->overwritten,
						memory_order_acquire);
	uint64_t from;

	if (records == gap->records)
		return;
	from = take_from(gap, shared);
	if (!gap->horizon)
		gap->since = atomic_load_explicit(&shared->taken_upto,
						  memory_order_relaxed);
	if (!gap->horizon || from < gap->from)
		gap->from = from;
	gap->horizon =
		atomic_load_explicit(&shared->horizon, memory_order_relaxed);
	gap->records = records;
}

void pxt_live_gap_has_all(const struct pxt_live_gap *gap,
			  struct pxt_ring_shared *shared, uint64_t before)
{
	atomic_store_explicit(&shared->taken_upto, before,
			      memory_order_relaxed);
	if (!gap->horizon)
		atomic_store_explicit(&shared->gap_from, 0,
				      memory_order_relaxed);
}
