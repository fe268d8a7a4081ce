/*
 * unended.h - what was begun and has not ended, by where it was begun
 *
 * Memory that was allocated and not given back, requests that nobody answered:
 * spans whose events a key connects. Each may say how much it is.
 */
#ifndef UNENDED_H
#define UNENDED_H

#include <stdint.h>

#include <trace_np.h>

#include "figures/keys.h"

enum {
	UNENDED_MOST = 1 << 20, /* keys that are known at a time */
	UNENDED_PLACES = 1 << 16,
};

/* A place in a program where spans begin. */
struct unended_place {
	uint32_t span; /* a number, as it was given */
	unsigned origin;
	pid_t pid;
	uint64_t address;
	int64_t last_ns; /* that one began */
	uint64_t begun, amount;	     /* in all */
	uint64_t open, open_amount;  /* of these, what has not ended */
};

struct unended {
	struct keys places; /* of struct unended_place */
	struct keys ones;   /* what is open, by key */
};

void unended_init(struct unended *unended);
void unended_fini(struct unended *unended);

/* A span of that number and key begins, unless nobody knows where; one before it
 * with the same key has ended, though nobody saw it. ENOMEM. */
int unended_begin(struct unended *unended, uint32_t span, const struct key *key,
		  const struct posix_trace_item_np *item, uint64_t amount);

/* It ends, if it had begun. */
void unended_end(struct unended *unended, uint32_t span, const struct key *key);

static inline struct unended_place *unended_place(const struct unended *unended,
						  uint32_t number)
{
	return keys_record(&unended->places, number);
}

#endif
