/*
 * checker.h - rules are checked in one walk over a trace
 *
 * The memory grows with the names, the keys and the open spans of the trace,
 * and not with its length.
 */
#ifndef CHECK_CHECKER_H
#define CHECK_CHECKER_H

#include "check/holds.h"
#include "check/timings.h"
#include "check/position.h"
#include "check/relations.h"
#include "check/rules.h"

enum { CHECKER_TYPES = 1 << 12 }; /* types beyond are looked up each time */

/* A rule that wants the events of a term. */
struct watch {
	struct term *term;
	uint32_t rule;	     /* number of the rule */
	unsigned which;	     /* number of the term */
	struct value *value; /* a count; or NULL */
};

/* A watch of a type, with the place of the rule's key there. */
struct type_watch {
	uint32_t watch;
	struct key_place key;
};

/* Facts about a type: the interest of rules in its events. */
struct type_facts {
	bool is_known; /* under its present description */
	bool timings, objects, ends;
	uint32_t asked; /* events since the description was asked for */
	const struct posix_trace_layout_np *layout;
	struct type_watch *watch;
	size_t count, room;
};

struct checker {
	struct rules *rules; /* borrowed */
	struct position position;
	struct timings timings;
	struct relations relations;
	struct holds holds;
	struct watch *watch;
	size_t watches, watch_room;
	struct type_facts facts[CHECKER_TYPES + 1];
	uint64_t lost, places, uncounted; /* losses */
	int64_t last_ns;
};

/* Arguments are borrowed until fini, which is required after errors, too. Other
 * errors of selection_begin(). */
int checker_init(struct checker *checker, struct rules *rules,
		 struct source *source, bool ascii);
void checker_fini(struct checker *checker);

/* Adds the next item of the trace. ENOMEM. */
int checker_add(struct checker *checker,
		const struct posix_trace_item_np *item);

/* Time passes, without items: the trace has all its items up to then. lives: as
 * for locks_reach(). */
void checker_reach(struct checker *checker, int64_t ns,
		   bool (*lives)(pid_t pid));

/* Ends the trace: rules have their verdicts. ENOMEM. */
int checker_end(struct checker *checker);

#endif
