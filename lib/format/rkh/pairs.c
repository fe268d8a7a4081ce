/* pairs.c - which post of a queue an active object takes */
#include "format/rkh/pairs.h"

#include <stdlib.h>

static struct pxt_rkh_post *at(struct pxt_rkh_posts *posts, unsigned index)
{
	return &posts->ring[(posts->first + index) & (posts->room - 1)];
}

static bool grow(struct pxt_rkh_posts *posts)
{
	const unsigned room = posts->room ? 2 * posts->room : 8;
	struct pxt_rkh_post *ring;

	if (posts->count < posts->room)
		return true;
	if (room > PXT_RKH_POSTS_MAX)
		return false;
	ring = malloc(room * sizeof(*ring));
	if (!ring)
		return false;
	for (unsigned i = 0; i < posts->count; i++)
		ring[i] = *at(posts, i);
	free(posts->ring);
	posts->ring = ring;
	posts->room = room;
	posts->first = 0;
	return true;
}

static void drop_first(struct pxt_rkh_posts *posts)
{
	posts->first = (posts->first + 1) & (posts->room - 1);
	posts->count--;
}

void pxt_rkh_posts_add(struct pxt_rkh_posts *posts, bool first,
		       struct pxt_rkh_post post, uint64_t depth)
{
	/* Posts that left the queue were taken without a record. */
	while (depth && posts->count && posts->count >= depth)
		drop_first(posts);
	if (!grow(posts)) {
		if (!posts->count)
			return;
		drop_first(posts);
	}
	if (first) {
		posts->first = (posts->first - 1) & (posts->room - 1);
		posts->count++;
		*at(posts, 0) = post;
	} else {
		posts->count++;
		*at(posts, posts->count - 1) = post;
	}
}

bool pxt_rkh_posts_take(struct pxt_rkh_posts *posts, uint32_t signal,
			uint64_t depth, struct pxt_rkh_post *post)
{
	/* The queue had its remaining elements and this one. */
	while (posts->count && posts->count - 1 > depth)
		drop_first(posts);
	for (unsigned i = 0; i < posts->count; i++) {
		if (at(posts, i)->signal != signal)
			continue;
		*post = *at(posts, i);
		for (unsigned gone = 0; gone <= i; gone++)
			drop_first(posts);
		return true;
	}
	return false;
}

void pxt_rkh_posts_forget(struct pxt_rkh_posts *posts)
{
	posts->count = 0;
}

void pxt_rkh_posts_fini(struct pxt_rkh_posts *posts)
{
	free(posts->ring);
}
