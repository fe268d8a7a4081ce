/*
 * posts.h - who posts which events to whom, and how long these lie there
 *
 * Of the active objects of RKH, whose posts have numbers: the same number has
 * the event that tells that what was posted is taken.
 */
#ifndef POSTS_H
#define POSTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "event/labels.h"
#include "figures/keys.h"

enum {
	POSTS_MOST = 1 << 12,	/* ways, others are not told apart */
	POSTS_LATEST = 1 << 12, /* posts that may still be taken */
};

enum posts_role {
	POSTS_UNKNOWN, /* was not looked at so far */
	POSTS_NOTHING,
	POSTS_LAST,  /* it is the last in the queue, */
	POSTS_FIRST, /* the first in the queue, */
	POSTS_TAKEN,
};

/* From one to another, with one signal; as these were called then, for a
 * target that begins anew calls others so. */
struct posts_way {
	unsigned origin;
	pid_t pid;
	char *from, *to, *signal; /* "ao/server"; "": nobody knows */
	uint64_t posted, first;	  /* of these, the first in the queue */
	uint64_t taken, queued_ns, longest_ns;
};

struct posts_latest {
	unsigned origin;
	uint64_t number;
	uint32_t way; /* + 1; 0: none */
};

struct posts {
	struct fields *fields; /* borrowed, and so is */
	struct labels *labels;
	uint8_t role[FIELDS_TYPES];
	struct keys ways; /* of struct posts_way */
	struct posts_latest *latest;
};

void posts_init(struct posts *posts, struct fields *fields,
		struct labels *labels);
void posts_fini(struct posts *posts);

/* An event. ENOMEM. */
int posts_add(struct posts *posts, const struct posix_trace_item_np *item);

static inline struct posts_way *posts_way(const struct posts *posts,
					  uint32_t number)
{
	return keys_record(&posts->ways, number);
}

#endif
