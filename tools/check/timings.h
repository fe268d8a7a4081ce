/*
 * timings.h - rules about pairs of events and the time between them
 *
 * Pairs and spans are those of stat; rules hear of each.
 */
#ifndef CHECK_TIMINGS_H
#define CHECK_TIMINGS_H

#include "check/position.h"
#include "check/rule.h"
#include "check/rules.h"
#include "figures/pairs.h"

/* A rule that measures; value is NULL for one that wants the second event. */
struct measure {
	struct rule *rule;
	struct value *value;
	int64_t limit_ns; /* longer ones are told; -1: none are */
};

/* A pair or span that has begun. */
struct measure_begin {
	struct place place;
	uint32_t pair; /* number + 1; 0: has ended */
};

struct timings {
	struct position *position;   /* borrowed */
	struct pairs *named, *spans; /* NULL: no rule wants these */
	struct pair_rule *pair_rule;
	struct measure *by_pair; /* indexed by named pair */
	struct measure *by_span;
	size_t pair_count, pair_room, span_room, rule_room, span_count;
	struct measure_begin *begun; /* indexed by number while open */
	size_t begun_room;
	struct measure_begin *begun_spans;
	size_t begun_spans_room;
	int error; /* error of the listener */
};

/* Arguments are borrowed until fini. ENOMEM. */
int timings_init(struct timings *timings, struct position *position,
		 struct rules *rules);
void timings_fini(struct timings *timings);

/* True if events of that type, as described now, are in any pair. ENOMEM. */
int timings_want(struct timings *timings, trace_event_id_t type,
		 const struct posix_trace_layout_np *layout, bool *wanted);

/* Adds the present event, which is decoded. ENOMEM. */
int timings_add(struct timings *timings);

/* Gives rules what was measured, and counts what has not ended. last_ns: the
 * end of the trace. ENOMEM. */
int timings_end(struct timings *timings, int64_t last_ns);

/* Finds a rule, not told yet, whose second event can come too late only, by that
 * time. NULL: there is none. example: the place; its text is to be freed, and
 * NULL without memory. */
struct rule *timings_find_overdue(const struct timings *timings,
				  int64_t last_ns, struct example *example);

/* The pair that a rule is about whose events lack the key that it names; NULL:
 * there is none. Good until fini. */
const struct pair *timings_find_lacking(const struct timings *timings,
					const struct rule *rule);

#endif
