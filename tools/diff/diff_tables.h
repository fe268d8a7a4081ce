/*
 * diff_tables.h - what differs between two sides, as tables
 */
#ifndef DIFF_TABLES_H
#define DIFF_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "common/table.h"
#include "diff/judgement.h"
#include "figures/figures_table.h"

struct diff_tables {
	const struct judgement *judgement;
	const struct sheet *sheet;
	const struct measures *measures;
	enum table_form form;
	bool all; /* also what does not differ; always so for programs */
	bool lost_exceeds; /* the limit of lost events is exceeded */
};

/* Tables of measures and sides, to be released by the caller. */
void diff_tables_make_measures(const struct diff_tables *tables,
			       struct figures_table *made);
void diff_tables_make_sides(const struct diff_tables *tables,
			    struct figures_table *made);

/* Prints a line on the differences and the test, for people. */
void diff_tables_print_summary(const struct diff_tables *tables, FILE *out);

/* Prints all of it. ENOMEM. */
int diff_tables_print(const struct diff_tables *tables, FILE *out);

#endif
