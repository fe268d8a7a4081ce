/*
 * figures_tables.h - figures of a trace as tables
 *
 * Each table is released by the caller. Columns for people combine several
 * facts, those for programs have one each.
 */
#ifndef FIGURES_TABLES_H
#define FIGURES_TABLES_H

#include "figures/figures.h"
#include "figures/figures_table.h"

/* Columns of a row's thread or process: one for people, or none for types. */
void figures_add_entity_columns(struct figures_table *made,
				enum tally_group group, bool for_people);
void figures_put_entity(struct figures *figures, struct table *table,
			enum tally_group group, const struct entity *entity,
			bool for_people);

/* order: row numbers of the tally. */
void figures_events(struct figures *figures, struct figures_table *made,
		    const uint32_t *order, bool for_people);
void figures_intervals(struct figures *figures, struct figures_table *made,
		       const uint32_t *order, bool for_people);

void figures_losses(struct figures *figures, struct figures_table *made,
		    bool for_people);
void figures_counters(struct figures *figures, struct figures_table *made,
		      bool for_people);
void figures_pairs(struct figures *figures, struct figures_table *made);

/* Nanoseconds since the beginning. */
int64_t figures_since(const struct figures *figures, int64_t ns);

/* Same in a unit that fits the whole: "+12.4 s". decimals: behind the point.
 * buf: TEXT_MAX bytes. */
char *figures_offset(const struct figures *figures, char *buf, int64_t ns,
		     int decimals);

#endif
