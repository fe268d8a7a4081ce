/*
 * figures_tables.h - the numbers of a trace as tables
 *
 * Each is the caller's to fini. For people they have other columns than for
 * programs, which like one thing in each.
 */
#ifndef FIGURES_TABLES_H
#define FIGURES_TABLES_H

#include "figures/figures.h"
#include "figures/figures_table.h"

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
