/*
 * unit_tests.h - unit tests: expectations and outcomes
 *
 * The importer of RKH judges, and its events have expectations, actual events
 * and outcomes. Here they become a limited number of rows.
 */
#ifndef UNIT_TESTS_H
#define UNIT_TESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <trace_np.h>

#include "event/fields.h"
#include "event/labels.h"

enum {
	UNIT_TESTS_MOST = 1 << 14, /* rows of each kind */
	UNIT_TESTS_ORIGINS = 64,   /* limit of streams with tests */
};

/* The role of an event type in tests. */
enum unit_tests_role {
	UNIT_TESTS_UNKNOWN, /* not examined so far */
	UNIT_TESTS_NOTHING,
	UNIT_TESTS_BEGINS,
	UNIT_TESTS_EXPECTS,
	UNIT_TESTS_CAME,
	UNIT_TESTS_ENDS,
	UNIT_TESTS_PASSED, /* verdict of a host */
	UNIT_TESTS_FAILED,
};

struct unit_test {
	unsigned origin;
	uint64_t line, last_line; /* 0: unknown */
	uint64_t expected, came;
	char *outcome; /* NULL: did not end */
	char *host;    /* verdict of a host; NULL: none */
};

/* An expectation, or an unexpected event. */
struct unit_expectation {
	uint32_t test; /* number of its test */
	uint64_t line, number;
	char *expects; /* NULL: nothing */
	char *came;    /* NULL: nothing */
	bool differs;  /* the actual event differs from the expected one */
};

struct unit_tests {
	struct fields *fields; /* borrowed, as is */
	struct labels *labels;
	uint8_t role[FIELDS_TYPES];
	struct unit_test *test;
	uint32_t tests;
	size_t test_room;
	struct unit_expectation *expectation;
	uint32_t expectations;
	size_t expectation_room;
	uint32_t current[UNIT_TESTS_ORIGINS]; /* current test + 1; 0: none */
	uint32_t next[UNIT_TESTS_ORIGINS];    /* lowest open expectation */
	uint64_t left_out;		      /* rows */
};

void unit_tests_init(struct unit_tests *tests, struct fields *fields,
		     struct labels *labels);
void unit_tests_fini(struct unit_tests *tests);

/* True if events of that type have a role in tests. */
bool unit_tests_want(struct unit_tests *tests, trace_event_id_t type);

/* Adds such an event, the last one decoded by fields. ENOMEM. */
int unit_tests_add(struct unit_tests *tests,
		   const struct posix_trace_item_np *item);

#endif
