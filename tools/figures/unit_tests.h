/*
 * unit_tests.h - what unit tests expected, and what came of it
 *
 * The importer of RKH judges, and its events tell: of what is expected, of what
 * came, and of the outcome. Here it becomes rows, which are no more than so
 * many.
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
	UNIT_TESTS_ORIGINS = 64,   /* streams; others have no tests */
};

/* What an event type is to tests. */
enum unit_tests_role {
	UNIT_TESTS_UNKNOWN, /* was not looked at so far */
	UNIT_TESTS_NOTHING,
	UNIT_TESTS_BEGINS,
	UNIT_TESTS_EXPECTS,
	UNIT_TESTS_CAME,
	UNIT_TESTS_ENDS,
	UNIT_TESTS_PASSED, /* as a host found */
	UNIT_TESTS_FAILED,
};

struct unit_test {
	unsigned origin;
	uint64_t line, last_line; /* 0: nobody knows */
	uint64_t expected, came;
	char *outcome; /* NULL: it did not end */
	char *host;    /* what a host found; NULL: nothing */
};

/* Something that was expected, or came though it was not. */
struct unit_expectation {
	uint32_t test; /* a number */
	uint64_t line, number;
	char *expects; /* NULL: nothing */
	char *came;    /* NULL: nothing */
	bool differs;  /* what came from what was expected */
};

struct unit_tests {
	struct fields *fields; /* borrowed, and so is */
	struct labels *labels;
	uint8_t role[FIELDS_TYPES];
	struct unit_test *test;
	uint32_t tests;
	size_t test_room;
	struct unit_expectation *expectation;
	uint32_t expectations;
	size_t expectation_room;
	uint32_t current[UNIT_TESTS_ORIGINS]; /* + 1; 0: none */
	uint32_t next[UNIT_TESTS_ORIGINS];    /* that is expected, at least */
	uint64_t left_out;		      /* rows */
};

void unit_tests_init(struct unit_tests *tests, struct fields *fields,
		     struct labels *labels);
void unit_tests_fini(struct unit_tests *tests);

/* An event. ENOMEM. */
int unit_tests_add(struct unit_tests *tests,
		   const struct posix_trace_item_np *item);

#endif
