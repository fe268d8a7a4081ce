/*
 * figures.h - the numbers of a trace
 *
 * Counts, losses, pairs, intervals and counters, gathered while items pass by
 * in memory that does not grow with their number.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "common/table.h"
#include "event/fields.h"
#include "event/labels.h"
#include "figures/ends.h"
#include "figures/levels.h"
#include "figures/locks/locks.h"
#include "figures/pairs.h"
#include "figures/posts.h"
#include "figures/tally.h"
#include "figures/unit_tests.h"
#include "source/alike.h"

enum figures_sort {
	FIGURES_FIRST, /* as they came */
	FIGURES_COUNT, /* the most first */
	FIGURES_NAME,
	FIGURES_LOST, /* the most nearby first */
};

struct figures_options {
	enum tally_group group;
	enum figures_sort sort;
	bool intervals;
	bool system; /* events of the system, too */
	bool partial; /* some events of a time are left out */
	unsigned columns; /* of a terminal; 0: lines are as long as they are */
	bool ascii;
	const struct pair_rule *rules; /* borrowed; none: spans */
	size_t rule_count;
};

struct threadx;

struct figures {
	struct figures_options options;
	struct source *source; /* borrowed */
	int64_t base_ns;       /* when all of it began */
	struct fields fields;
	struct labels labels;
	struct alike alike;
	struct tally tally;
	struct pairs pairs;
	struct levels levels;
	struct locks locks; /* of spans: not if pairs are named */
	struct ends ends;
	struct posts posts;
	struct unit_tests tests;
	struct threadx *threadx; /* NULL: not if events are left out */
	uint32_t undescribed[FIELDS_TYPES]; /* events so far */
};

/* base_ns: times are told from then on. ENOMEM. */
int figures_init(struct figures *figures, struct source *source,
		 const struct figures_options *options, int64_t base_ns);
void figures_fini(struct figures *figures);

/* An item. ENOMEM. */
int figures_add(struct figures *figures,
		const struct posix_trace_item_np *item);

/* Print it, once all items have come: for people, or for programs. ENOMEM. */
int figures_print(struct figures *figures, enum table_form form, FILE *out);

#endif
