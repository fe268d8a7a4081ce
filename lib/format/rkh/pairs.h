/*
 * pairs.h - which event of a queue an active object takes
 *
 * Each post of an event to an active object has a number of its own in the
 * stream; the record of taking it gets the same, and the time that lies
 * between. What was posted without a record of it is found to be missing, and
 * after lost records nobody knows.
 */
#ifndef PXT_FORMAT_RKH_PAIRS_H
#define PXT_FORMAT_RKH_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PXT_RKH_POSTS_MAX = 256, /* that one queue is thought to hold */
};

struct pxt_rkh_post {
	uint64_t ns;
	uint32_t number;
	uint32_t signal;
};

/* Those of one active object, the next to be taken first. Zeroes at first. */
struct pxt_rkh_posts {
	struct pxt_rkh_post *ring;
	unsigned room; /* a power of two */
	unsigned first, count;
	uint32_t age; /* its owner's */
};

/* Add one. depth: of the queue with it, 0: not known. Without memory it is
 * left out. */
void pxt_rkh_posts_add(struct pxt_rkh_posts *posts, bool first,
		       const struct pxt_rkh_post *post, uint64_t depth);

/* Take the next of that signal; others before it are gone. False: there is
 * none. depth: what is left in the queue, all ones: not known. */
bool pxt_rkh_posts_take(struct pxt_rkh_posts *posts, uint32_t signal,
			uint64_t depth, struct pxt_rkh_post *post);

/* Nobody knows what is in it. */
void pxt_rkh_posts_forget(struct pxt_rkh_posts *posts);

void pxt_rkh_posts_fini(struct pxt_rkh_posts *posts);

#endif
