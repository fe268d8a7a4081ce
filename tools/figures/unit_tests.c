/*
 * unit_tests.c - unit tests: expectations and outcomes
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "figures/unit_tests.h"

enum { TEXT = 512 };

void unit_tests_init(struct unit_tests *tests, struct fields *fields,
		     struct labels *labels)
{
	*tests = (struct unit_tests){ .fields = fields, .labels = labels };
}

void unit_tests_fini(struct unit_tests *tests)
{
	for (uint32_t i = 0; i < tests->tests; i++) {
		free(tests->test[i].outcome);
		free(tests->test[i].host);
	}
	for (uint32_t i = 0; i < tests->expectations; i++) {
		free(tests->expectation[i].expects);
		free(tests->expectation[i].came);
	}
	free(tests->test);
	free(tests->expectation);
}

/* Kinds of events */

static enum unit_tests_role find_role(struct unit_tests *tests,
				      trace_event_id_t type)
{
	const struct posix_trace_layout_np *layout =
		fields_layout(tests->fields, type);
	const char *name = labels_event(tests->labels, type).text;

	if (!layout)
		return UNIT_TESTS_NOTHING;
	if (fields_layout_has(layout, "verdict") &&
	    fields_layout_has(layout, "xseq"))
		return UNIT_TESTS_CAME;
	if (!fields_layout_has(layout, "line"))
		return UNIT_TESTS_NOTHING;
	if (fields_layout_has(layout, "expects") &&
	    fields_layout_has(layout, "xseq"))
		return UNIT_TESTS_EXPECTS;
	if (fields_layout_has(layout, "outcome") &&
	    fields_layout_has(layout, "came"))
		return UNIT_TESTS_ENDS;
	if (!strcmp(name, "UT_INIT"))
		return UNIT_TESTS_BEGINS;
	if (!strcmp(name, "UT_SUCCESS") && fields_layout_has(layout, "msg"))
		return UNIT_TESTS_PASSED;
	if (!strcmp(name, "UT_FAIL") && fields_layout_has(layout, "msg"))
		return UNIT_TESTS_FAILED;
	return UNIT_TESTS_NOTHING;
}

static enum unit_tests_role role_of(struct unit_tests *tests,
				    trace_event_id_t type)
{
	if (type >= FIELDS_TYPES)
		return UNIT_TESTS_NOTHING;
	if (tests->role[type] == UNIT_TESTS_UNKNOWN)
		tests->role[type] = (uint8_t)find_role(tests, type);
	return tests->role[type];
}

/* Fields */

static uint64_t number_of(const struct fields *fields, const char *name)
{
	const struct posix_trace_value_np *value = fields_find(fields, name);
	struct posix_trace_number_np number;

	if (!value ||
	    posix_trace_value_number_np(fields->layout, value, 0, &number))
		return 0;
	return number.as.u;
}

/* NULL: no memory. */
static char *text_of(const struct fields *fields, const char *name)
{
	const struct posix_trace_value_np *value = fields_find(fields, name);

	return strndup(value ? value->data : "", value ? value->len : 0);
}

/* Rows */

static int add_test(struct unit_tests *tests, unsigned origin, uint64_t line)
{
	int err;

	tests->current[origin] = 0;
	if (tests->tests == UNIT_TESTS_MOST) {
		tests->left_out++;
		return 0;
	}
	err = pxt_array_reserve(&tests->test, &tests->test_room,
				tests->tests + 1, sizeof(*tests->test));
	if (err)
		return err;
	assert(tests->test);
	tests->test[tests->tests++] =
		(struct unit_test){ .origin = origin, .line = line };
	tests->current[origin] = tests->tests;
	return 0;
}

static int add_expectation(struct unit_tests *tests,
			   const struct unit_expectation *made)
{
	int err = 0;

	if (tests->expectations == UNIT_TESTS_MOST) {
		tests->left_out++;
		goto drop;
	}
	err = pxt_array_reserve(&tests->expectation, &tests->expectation_room,
				tests->expectations + 1,
				sizeof(*tests->expectation));
	if (err)
		goto drop;
	tests->expectation[tests->expectations++] = *made;
	return 0;

drop:
	free(made->expects);
	free(made->came);
	return err;
}

/* NULL: none, or too many. */
static struct unit_test *current(struct unit_tests *tests, unsigned origin)
{
	const uint32_t number = tests->current[origin];

	return number ? &tests->test[number - 1] : NULL;
}

/* A stream may begin within a test. */
static int begin_unseen(struct unit_tests *tests, unsigned origin)
{
	const struct unit_test *test = current(tests, origin);

	return test && !test->outcome ? 0 : add_test(tests, origin, 0);
}

static int expect(struct unit_tests *tests, unsigned origin)
{
	const struct unit_expectation made = {
		.test = tests->current[origin] - 1,
		.line = number_of(tests->fields, "line"),
		.number = number_of(tests->fields, "xseq"),
		.expects = text_of(tests->fields, "expects"),
	};

	if (!made.expects)
		return ENOMEM;
	tests->test[made.test].expected++;
	return add_expectation(tests, &made);
}

/* Describes the actual event, or what was wrong with it. NULL: no memory. */
static char *describe(struct unit_tests *tests, trace_event_id_t type)
{
	const char *name = labels_event(tests->labels, type).text;
	const struct posix_trace_value_np *why =
		fields_find(tests->fields, "why");
	char text[TEXT];

	snprintf(text, sizeof(text), "%s%s%.*s", name, why ? ": " : "",
		 why ? (int)why->len : 0, why ? (const char *)why->data : "");
	return strdup(text);
}

/* Expectations arrive in order. */
static struct unit_expectation *find(struct unit_tests *tests, unsigned origin,
				     uint64_t number)
{
	const uint32_t test = tests->current[origin] - 1;
	uint32_t *next = &tests->next[origin];

	for (; number && *next < tests->expectations; ++*next) {
		struct unit_expectation *made = &tests->expectation[*next];

		if (made->test == test && made->number == number)
			return made;
	}
	return NULL;
}

static int come(struct unit_tests *tests, unsigned origin,
		trace_event_id_t type)
{
	const uint64_t number = number_of(tests->fields, "xseq");
	struct unit_expectation *of = find(tests, origin, number);
	struct unit_expectation made = {
		.test = tests->current[origin] - 1,
		.line = number_of(tests->fields, "at"),
		.came = describe(tests, type),
		.differs = fields_find(tests->fields, "why"),
	};

	if (!made.came)
		return ENOMEM;
	if (number && !made.differs)
		tests->test[made.test].came++;
	if (of && !of->came) {
		of->came = made.came;
		of->differs = made.differs;
	} else if (number) {
		free(made.came);
	} else {
		return add_expectation(tests, &made);
	}
	return 0;
}

static int end(struct unit_tests *tests, unsigned origin)
{
	struct unit_test *test = current(tests, origin);

	free(test->outcome);
	test->last_line = number_of(tests->fields, "line");
	test->expected = number_of(tests->fields, "expected");
	test->came = number_of(tests->fields, "came");
	test->outcome = text_of(tests->fields, "outcome");
	return test->outcome ? 0 : ENOMEM;
}

/* Takes a host's verdict on the last test. */
static int hear(struct unit_tests *tests, unsigned origin, bool has_passed)
{
	struct unit_test *test = current(tests, origin);
	const struct posix_trace_value_np *said =
		fields_find(tests->fields, "msg");
	char text[TEXT];

	snprintf(text, sizeof(text), "%s: %.*s",
		 has_passed ? "passed" : "failed", said ? (int)said->len : 0,
		 said ? (const char *)said->data : "");
	free(test->host);
	test->host = strdup(text);
	return test->host ? 0 : ENOMEM;
}

bool unit_tests_want(struct unit_tests *tests, trace_event_id_t type)
{
	return role_of(tests, type) != UNIT_TESTS_NOTHING;
}

int unit_tests_add(struct unit_tests *tests,
		   const struct posix_trace_item_np *item)
{
	const trace_event_id_t type = item->info.posix_event_id;
	const enum unit_tests_role role = role_of(tests, type);
	const unsigned origin = item->origin;
	int err = 0;

	if (origin >= UNIT_TESTS_ORIGINS)
		return 0;
	if (role == UNIT_TESTS_BEGINS)
		return add_test(tests, origin,
				number_of(tests->fields, "line"));
	if (role == UNIT_TESTS_EXPECTS || role == UNIT_TESTS_ENDS)
		err = begin_unseen(tests, origin);
	if (err || !current(tests, origin))
		return err;
	switch (role) {
	case UNIT_TESTS_EXPECTS:
		return expect(tests, origin);
	case UNIT_TESTS_CAME:
		return come(tests, origin, type);
	case UNIT_TESTS_ENDS:
		return end(tests, origin);
	case UNIT_TESTS_PASSED:
	case UNIT_TESTS_FAILED:
		return hear(tests, origin, role == UNIT_TESTS_PASSED);
	default:
		return 0;
	}
}
