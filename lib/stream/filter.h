/*
 * filter.h - which event types a stream does not record, and the choice by
 * which their names decide
 *
 * The controller says so type by type; or it leaves a choice, a text as of
 * model/choice.h: then whoever opens a name, in any process, lets its type
 * pass if that is chosen. Both may change at any time.
 *
 * A word has 32 types, in its lower half, and the number of the choice by
 * which they are what they are.
 *
 * Who writes
 *	choosing  the controller: one more when it begins to change, and once
 *		  more when there is a choice in force, which makes it odd
 *	choice	  the controller, while none is in force
 *	word	  the controller; and who opens a name, by compare-and-swap, a
 *		  bit
 *
 * Always true
 *	C1  the text is what it was when choosing had this number, if that is
 *	    odd and still the same behind its being read
 *	C2  a bit is changed only in a word of the same number: who comes late,
 *	    with a choice that is over, changes nothing
 *	C3  a name is in the names file before a choice is looked for; names
 *	    are looked through behind the last store of words, with a fence
 *	    between in both places: so every name meets the last choice
 *
 * Progress: who opens a name neither waits nor tries again. If it comes while
 * the controller changes its choice, its events may be left out until that is
 * done.
 *
 * Every traced process may write to it, so nobody trusts it.
 */
#ifndef PXT_STREAM_FILTER_H
#define PXT_STREAM_FILTER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "model/choice.h"
#include "model/event.h"

enum {
	PXT_FILTER_TYPES = 32, /* types per word */
	PXT_FILTER_WORDS = PXT_EVENT_END / PXT_FILTER_TYPES,
};

struct pxt_filter {
	_Atomic uint32_t choosing;
	char choice[PXT_CHOICE_MAX];
	_Alignas(64) _Atomic uint64_t word[PXT_FILTER_WORDS];
};

/* True if the type is filtered out. */
static inline bool pxt_filter_has(const struct pxt_filter *filter,
				  uint32_t type)
{
	const uint64_t word = atomic_load_explicit(
		&filter->word[type / PXT_FILTER_TYPES], memory_order_relaxed);

	return word >> type % PXT_FILTER_TYPES & 1;
}

/* Reads the filtered types as a set; and replaces them all. */
void pxt_filter_get(const struct pxt_filter *filter, trace_event_set_t *set);
void pxt_filter_set(struct pxt_filter *filter, const trace_event_set_t *set);

/* The number of filtered types. */
unsigned pxt_filter_count(const struct pxt_filter *filter);

/* Chooses by names, or no longer, if NULL. Afterwards the caller sets the types
 * without a name, and those not chosen; and then calls pxt_filter_name_opened()
 * for each existing name (C3). */
void pxt_filter_choose(struct pxt_filter *filter, const char *choice);

/* Lets a type pass if names choose, and its name, just opened or found, is
 * chosen. Safe in signal handlers. */
void pxt_filter_name_opened(struct pxt_filter *filter, uint32_t type,
			    const char *name);

#endif
