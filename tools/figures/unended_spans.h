/*
 * unended_spans.h - open spans, by the place of their beginning
 *
 * Memory that was not freed, requests that were not answered: spans connected
 * by a key. Each may have an amount.
 */
#ifndef UNENDED_SPANS_H
#define UNENDED_SPANS_H

#include <stdint.h>

#include <trace_np.h>

#include "figures/keys.h"

enum {
	UNENDED_MOST = 1 << 20, /* limit of keys at a time */
	UNENDED_PLACES = 1 << 16,
};

/* A place in a program where spans begin. */
struct unended_place {
	uint32_t span; /* number of the span, by the caller */
	unsigned origin;
	pid_t pid;
	uint64_t address;
	int64_t last_ns;	    /* last beginning */
	uint64_t begun, amount;	    /* totals */
	uint64_t open, open_amount; /* parts that are still open */
};

struct unended_spans {
	struct keys places; /* numbers of struct unended_place */
	struct keys ones;   /* open spans, by key */
};

void unended_spans_init(struct unended_spans *unended);
void unended_spans_fini(struct unended_spans *unended);

/* Begins a span with a key, if the place is known; an open one with the same
 * key has ended unseen. ENOMEM. */
int unended_spans_begin(struct unended_spans *unended, uint32_t span,
			const struct key *key,
			const struct posix_trace_item_np *item,
			uint64_t amount);

/* Ends the span, if it had begun. */
void unended_spans_end(struct unended_spans *unended, uint32_t span,
		       const struct key *key);

static inline struct unended_place *
unended_spans_place(const struct unended_spans *unended, uint32_t number)
{
	return keys_record(&unended->places, number);
}

#endif
