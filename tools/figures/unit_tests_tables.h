/*
 * unit_tests_tables.h - unit tests as tables
 */
#ifndef UNIT_TESTS_TABLES_H
#define UNIT_TESTS_TABLES_H

#include "figures/figures_tables.h"
#include "figures/unit_tests.h"

enum { UNIT_TESTS_TABLES = 2 };

/* Makes tables of tests and their expectations; for people, failed ones
 * only. Returns the number of tables, none without tests. The caller
 * releases them. */
size_t unit_tests_tables(struct figures *figures,
			 struct figures_table made[UNIT_TESTS_TABLES],
			 bool for_people);

#endif
