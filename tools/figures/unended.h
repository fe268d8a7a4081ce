/*
 * unended.h - open spans, by the place of their beginning
 *
 * Memory that was not freed, requests that were not answered: spans connected
 * by a key. Each may have an amount.
 */
#ifndef UNENDED_H
#define UNENDED_H

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
	int64_t last_ns; /* last beginning */
	uint64_t begun, amount;	     /* totals */
	uint64_t open, open_amount;  /* parts that are still open */
};

struct unended {
	struct keys places; /* numbers of struct unended_place */
	struct keys ones;   /* open spans, by key */
};

void unended_init(struct unended *unended);
void unended_fini(struct unended *unended);

/* Begins a span with a key, if the place is known; an open one with the same
 * key has ended unseen. ENOMEM. */
int unended_begin(struct unended *unended, uint32_t span, const struct key *key,
		  const struct posix_trace_item_np *item, uint64_t amount);

/* Ends the span, if it had begun. */
void unended_end(struct unended *unended, uint32_t span, const struct key *key);

static inline struct unended_place *unended_place(const struct unended *unended,
						  uint32_t number)
{
	return keys_record(&unended->places, number);
}

#endif
