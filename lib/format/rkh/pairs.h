/*
 * pairs.h - which post of a queue an active object takes
 *
 * Each post of an event to an active object gets a number; the record of taking
 * it gets the same number, and the elapsed time. Posts whose taking was not
 * recorded are detected; after lost records queues are unknown.
 */
#ifndef PXT_FORMAT_RKH_PAIRS_H
#define PXT_FORMAT_RKH_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	PXT_RKH_POSTS_MAX = 256, /* assumed capacity of a queue */
};

struct pxt_rkh_post {
	uint64_t ns;
	uint32_t number;
	uint32_t signal;
};

/* Posts to one active object, the next to be taken first. Zero at first. */
struct pxt_rkh_posts {
	struct pxt_rkh_post *ring;
	unsigned room; /* a power of two */
	unsigned first, count;
	uint32_t age; /* the owner's */
};

/* Adds a post. depth: of the queue including it, 0: unknown. Without memory it
 * is left out. */
void pxt_rkh_posts_add(struct pxt_rkh_posts *posts, bool first,
		       struct pxt_rkh_post post, uint64_t depth);

/* Takes the next post of that signal and drops those before it. False: none.
 * depth: of the queue without it, all ones: unknown. */
bool pxt_rkh_posts_take(struct pxt_rkh_posts *posts, uint32_t signal,
			uint64_t depth, struct pxt_rkh_post *post);

/* Forgets all posts: the queue is unknown. */
void pxt_rkh_posts_forget(struct pxt_rkh_posts *posts);

void pxt_rkh_posts_fini(struct pxt_rkh_posts *posts);

#endif
