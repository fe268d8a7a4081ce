/*
 * periods_table.h - the figures of periods as rows of one table
 *
 * Each period has a row for all events, whether there are any or not, and rows
 * for the event types, spans and counters that it has.
 */
#ifndef PERIODS_TABLE_H
#define PERIODS_TABLE_H

#include <stdio.h>

#include "figures/periods.h"

enum { PERIODS_TABLE_COLUMNS = 20 };

struct periods_table {
	enum table_form form;
	bool is_continued;		  /* the titles were printed */
	int least[PERIODS_TABLE_COLUMNS]; /* widths so far */
};

/* Zero, but for the form, at first. Prints the present period. As JSON, a period
 * is an object on a line. ENOMEM. */
int periods_table_print(struct periods_table *rows,
			const struct periods *periods, FILE *out);

#endif
