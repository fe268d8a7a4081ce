/* tests.c - comparing events with a unit test's expectations */
#include "format/rkh/import/tests.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum {
	AHEAD = 64, /* expected events to look at */
};

/* Events of the test helper, by their numbers in the group. */
enum {
	INIT,
	CLEANUP,
	VERIFY,
	IGNORE_GROUP,
	EXPECT,
	EXPECT_ANYARGS,
	IGNORE,
	IGNORE_ARG,
};

void pxt_rkh_tests_fini(struct pxt_rkh_tests *tests)
{
	pxt_rkh_tests_forget(tests);
	free(tests->expectation);
}

void pxt_rkh_tests_make_anew(struct pxt_rkh_tests *tests)
{
	memset(tests->marked, 0, sizeof(tests->marked));
}

/* Expectations */

static void drop_first(struct pxt_rkh_tests *tests)
{
	pxt_rkh_expectation_fini(&tests->expectation[tests->first++]);
}

void pxt_rkh_tests_forget(struct pxt_rkh_tests *tests)
{
	while (tests->first < tests->count)
		drop_first(tests);
	tests->first = tests->count = 0;
	tests->wanted = tests->came = 0;
	tests->is_open = false;
}

static bool is_empty(const struct pxt_rkh_tests *tests)
{
	return tests->first == tests->count;
}

static void open_test(struct pxt_rkh_tests *tests)
{
	tests->is_open = true;
	tests->has_lost = false;
	tests->faults = 0;
	tests->groups = 0;
	memset(tests->ignored, 0, sizeof(tests->ignored));
	*tests->fault = '\0';
}

static int have_room(struct pxt_rkh_tests *tests)
{
	if (tests->first == tests->count)
		tests->first = tests->count = 0;
	if (tests->count < tests->room)
		return 0;
	if (tests->first >= tests->room / 2 && tests->first) {
		tests->count -= tests->first;
		memmove(tests->expectation, tests->expectation + tests->first,
			tests->count * sizeof(*tests->expectation));
		tests->first = 0;
		return 0;
	}
	return pxt_array_reserve(&tests->expectation, &tests->room,
				 tests->count + 1, sizeof(*tests->expectation));
}

/* Faults */

static void fault(struct pxt_rkh_tests *tests, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void fault(struct pxt_rkh_tests *tests, const char *format, ...)
{
	va_list arguments;

	if (tests->faults++)
		return;
	va_start(arguments, format);
	vsnprintf(tests->fault, sizeof(tests->fault), format, arguments);
	va_end(arguments);
}

static void miss_first(struct pxt_rkh_tests *tests)
{
	const struct pxt_rkh_expectation *expectation =
		&tests->expectation[tests->first];

	fault(tests, "line %u: %s did not come", (unsigned)expectation->line,
	      expectation->text);
	drop_first(tests);
}

/* Messages of the test helper */

/* The value behind the line: an event, or a group. */
static uint32_t take_second(const struct pxt_rkh_came *came,
			    struct pxt_bytes *in)
{
	return (uint32_t)pxt_rkh_take(in, came->plan->argument[1].width);
}

bool pxt_rkh_tests_names(const struct pxt_rkh_came *came, uint32_t *id)
{
	struct pxt_bytes in = came->arguments;

	if (came->plan->count < 2 ||
	    came->plan->argument[1].space != PXT_RKH_EVENT_IDS)
		return false;
	pxt_bytes_le32(&in);
	*id = take_second(came, &in);
	return true;
}

static int expect(struct pxt_rkh_tests *tests, unsigned step,
		  const struct pxt_rkh_came *came,
		  const struct pxt_rkh_plan *plan,
		  const struct pxt_rkh_symbols *symbols)
{
	struct pxt_bytes in = came->arguments;
	struct pxt_rkh_expectation made = {
		.number = ++tests->numbers,
		.is_byte = step == EXPECT,
		.is_any = step == EXPECT_ANYARGS,
	};
	int err;

	made.line = pxt_bytes_le32(&in);
	made.id = take_second(came, &in);
	tests->wanted++;
	if (tests->count - tests->first == PXT_RKH_EXPECTATIONS_MAX)
		miss_first(tests);
	err = have_room(tests);
	if (err)
		return err;
	err = pxt_rkh_expectation_init(&made, &in, plan, symbols);
	if (!err)
		tests->expectation[tests->count++] = made;
	return err;
}

static void ignore_argument(struct pxt_rkh_tests *tests, uint32_t id,
			    unsigned argument)
{
	for (size_t i = tests->count; i > tests->first; i--) {
		struct pxt_rkh_expectation *expectation =
			&tests->expectation[i - 1];

		if (!pxt_rkh_expectation_is_of(expectation, id))
			continue;
		if (argument < 32)
			expectation->ignored |= UINT32_C(1) << argument;
		return;
	}
}

static void ignore(struct pxt_rkh_tests *tests, unsigned number)
{
	if (number < PXT_RKH_EVENTS)
		tests->ignored[number / 32] |= UINT32_C(1) << number % 32;
}

/* Expected events that are left at the end are missing. */
static void verify(struct pxt_rkh_tests *tests, char text[PXT_RKH_OUTCOME])
{
	const bool is_open = tests->is_open;

	while (!is_empty(tests))
		miss_first(tests);
	tests->is_open = false;
	if (!is_open)
		snprintf(text, PXT_RKH_OUTCOME, "unknown: it did not begin");
	else if (!tests->faults)
		snprintf(text, PXT_RKH_OUTCOME, "passed");
	else
		snprintf(text, PXT_RKH_OUTCOME, "%s: %s",
			 tests->has_lost ? "unknown, as records were lost" :
					   "failed",
			 tests->fault);
}

static int put_text(struct pxt_rkh_data *data, const char *text)
{
	const size_t len = strlen(text) + 1;
	int err;

	err = pxt_rkh_data_reserve(data, len);
	if (!err)
		pxt_rkh_data_copy(data, text, len);
	return err;
}

static int put_expected(const struct pxt_rkh_tests *tests,
			struct pxt_rkh_data *data)
{
	const struct pxt_rkh_expectation *expectation =
		&tests->expectation[tests->count - 1];
	int err;

	err = pxt_rkh_data_reserve(data, 4);
	if (err)
		return err;
	pxt_rkh_data_put(data, expectation->number, 4);
	return put_text(data, expectation->text);
}

static int put_outcome(struct pxt_rkh_tests *tests, struct pxt_rkh_data *data)
{
	char text[PXT_RKH_OUTCOME];
	int err;

	verify(tests, text);
	err = pxt_rkh_data_reserve(data, 8);
	if (err)
		return err;
	pxt_rkh_data_put(data, tests->wanted, 4);
	pxt_rkh_data_put(data, tests->came, 4);
	pxt_rkh_tests_forget(tests);
	return put_text(data, text);
}

int pxt_rkh_tests_step(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came, unsigned about,
		       const struct pxt_rkh_plan *about_plan,
		       const struct pxt_rkh_symbols *symbols,
		       struct pxt_rkh_data *data)
{
	const unsigned step = came->number % PXT_RKH_GROUP_SIZE;
	struct pxt_bytes in = came->arguments;
	uint32_t second;
	int err = 0;

	if (step == VERIFY)
		return put_outcome(tests, data);
	if (step == INIT || step == CLEANUP)
		pxt_rkh_tests_forget(tests);
	if (step == CLEANUP || step > IGNORE_ARG)
		return 0;
	if (step == INIT)
		open_test(tests);
	pxt_bytes_le32(&in);
	second = came->plan->count > 1 ? take_second(came, &in) : 0;
	if (step == IGNORE_GROUP && second < PXT_RKH_GROUPS)
		tests->groups |= (uint8_t)(1U << second);
	if (step == IGNORE)
		ignore(tests, about);
	if (step == IGNORE_ARG)
		ignore_argument(tests, second, pxt_bytes_u8(&in));
	if (step == EXPECT || step == EXPECT_ANYARGS) {
		err = expect(tests, step, came, about_plan, symbols);
		if (!err)
			err = put_expected(tests, data);
		if (!tests->is_open)
			pxt_rkh_tests_forget(tests);
	}
	return err;
}

/* Actual events */

static bool is_ignored(const struct pxt_rkh_tests *tests, unsigned number)
{
	return tests->groups >> number / PXT_RKH_GROUP_SIZE & 1 ||
	       tests->ignored[number / 32] >> number % 32 & 1;
}

static bool may_be_unexpected(const struct pxt_rkh_came *came)
{
	return came->plan->event->filtered != PXT_RKH_UNFILTERED &&
	       came->number / PXT_RKH_GROUP_SIZE != PXT_RKH_USERS;
}

/* Returns the first expected event that equals the actual one; count: none. */
static size_t find(const struct pxt_rkh_tests *tests,
		   const struct pxt_rkh_came *came,
		   const struct pxt_rkh_symbols *symbols)
{
	char text[PXT_RKH_EXPECTATION_TEXT];

	for (size_t i = tests->first;
	     i < tests->count && i < tests->first + AHEAD; i++) {
		const struct pxt_rkh_expectation *expectation =
			&tests->expectation[i];

		if (pxt_rkh_expectation_is_of(expectation, came->record->id) &&
		    !pxt_rkh_expectation_differs(expectation, came->plan,
						 came->arguments, symbols,
						 text))
			return i;
	}
	return tests->count;
}

static void be_expected(struct pxt_rkh_tests *tests, size_t index)
{
	struct pxt_rkh_judged *judged = &tests->judged;

	while (tests->first < index)
		miss_first(tests);
	judged->verdict = PXT_RKH_AS_EXPECTED;
	judged->number = tests->expectation[index].number;
	judged->line = tests->expectation[index].line;
	tests->came++;
	drop_first(tests);
}

/* Handles the next expected event with a different argument. */
static void differ(struct pxt_rkh_tests *tests, const struct pxt_rkh_came *came,
		   const struct pxt_rkh_symbols *symbols)
{
	const struct pxt_rkh_expectation *next =
		&tests->expectation[tests->first];
	struct pxt_rkh_judged *judged = &tests->judged;
	char text[PXT_RKH_EXPECTATION_TEXT];

	pxt_rkh_expectation_differs(next, came->plan, came->arguments, symbols,
				    text);
	judged->verdict = PXT_RKH_DIFFERS;
	judged->number = next->number;
	judged->line = next->line;
	snprintf(judged->why, sizeof(judged->why), "%s", text);
	fault(tests, "line %u: %s came with %s", (unsigned)next->line,
	      came->plan->event->name, text);
	drop_first(tests);
}

static void be_unexpected(struct pxt_rkh_tests *tests,
			  const struct pxt_rkh_came *came)
{
	const struct pxt_rkh_expectation *next =
		is_empty(tests) ? NULL : &tests->expectation[tests->first];
	struct pxt_rkh_judged *judged = &tests->judged;

	judged->verdict = PXT_RKH_UNEXPECTED;
	if (next) {
		judged->line = next->line;
		snprintf(judged->why, sizeof(judged->why), "%s was expected",
			 next->text);
		fault(tests, "line %u: %s came, %s was expected",
		      (unsigned)next->line, came->plan->event->name,
		      next->text);
	} else {
		snprintf(judged->why, sizeof(judged->why),
			 "nothing was expected");
		fault(tests, "%s came, nothing was expected",
		      came->plan->event->name);
	}
}

void pxt_rkh_tests_judge(struct pxt_rkh_tests *tests,
			 const struct pxt_rkh_came *came,
			 const struct pxt_rkh_symbols *symbols)
{
	const size_t index = find(tests, came, symbols);

	tests->judged = (struct pxt_rkh_judged){
		.verdict = PXT_RKH_NOT_TESTED,
	};
	if (index < tests->count)
		be_expected(tests, index);
	else if (is_ignored(tests, came->number))
		tests->judged.verdict = PXT_RKH_IGNORED;
	else if (!is_empty(tests) &&
		 pxt_rkh_expectation_is_of(&tests->expectation[tests->first],
					   came->record->id))
		differ(tests, came, symbols);
	else if (may_be_unexpected(came))
		be_unexpected(tests, came);
}

/* Marks */

static enum pxt_rkh_mark mark_of(const struct pxt_rkh_judged *judged)
{
	if (judged->verdict == PXT_RKH_IGNORED)
		return PXT_RKH_MARK_VERDICT;
	return *judged->why ? PXT_RKH_MARK_WHY : PXT_RKH_MARK_PLACE;
}

static void describe_mark(struct pxt_rkh_description *description,
			  enum pxt_rkh_mark mark)
{
	pxt_rkh_describe(description,
			 "; enum verdict : uint8_t { expected = 1, different, "
			 "unexpected, ignored } verdict");
	if (mark >= PXT_RKH_MARK_PLACE)
		pxt_rkh_describe(description,
				 "; uint32_t at; uint32_t xseq [[detail]]");
	if (mark == PXT_RKH_MARK_WHY)
		pxt_rkh_describe(description, "; char *why");
}

static int put_mark(const struct pxt_rkh_judged *judged, enum pxt_rkh_mark mark,
		    struct pxt_rkh_data *data)
{
	int err;

	err = pxt_rkh_data_reserve(data, 9);
	if (err)
		return err;
	pxt_rkh_data_put(data, judged->verdict, 1);
	if (mark >= PXT_RKH_MARK_PLACE) {
		pxt_rkh_data_put(data, judged->line, 4);
		pxt_rkh_data_put(data, judged->number, 4);
	}
	return mark == PXT_RKH_MARK_WHY ? put_text(data, judged->why) : 0;
}

int pxt_rkh_tests_mark(struct pxt_rkh_tests *tests,
		       const struct pxt_rkh_came *came,
		       const struct pxt_rkh_config *config,
		       struct pxt_trace *trace, struct pxt_rkh_data *data,
		       trace_event_id_t *type)
{
	const enum pxt_rkh_mark mark = mark_of(&tests->judged);
	const struct pxt_rkh_event *event = came->plan->event;
	struct pxt_rkh_description description = { .len = 0 };
	trace_event_id_t *marked = &tests->marked[came->number][mark];

	if (tests->judged.verdict == PXT_RKH_NOT_TESTED ||
	    event->meaning == PXT_RKH_USER_EVENT)
		return 0;
	if (!*marked) {
		pxt_rkh_plan_describe(came->plan, config, &description);
		describe_mark(&description, mark);
		*marked = pxt_trace_type(trace, event->name, description.text);
	}
	*type = *marked;
	return put_mark(&tests->judged, mark, data);
}
