/*
 * diff_tables.h - what differs between two sides, as tables
 */
#ifndef DIFF_TABLES_H
#define DIFF_TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "common/table.h"
#include "diff/judgement.h"

struct diff_tables {
	const struct judgement *judgement;
	const struct sheet *sheet;
	const struct measures *measures;
	enum table_form form;
	bool all; /* also what does not differ; always so for programs */
	bool lost_exceeds; /* the limit of lost events is exceeded */
};

/* Prints them. ENOMEM. */
int diff_tables_print(const struct diff_tables *tables, FILE *out);

#endif
