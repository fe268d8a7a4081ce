/*
 * unit_tests_tables.h - unit tests as tables
 */
#ifndef UNIT_TESTS_TABLES_H
#define UNIT_TESTS_TABLES_H

#include "figures/figures_tables.h"
#include "figures/unit_tests.h"

enum { UNIT_TESTS_TABLES = 2 };

/* The tests, and what they expected; for people, what did not come as it
 * should. Gives how many tables there are, none without tests. They are the
 * caller's to fini. */
size_t unit_tests_tables(struct figures *figures,
			 struct figures_table made[UNIT_TESTS_TABLES],
			 bool for_people);

#endif
