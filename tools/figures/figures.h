/*
 * figures.h - figures of a trace
 *
 * Counts, losses, pairs, intervals and counters, gathered from passing items in
 * memory that does not grow with their number.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "common/table.h"
#include "event/fields.h"
#include "event/labels.h"
#include "figures/accounts.h"
#include "figures/ends.h"
#include "figures/levels.h"
#include "figures/locks/locks.h"
#include "figures/pairs.h"
#include "figures/posts.h"
#include "figures/tally.h"
#include "figures/unit_tests.h"
#include "source/namesakes.h"

enum figures_sort {
	FIGURES_FIRST, /* in order of appearance */
	FIGURES_COUNT, /* the most first */
	FIGURES_NAME,
	FIGURES_LOST, /* most lost events nearby first */
};

struct figures_options {
	enum tally_group group;
	enum figures_sort sort;
	bool intervals;
	bool system;	  /* include system events */
	bool partial;	  /* the selection excludes some events */
	bool lean;	  /* only counts, losses, pairs and counters */
	unsigned columns; /* width of the terminal; 0: unlimited */
	bool ascii;
	const struct pair_rule *rules; /* borrowed; none given: spans */
	size_t rule_count;
};

struct threadx;

struct figures {
	struct figures_options options;
	struct source *source; /* borrowed */
	int64_t base_ns;       /* begin of the trace */
	struct fields fields;
	struct labels labels;
	struct namesakes alike;
	struct tally tally;
	struct pairs pairs;
	struct levels levels;
	struct locks locks; /* used for spans only, not for named pairs */
	struct ends ends;
	struct posts posts;
	struct unit_tests tests;
	struct threadx *threadx; /* NULL: events are excluded */
	bool keeps_accounts;	 /* types and threads keep their meaning */
	struct accounts accounts;
	uint32_t undescribed[FIELDS_TYPES]; /* events so far */
};

/* base_ns: zero point of shown times. ENOMEM. */
int figures_init(struct figures *figures, struct source *source,
		 const struct figures_options *options, int64_t base_ns);
void figures_fini(struct figures *figures);

/* Adds an item. ENOMEM. */
int figures_add(struct figures *figures,
		const struct posix_trace_item_np *item);

/* Forgets counts, durations and values of counters, and goes on: pairs keep
 * waiting. Losses nearby stay. */
void figures_renew(struct figures *figures);

/* Prints the figures, after all items: for people, or for programs. ENOMEM. */
int figures_print(struct figures *figures, enum table_form form, FILE *out);

#endif
