/*
 * pairs.h - pairs of events
 *
 * Pairs are named by the user, or spans are described. The events of a pair
 * have the same value in a field: the named one, or else the one marked as a
 * key. Without either, pairs are within a thread.
 *
 * If two begin events have the same key, the later one is paired; in spans the
 * earlier one waits on, as spans nest; in named pairs it stays unmatched.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "event/labels.h"
#include "figures/key_place.h"
#include "figures/spread.h"
#include "figures/unended_spans.h"
#include "figures/waits.h"
#include "select/selection.h"

enum {
	PAIRS_TYPES = 1 << 12, /* types beyond are in no pair */
	PAIRS_MOST = 1 << 12,
	PAIRS_KEY = 128, /* bytes of a key that is shown */
};

/* A pair named by the user; all is borrowed. A side with a selection has the
 * events that this wants, and its text is only shown. */
struct pair_rule {
	const char *begin;
	const char *end;
	const char *by; /* NULL: the key, or the thread */
	struct selection *begins, *ends;
};

/* A side of a pair: names of its types, and number of events. */
struct pair_side {
	char *names; /* names: "one, two" */
	uint64_t events;
	uint64_t without; /* events without the key */
};

struct pair {
	char *span;	/* name of the span, or NULL: named pair */
	const char *by; /* field named by the user, or NULL */
	char *key;	/* field that was used, or NULL: none so far */
	struct pair_side begin, end;
	struct spread spread;
	uint64_t unmatched; /* unmatched events, except those still waiting */
	uint64_t at_once;   /* ends that did not need a beginning */
	uint64_t waiting;
	uint64_t given_up; /* unmatched because too many waited */
	uint64_t longest;  /* longest wait still going on at the end */

	/* The slowest pair: begin, end, and name. */
	int64_t slowest_from, slowest_to;
	char slowest[PAIRS_KEY];
};

/* The act of an event in a span. */
enum pair_act {
	PAIR_BEGINS,
	PAIR_ENDS,
	PAIR_UNMATCHED, /* ends a span that did not begin, or lacks the key */
	PAIR_AT_ONCE,	/* an end that needs no beginning */
	PAIR_REPLACED,	/* a later beginning takes the place of this one */
};

struct pair_step {
	enum pair_act act;
	uint32_t pair;
	/* Number of the span from its beginning to its end; then another one
	 * may get it. A small number, counted from 1. */
	uint32_t open;
	bool is_keyed;
	bool gave_up; /* begins with the number of a span that was given up */
	int64_t from_ns; /* ends: the beginning */
};

enum { PAIR_STEPS = 2 }; /* an event may end a span, and begin one */

/* Called for each step of a pair named by the user. */
typedef void pairs_listener(void *context, const struct pair_step *step);

struct pair_role {
	uint32_t pair;
	struct key_place key;
	bool begins, ends;
	bool optional; /* ends that need no beginning */
	int amount;    /* field with the amount, or -1 */
};

/* Roles of a type's events in pairs, under its present description. */
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
	size_t rule_count; /* 0: described spans */

	struct key_seed seed;
	struct waits waits;
	struct unended_spans unended; /* spans with keys */
	struct pair *pair;
	uint32_t count;
	size_t room;
	struct pair_roles roles[PAIRS_TYPES];
	struct out words; /* name of the slowest */

	pairs_listener *listener; /* NULL: nobody */
	void *listening;	  /* context of listener */

	/* Steps of the last event in spans. */
	struct pair_step step[PAIR_STEPS];
	unsigned steps;
};

/* All arguments are borrowed until fini. No rules: described spans. ENOMEM. */
int pairs_init(struct pairs *pairs, struct fields *fields,
	       struct labels *labels, const struct pair_rule *rules,
	       size_t count);
void pairs_fini(struct pairs *pairs);

/* True if events of that type, as described now, are in any pair. ENOMEM. */
int pairs_want(struct pairs *pairs, trace_event_id_t type,
	       const struct posix_trace_layout_np *layout, bool *wanted);

/* Adds an event in a pair, the last one decoded by fields. ENOMEM. */
int pairs_add(struct pairs *pairs, const struct posix_trace_item_np *item);

/* Forgets the durations so far; what waits goes on waiting. */
void pairs_renew(struct pairs *pairs);

/* Ends the input. end_of: end of waiting in a process. */
typedef int64_t pairs_end_of(void *context, unsigned origin, pid_t pid);
void pairs_end(struct pairs *pairs, pairs_end_of *end_of, void *context);

/* Unmatched events of either side, after the end. */
uint64_t pairs_unmatched(const struct pair *pair);

/* The tame name of a pair: that of its span, or "BEGIN -> END". */
enum { PAIRS_NAME = 4 * TRACE_EVENT_NAME_MAX };
void pairs_name(const struct pair *pair, char name[PAIRS_NAME]);

/* The field that makes a pair, or "thread". */
const char *pairs_by(const struct pair *pair);

#endif
