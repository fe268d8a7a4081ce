/*
 * unit_tests_tables.c - unit tests as tables
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "figures/unit_tests_tables.h"

enum { PEOPLES = 40, SHOWN = 600 };

/* A line of a program; 0: none. */
static void put_line(struct table *table, uint64_t line)
{
	char text[24];

	if (!line) {
		table_bare(table, "-", "");
		return;
	}
	snprintf(text, sizeof(text), "%llu", (unsigned long long)line);
	table_bare(table, text, text);
}

static void put_text(struct table *table, const char *text,
		     const char *otherwise)
{
	char shown[SHOWN];

	text_tame(shown, sizeof(shown), text ? text : otherwise);
	table_text(table, shown, text ? shown : "");
}

/* "failed: line 31: ...": the word, and what follows it. */
static void put_outcome(struct table *table, const char *outcome)
{
	char shown[SHOWN], word[16];
	size_t len;

	text_tame(shown, sizeof(shown), outcome ? outcome : "open");
	len = strcspn(shown, ":,");
	snprintf(word, sizeof(word), "%.*s", (int)len, shown);
	table_text(table, "", word);
	table_text(table, "", shown[len] ? shown + len + 2 : "");
}

static bool are_several(const struct unit_tests *tests)
{
	for (uint32_t i = 1; i < tests->tests; i++)
		if (tests->test[i].origin != tests->test[0].origin)
			return true;
	return false;
}

/* The stream. */
static void put_origin(struct figures *figures, struct table *table,
		       const struct unit_test *test, bool for_people)
{
	const struct entity entity = { .origin = test->origin, .pid = 1 };

	if (!for_people || are_several(&figures->tests))
		figures_put_entity(figures, table, TALLY_PROCESS, &entity,
				   for_people);
}

static void add_origin_columns(struct figures *figures,
			       struct figures_table *made, bool for_people)
{
	if (!for_people || are_several(&figures->tests))
		figures_add_entity_columns(made, TALLY_PROCESS, for_people);
}

static void tabulate_tests(struct figures *figures, struct figures_table *made,
			   bool for_people)
{
	const struct unit_tests *tests = &figures->tests;
	struct table *table = &made->table;

	figures_begin(made);
	add_origin_columns(figures, made, for_people);
	figures_add_column(made, "TEST AT", "line", true);
	figures_add_column(made, "TO", "last_line", true);
	figures_add_column(made, "EXPECTED", "expected", true);
	figures_add_column(made, "CAME", "came", true);
	figures_add_column(made, "OUTCOME", "outcome", false);
	if (!for_people)
		figures_add_column(made, "", "why", false);
	figures_add_column(made, "HOST SAYS", "host_says", false);
	figures_end(made, "tests");
	for (uint32_t i = 0; i < tests->tests; i++) {
		const struct unit_test *test = &tests->test[i];

		put_origin(figures, table, test, for_people);
		put_line(table, test->line);
		put_line(table, test->last_line);
		figures_put_count(table, test->expected);
		figures_put_count(table, test->came);
		if (for_people)
			put_text(table, test->outcome, "open");
		else
			put_outcome(table, test->outcome);
		put_text(table, test->host, "-");
	}
}

/* True if the actual event is the expected one. */
static bool is_good(const struct unit_expectation *expectation)
{
	return expectation->expects && expectation->came &&
	       !expectation->differs;
}

static const char *verdict_of(const struct unit_expectation *expectation,
			      const struct unit_test *test)
{
	if (!expectation->expects)
		return "unexpected";
	if (!expectation->came)
		return test->outcome ? "missing" : "open";
	return is_good(expectation) ? "expected" : "different";
}

static void put_expectation(struct figures *figures, struct table *table,
			    const struct unit_expectation *expectation,
			    bool for_people)
{
	const struct unit_test *test = &figures->tests.test[expectation->test];

	put_origin(figures, table, test, for_people);
	put_line(table, test->line);
	put_line(table, expectation->line);
	put_text(table, expectation->expects, "-");
	put_text(table, verdict_of(expectation, test), "");
	put_text(table, expectation->came, "-");
}

static void tabulate_expectations(struct figures *figures,
				  struct figures_table *made, bool for_people)
{
	const struct unit_tests *tests = &figures->tests;

	figures_begin(made);
	add_origin_columns(figures, made, for_people);
	figures_add_column(made, "TEST AT", "test_line", true);
	figures_add_column(made, "LINE", "line", true);
	figures_add_column(made, "EXPECTED", "expected", false);
	figures_add_column(made, "IS", "outcome", false);
	figures_add_column(made, "CAME", "came", false);
	figures_end(made, "test_expectations");
	for (uint32_t i = 0; i < tests->expectations; i++) {
		if (for_people && is_good(&tests->expectation[i]))
			continue;
		if (for_people && table_rows(&made->table) == PEOPLES)
			made->left++;
		else
			put_expectation(figures, &made->table,
					&tests->expectation[i], for_people);
	}
}

size_t unit_tests_tables(struct figures *figures,
			 struct figures_table made[UNIT_TESTS_TABLES],
			 bool for_people)
{
	if (!figures->tests.tests)
		return 0;
	tabulate_tests(figures, &made[0], for_people);
	tabulate_expectations(figures, &made[1], for_people);
	return UNIT_TESTS_TABLES;
}
