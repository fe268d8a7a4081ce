/* filter.c - the event types that a stream does not record */
#include "stream/filter.h"

#include <stdio.h>
#include <string.h>
#include <trace_np.h>

enum {
	NUMBER_SHIFT = 32,
	SET_BITS = 64, /* bits in a word of a set */
};

_Static_assert(PXT_CHOICE_MAX == POSIX_TRACE_SELECTION_MAX_NP + 1,
	       "the longest selection is a choice");
_Static_assert(PXT_EVENT_END == 8 * sizeof(trace_event_set_t) &&
		       SET_BITS == 2 * PXT_FILTER_TYPES,
	       "a filter has a bit for every type, as a set has");

/* Sets */

static uint32_t types_of(const struct pxt_filter *filter, size_t i)
{
	return (uint32_t)atomic_load_explicit(&filter->word[i],
					      memory_order_relaxed);
}

void pxt_filter_get(const struct pxt_filter *filter, trace_event_set_t *set)
{
	for (size_t i = 0; i < PXT_FILTER_WORDS; i += 2)
		set->__posix_trace_bits[i / 2] =
			types_of(filter, i) | (uint64_t)types_of(filter, i + 1)
						      << PXT_FILTER_TYPES;
}

void pxt_filter_set(struct pxt_filter *filter, const trace_event_set_t *set)
{
	const uint64_t number =
		atomic_load_explicit(&filter->choosing, memory_order_relaxed);

	for (size_t i = 0; i < PXT_FILTER_WORDS; i++) {
		const uint64_t types = set->__posix_trace_bits[i / 2] >>
				       i % 2 * PXT_FILTER_TYPES;

		atomic_store_explicit(&filter->word[i],
				      number << NUMBER_SHIFT | (uint32_t)types,
				      memory_order_relaxed);
	}
	atomic_thread_fence(memory_order_seq_cst); /* C3 */
}

unsigned pxt_filter_count(const struct pxt_filter *filter)
{
	unsigned count = 0;

	for (size_t i = 0; i < PXT_FILTER_WORDS; i++)
		count += (unsigned)__builtin_popcount(types_of(filter, i));
	return count;
}

/* Choosing */

void pxt_filter_choose(struct pxt_filter *filter, const char *choice)
{
	const uint32_t none =
		(atomic_load_explicit(&filter->choosing, memory_order_seq_cst) |
		 1) +
		1;

	atomic_store_explicit(&filter->choosing, none, memory_order_seq_cst);
	if (!choice)
		return;
	atomic_thread_fence(memory_order_release); /* C1 */
	snprintf(filter->choice, sizeof(filter->choice), "%s", choice);
	atomic_store_explicit(&filter->choosing, none + 1,
			      memory_order_seq_cst); /* C1 */
}

/* False: it changed meanwhile. */
static bool copy_choice(const struct pxt_filter *filter, uint32_t number,
			char choice[PXT_CHOICE_MAX])
{
	memcpy(choice, filter->choice, PXT_CHOICE_MAX);
	choice[PXT_CHOICE_MAX - 1] = '\0';
	atomic_thread_fence(memory_order_acquire);
	return atomic_load_explicit(&filter->choosing, memory_order_relaxed) ==
	       number; /* C1 */
}

static void let_pass(struct pxt_filter *filter, uint32_t type, uint32_t number)
{
	_Atomic uint64_t *word = &filter->word[type / PXT_FILTER_TYPES];
	const uint64_t bit = UINT64_C(1) << type % PXT_FILTER_TYPES;
	uint64_t is = atomic_load_explicit(word, memory_order_relaxed);

	while (is >> NUMBER_SHIFT == number && is & bit) /* C2 */
		if (atomic_compare_exchange_weak_explicit(word, &is, is & ~bit,
							  memory_order_relaxed,
							  memory_order_relaxed))
			return;
}

/* If the choice changes meanwhile, the controller then looks through all names
 * (C3). */
void pxt_filter_name_opened(struct pxt_filter *filter, uint32_t type,
			    const char *name)
{
	char choice[PXT_CHOICE_MAX];
	uint32_t number;

	if (type < PXT_EVENT_USER_FIRST || type >= PXT_EVENT_END)
		return;
	atomic_thread_fence(memory_order_seq_cst); /* C3 */
	number = atomic_load_explicit(&filter->choosing, memory_order_acquire);
	if (number & 1 && copy_choice(filter, number, choice) &&
	    pxt_choice_wants(choice, name))
		let_pass(filter, type, number);
}
