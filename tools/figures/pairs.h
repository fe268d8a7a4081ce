/*
 * pairs.h - from one event to another that belongs to it
 *
 * Pairs are named by a user, or descriptions say what begins a span and what
 * ends it. What belongs together has the same value in some field: in that
 * which was named, or else in the one that is marked as a key. Without either
 * it is of one thread.
 *
 * Of two first events with one key the later has the second one; of a span the
 * other one waits on, as one may be inside of another. Of a pair it has none.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "event/labels.h"
#include "figures/key.h"
#include "figures/spread.h"
#include "figures/unended.h"
#include "figures/waits.h"

enum {
	PAIRS_TYPES = 1 << 12, /* types beyond are in no pair */
	PAIRS_MOST = 1 << 12,
	PAIRS_KEY = 128, /* bytes of a key that is shown */
};

/* What a user named. The strings are the user's. */
struct pair_rule {
	const char *begin;
	const char *end;
	const char *by; /* NULL: the key, or the thread */
};

/* One side: the names of its types, and how many events it had. */
struct pair_side {
	char *names; /* "one, two" */
	uint64_t events;
	uint64_t without; /* the field that makes the pair */
};

struct pair {
	char *span;	   /* its name, or NULL: a user's */
	const char *by;    /* as the user named it, or NULL */
	char *key;	   /* the field that it was, or NULL: none, so far */
	struct pair_side begin, end;
	struct spread spread;
	uint64_t unmatched; /* but for those that wait */
	uint64_t at_once;   /* ends that needed no beginning */
	uint64_t waiting;
	uint64_t given_up; /* of the unmatched: too many waited */
	uint64_t longest;  /* that one of the waiting has waited, at the end */

	/* The slowest: from, to, and what it is called. */
	int64_t slowest_from, slowest_to;
	char slowest[PAIRS_KEY];
};

struct pair_role {
	uint32_t pair;
	int field; /* of the layout that makes the pair, or -1: none */
	bool begins, ends;
	bool optional; /* it need not end anything */
	bool by_pid, by_tid;
	int amount; /* the field that says how much it is, or -1 */
};

/* What the events of a type are in pairs, as long as they are described so. */
struct pair_roles {
	bool known;
	const struct posix_trace_layout_np *layout;
	uint32_t count;
	size_t room;
	struct pair_role *role;
};

struct pairs {
	struct fields *fields;
	struct labels *labels;
	const struct pair_rule *rules;
	size_t rule_count; /* 0: spans, by descriptions */

	struct key_seed seed;
	struct waits waits;
	struct unended unended; /* spans that have keys */
	struct pair *pair;
	uint32_t count;
	size_t room;
	struct pair_roles roles[PAIRS_TYPES];
	struct out words; /* for what the slowest is called */
};

/* All of these are borrowed until fini. Without rules it is spans. ENOMEM. */
int pairs_init(struct pairs *pairs, struct fields *fields,
	       struct labels *labels, const struct pair_rule *rules,
	       size_t count);
void pairs_fini(struct pairs *pairs);

/* Whether events of that type, as they are described now, are in any pair.
 * ENOMEM. */
int pairs_want(struct pairs *pairs, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted);

/* An event that is, and that fields has decoded just now. ENOMEM. */
int pairs_add(struct pairs *pairs, const struct posix_trace_item_np *item);

/* All events have come. end_of: until when what a process waits for goes on. */
typedef int64_t pairs_end_of(void *context, unsigned origin, pid_t pid);
void pairs_end(struct pairs *pairs, pairs_end_of *end_of, void *context);

/* Events of either side that have no other, now that all have come. */
uint64_t pairs_unmatched(const struct pair *pair);

/* The field that makes a pair, or "thread". */
const char *pairs_by(const struct pair *pair);

#endif
