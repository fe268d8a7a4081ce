/*
 * figures_tables.h - the numbers of a trace as tables
 *
 * Each is the caller's to fini. For people they have other columns than for
 * programs, which like one thing in each.
 */
#ifndef FIGURES_TABLES_H
#define FIGURES_TABLES_H

#include "figures/figures.h"

enum { FIGURES_COLUMNS = 24 }; /* room for columns */

struct figures_table {
	struct table table;
	struct table_column columns[FIGURES_COLUMNS];
	size_t count;
	uint32_t left; /* rows that people are spared */
};

/* Begin one, add a column as of struct table_column, and go on to cells. */
void figures_begin(struct figures_table *made);
void figures_add_column(struct figures_table *made, const char *title,
			const char *key, bool right);
void figures_end(struct figures_table *made, const char *name);

/* 1,234 */
void figures_put_count(struct table *table, uint64_t count);

/* 1.2 ms */
void figures_put_duration(struct table *table, uint64_t ns);

/* Whose rows they are: for people a column, or none of events. */
void figures_add_who_columns(struct figures_table *made,
			     enum tally_group group, bool for_people);
void figures_put_who(struct figures *figures, struct table *table,
		     enum tally_group group, const struct who *who,
		     bool for_people);

/* order: of the rows of the tally, as numbers. */
void figures_events(struct figures *figures, struct figures_table *made,
		    const uint32_t *order, bool for_people);
void figures_intervals(struct figures *figures, struct figures_table *made,
		       const uint32_t *order, bool for_people);

void figures_losses(struct figures *figures, struct figures_table *made,
		    bool for_people);
void figures_counters(struct figures *figures, struct figures_table *made,
		      bool for_people);
void figures_pairs(struct figures *figures, struct figures_table *made);

/* Nanoseconds after the beginning. */
int64_t figures_since(const struct figures *figures, int64_t ns);

/* The same, in a unit that suits the whole: "+12.4 s".
 * decimals: behind the point. buf: TEXT_MAX bytes. */
char *figures_offset(const struct figures *figures, char *buf, int64_t ns,
		     int decimals);

#endif
