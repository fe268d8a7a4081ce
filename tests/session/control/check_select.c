#include <sched.h>
#include <sys/resource.h>
#include <trace_np.h>

#include "tracing.h"

enum { OPENERS = 4, NAMES = 100 };

/* Each event is called "a" or "b", and a number. */
static trace_event_id_t open_name(char letter, unsigned number)
{
	char name[32];

	snprintf(name, sizeof(name), "%c%u", letter, number);
	return type_of(name);
}

static trace_id_t select_and_start(const char *selection)
{
	trace_id_t trid = create_for(0, 8 << 20, 0);

	assert_ok(posix_trace_select_np(trid, selection));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static void assert_next_user(trace_id_t trid, trace_event_id_t type)
{
	struct got got;

	do
		ck_assert(try_next(trid, &got));
	while (!is_user(&got));
	ck_assert_uint_eq(got.info.posix_event_id, type);
}

static void assert_no_user(trace_id_t trid)
{
	struct got got;

	while (try_next(trid, &got))
		ck_assert(!is_user(&got));
}

START_TEST(names_that_were_there_are_chosen)
{
	trace_event_id_t wanted = type_of("wanted"), other = type_of("other");
	trace_id_t trid = select_and_start("want*");

	record(other, 0, 0);
	record(wanted, 0, 0);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 0);
	assert_next_user(trid, wanted);
	assert_empty(trid);
}
END_TEST

START_TEST(names_that_come_later_are_chosen_from_the_first_event_on)
{
	trace_id_t trid = select_and_start("late_*,!late_no");
	trace_event_id_t yes = type_of("late_yes"), no = type_of("late_no"),
			 other = type_of("other");

	record(other, 0, 0);
	record(no, 0, 0);
	record(yes, 0, 0);
	assert_next_user(trid, yes);
	assert_no_user(trid);
}
END_TEST

static rlim_t limit_files(rlim_t most)
{
	struct rlimit limit;
	rlim_t before;

	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	before = limit.rlim_cur;
	limit.rlim_cur = most;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	return before;
}

static void add_unreached(const struct posix_trace_stream_np *stream, void *sum)
{
	*(unsigned long long *)sum += stream->unreached;
}

/* A process without descriptors maps no stream: it can neither record into it, nor
 * tell it of new names, some of which are chosen. */
START_TEST(events_of_chosen_names_are_lost_and_no_others)
{
	trace_id_t trid = create_for(0, 8 << 20, 0);
	unsigned long long lost = 0;
	trace_event_id_t yes, no;
	rlim_t some;

	assert_ok(posix_trace_select_np(trid, "late_*,!late_no"));
	assert_ok(posix_trace_start(trid));
	some = limit_files(0);
	yes = type_of("late_yes");
	no = type_of("late_no");
	for (int i = 0; i < 5; i++)
		record(yes, 0, 0);
	record(no, 0, 0);
	assert_ok(posix_trace_stop(trid));
	limit_files(some);
	assert_ok(posix_trace_list_streams_np(getpid(), add_unreached, &lost));
	ck_assert_uint_eq(lost, 5);
}
END_TEST

START_TEST(all_but_some_are_chosen)
{
	trace_id_t trid = select_and_start("!no*");
	trace_event_id_t no = type_of("no1"), yes = type_of("yes1");

	record(no, 0, 0);
	record(yes, 0, 0);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 0);
	assert_next_user(trid, yes);
	assert_next_is(trid, POSIX_TRACE_UNNAMED_USEREVENT, &(struct got){ 0 });
}
END_TEST

START_TEST(the_controller_opens_names_as_well)
{
	trace_id_t trid = select_and_start("by_controller");
	trace_event_id_t type;

	assert_ok(posix_trace_trid_eventid_open(trid, "by_controller", &type));
	ck_assert_uint_eq(type_of("by_controller"), type);
	record(type, 0, 0);
	assert_next_user(trid, type);
}
END_TEST

START_TEST(a_choice_ends_with_another_filter)
{
	trace_id_t trid = select_and_start("chosen");
	trace_event_id_t type = type_of("late");
	trace_event_set_t none;

	record(type, 0, 0);
	assert_no_user(trid);

	assert_ok(posix_trace_eventset_empty(&none));
	assert_ok(
		posix_trace_set_filter(trid, &none, POSIX_TRACE_SET_EVENTSET));
	record(type, 0, 0);
	assert_next_user(trid, type);
	record(type_of("later"), 0, 0);
	assert_next_user(trid, type_of("later"));

	assert_ok(posix_trace_select_np(trid, "chosen"));
	record(type, 0, 0);
	assert_no_user(trid);
	assert_ok(posix_trace_select_np(trid, NULL));
	record(type, 0, 0);
	assert_next_user(trid, type);

	assert_ok(posix_trace_select_np(trid, "chosen"));
	assert_ok(posix_trace_clear(trid));
	record(type_of("latest"), 0, 0);
	assert_next_user(trid, type_of("latest"));
}
END_TEST

/* Threads open names and record under them while the choice is made: from then
 * on each wanted event is there, and no other. */
static _Atomic unsigned chosen, opened;

static void *open_and_record(void *argument)
{
	const unsigned first = (unsigned)(uintptr_t)argument * NAMES;

	for (unsigned i = 0, left = NAMES; left; i++) {
		trace_event_id_t a = open_name('a', first + i % NAMES);
		trace_event_id_t b = open_name('b', first + i % NAMES);
		bool before = !chosen;

		record(a, before, i);
		record(b, before, i);
		left -= !before;
		opened++;
	}
	return NULL;
}

START_TEST(nothing_is_missed_while_names_are_opened)
{
	trace_id_t trid = create_for(0, 8 << 20, 0);
	pthread_t threads[OPENERS];
	unsigned seen[OPENERS * NAMES] = { 0 };
	struct got got;
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (uintptr_t i = 0; i < OPENERS; i++)
		pthread_create(&threads[i], NULL, open_and_record, (void *)i);
	while (opened < OPENERS * 20)
		sched_yield();
	assert_ok(posix_trace_select_np(trid, "a*"));
	assert_ok(posix_trace_start(trid));
	chosen = 1;
	for (size_t i = 0; i < OPENERS; i++)
		pthread_join(threads[i], NULL);

	while (try_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		assert_ok(posix_trace_eventid_get_name(
			trid, got.info.posix_event_id, name));
		ck_assert_msg(name[0] == 'a', "%s was recorded", name);
		seen[strtoul(name + 1, NULL, 10)] += !got.mark.who;
	}
	for (unsigned i = 0; i < OPENERS * NAMES; i++)
		ck_assert_msg(seen[i] == 1, "a%u: %u times", i, seen[i]);
}
END_TEST

static void *open_names(void *argument)
{
	const unsigned first = (unsigned)(uintptr_t)argument * NAMES;

	for (unsigned i = 0; i < NAMES; i++) {
		open_name('a', first + i);
		open_name('b', first + i);
		opened++;
	}
	return NULL;
}

static void record_all(char letter)
{
	for (unsigned i = 0; i < OPENERS * NAMES; i++)
		record(open_name(letter, i), 0, i);
}

/* What a name that is opened is let pass, or not, is the last choice's affair,
 * whichever it began with. */
START_TEST(the_last_choice_counts_while_names_are_opened)
{
	trace_id_t trid = create_for(0, 8 << 20, 0);
	unsigned seen[OPENERS * NAMES] = { 0 };
	pthread_t threads[OPENERS];
	struct got got;
	char name[TRACE_EVENT_NAME_MAX + 1];

	assert_ok(posix_trace_select_np(trid, "b*"));
	for (uintptr_t i = 0; i < OPENERS; i++)
		pthread_create(&threads[i], NULL, open_names, (void *)i);
	while (opened < OPENERS * NAMES / 2)
		assert_ok(posix_trace_select_np(trid,
						opened % 2 ? "a*,!b*" : "b*"));
	assert_ok(posix_trace_select_np(trid, "a*"));
	for (size_t i = 0; i < OPENERS; i++)
		pthread_join(threads[i], NULL);

	assert_ok(posix_trace_start(trid));
	record_all('b');
	record_all('a');
	while (try_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		assert_ok(posix_trace_eventid_get_name(
			trid, got.info.posix_event_id, name));
		ck_assert_msg(name[0] == 'a', "%s was recorded", name);
		seen[got.mark.number]++;
	}
	for (unsigned i = 0; i < OPENERS * NAMES; i++)
		ck_assert_msg(seen[i] == 1, "a%u: %u times", i, seen[i]);
}
END_TEST

START_TEST(what_is_no_choice_is_refused)
{
	trace_id_t trid = create_for(0, 0, 0);
	char text[1025];

	memset(text, 'a', sizeof(text));
	text[1024] = '\0';
	assert_invalid(posix_trace_select_np(trid, text));
	text[1023] = '\0';
	assert_ok(posix_trace_select_np(trid, text));
	assert_invalid(posix_trace_select_np(trid, ""));
	assert_invalid(posix_trace_select_np(trid, "a,,b"));
	assert_invalid(posix_trace_select_np(trid, "!"));
	assert_ok(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_select_np(trid, "a"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("select");
	TCase *tcase = tcase_create("select");

	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, names_that_were_there_are_chosen);
	tcase_add_test(
		tcase,
		names_that_come_later_are_chosen_from_the_first_event_on);
	tcase_add_loop_test(
		tcase, events_of_chosen_names_are_lost_and_no_others, 0, 2);
	tcase_add_test(tcase, all_but_some_are_chosen);
	tcase_add_test(tcase, the_controller_opens_names_as_well);
	tcase_add_test(tcase, a_choice_ends_with_another_filter);
	tcase_add_test(tcase, nothing_is_missed_while_names_are_opened);
	tcase_add_test(tcase, the_last_choice_counts_while_names_are_opened);
	tcase_add_test(tcase, what_is_no_choice_is_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
