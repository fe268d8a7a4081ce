/*
 * figures_table.h - a table of figures under construction
 *
 * The caller releases it.
 */
#ifndef FIGURES_TABLE_H
#define FIGURES_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/table.h"
#include "figures/spread.h"

enum { FIGURES_COLUMNS = 24 }; /* room for columns */

struct figures_table {
	struct table table;
	struct table_column columns[FIGURES_COLUMNS];
	size_t count;
	uint32_t left; /* rows left out for people */
};

/* Begins a table, adds a column as of struct table_column, and goes on to
 * cells. */
void figures_begin(struct figures_table *made);
void figures_add_column(struct figures_table *made, const char *title,
			const char *key, bool right);
void figures_end(struct figures_table *made, const char *name);

/* The weight of a row; the second number decides where the first is the same.
 * Zeroes: there is no row. */
struct figures_weight {
	uint64_t first, second;
};

typedef struct figures_weight figures_weigh(const void *argument,
					    uint32_t number);
typedef void figures_put_row(void *argument, uint32_t number);

/* Put those of `count` numbers that weigh anything, the heaviest first, so many
 * at most. */
void figures_put_rows(struct figures_table *made, uint32_t count, uint32_t most,
		      figures_weigh *weigh, figures_put_row *put,
		      void *argument);

/* 1,234 */
void figures_put_count(struct table *table, uint64_t count);

/* 1.2 ms */
void figures_put_duration(struct table *table, uint64_t ns);

/* The quantile in millionths; "-" of an empty spread. */
void figures_put_quantile(struct table *table, const struct spread *spread,
			  uint32_t millionths);

/* 96.8 k; "-" of a negative rate. */
void figures_put_rate(struct table *table, double rate);

/* A value of a counter: integers are exact, other numbers have significant
 * digits. */
void figures_put_level(struct table *table, long double number,
		       const char *unit);

#endif
