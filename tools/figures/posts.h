/*
 * posts.h - posts of active objects, and their time in queues
 *
 * The active objects are RKH's, whose posts have numbers: the event of taking
 * has the same number.
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
	POSTS_MOST = 1 << 12,	/* limit of ways; others share a row */
	POSTS_LATEST = 1 << 12, /* posts that may still be taken */
};

enum posts_role {
	POSTS_UNKNOWN, /* not examined so far */
	POSTS_NOTHING,
	POSTS_LAST,  /* posted to the end of the queue */
	POSTS_FIRST, /* posted to the front of the queue */
	POSTS_TAKEN,
};

/* A way from one object to another, with a signal; by names at that time, as a
 * restarted target may rename them. */
struct posts_way {
	unsigned origin;
	pid_t pid;
	char *from, *to, *signal; /* "ao/server"; "": unknown */
	uint64_t posted, first;	  /* posts, and those to the front of the
				   * queue */
	uint64_t taken, queued_ns, longest_ns;
};

struct posts_latest {
	unsigned origin;
	uint64_t number;
	uint32_t way; /* way + 1; 0: none */
};

struct posts {
	struct fields *fields; /* borrowed, as is */
	struct labels *labels;
	uint8_t role[FIELDS_TYPES];
	struct keys ways; /* numbers of struct posts_way */
	struct posts_latest *latest;
};

void posts_init(struct posts *posts, struct fields *fields,
		struct labels *labels);
void posts_fini(struct posts *posts);

/* True if events of that type are about posts. */
bool posts_want(struct posts *posts, trace_event_id_t type);

/* Adds such an event, the last one decoded by fields. ENOMEM. */
int posts_add(struct posts *posts, const struct posix_trace_item_np *item);

static inline struct posts_way *posts_way(const struct posts *posts,
					  uint32_t number)
{
	return keys_record(&posts->ways, number);
}

#endif
