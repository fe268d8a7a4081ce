/* check_figures.c - the numbers of a trace whose items are made up here */
#include <errno.h>
#include <string.h>

#include "common/stamp.h"
#include "figures/figures.h"
#include "run.h"

/* The types of the trace. */
enum {
	REQUEST = POSIX_TRACE_UNNAMED_USEREVENT + 1,
	REPLY,
	CALL,
	RETURN,
	PLAIN,
	LATE,  /* is described by and by */
	OTHER, /* is called as a request, with other data */
	TYPES,
};

static const char *const names[] = {
	[REQUEST] = "request", [REPLY] = "reply", [CALL] = "call",
	[RETURN] = "return",   [PLAIN] = "plain", [LATE] = "late",
	[OTHER] = "request",
};

static const char *descriptions[TYPES];

static int get_name(struct source *source, trace_event_id_t type, char *name)
{
	(void)source;
	if (type >= TYPES || !names[type])
		return EINVAL;
	strcpy(name, names[type]);
	return 0;
}

static int get_description(struct source *source, trace_event_id_t type,
			   char *description, size_t size)
{
	(void)source;
	if (type >= TYPES || !descriptions[type])
		return ENODATA;
	ck_assert_uint_lt(strlen(descriptions[type]), size);
	strcpy(description, descriptions[type]);
	return 0;
}

static int get_process(struct source *source, unsigned origin, pid_t pid,
		       struct posix_trace_process_np *process)
{
	(void)source;
	(void)origin;
	*process = (struct posix_trace_process_np){ .pid = pid, .name = "x" };
	return 0;
}

static int get_origin(struct source *source, unsigned number,
		      struct source_origin *origin)
{
	(void)source;
	*origin = (struct source_origin){ .host = "h" };
	return number ? ESRCH : 0;
}

static bool is_complete(struct source *source)
{
	(void)source;
	return true;
}

static const struct source_class class = {
	.is_complete = is_complete,
	.get_name = get_name,
	.get_description = get_description,
	.get_process = get_process,
	.get_origin = get_origin,
};

static struct source source = { .class = &class, .name = "made up" };
static struct figures figures;
static int64_t now; /* ns */
static void *place; /* of what is recorded */

static void begin(const struct figures_options *options)
{
	figures_fini(&figures);
	ck_assert_int_eq(figures_init(&figures, &source, options, 0), 0);
	now = 0;
	place = NULL;
}

static void setup(void)
{
	memset(descriptions, 0, sizeof(descriptions));
	descriptions[REQUEST] = "[[begin(work)]]; uint64_t id [[key]];"
				"int32_t depth [[counter, unit(B)]]";
	descriptions[REPLY] = "[[end(work)]]; double number [[key]]";
	descriptions[CALL] = "[[begin]]";
	descriptions[RETURN] = "[[end(call)]]";
	begin(&(struct figures_options){ 0 });
}

/* A source that is settled, as a complete log is: what its types mean is found
 * out once for all events of a thread. */
static void setup_settled(void)
{
	source.is_settled = source.has_no_programs = true;
	setup();
}

static void teardown(void)
{
	figures_fini(&figures);
	source.is_settled = source.has_no_programs = false;
}

static void add_of(pid_t process, pid_t thread, trace_event_id_t type,
		   const void *data, size_t len)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = thread,
		.info.posix_event_id = type,
		.info.posix_pid = process,
		.info.posix_prog_address = place,
		.info.posix_timestamp = stamp_time(now),
		.data = data,
		.data_len = len,
	};

	ck_assert_int_eq(figures_add(&figures, &item), 0);
}

/* Of thread 10 * process + number. */
static void add_data(pid_t thread, trace_event_id_t type, const void *data,
		     size_t len)
{
	add_of(thread / 10, thread, type, data, len);
}

static void add(pid_t thread, trace_event_id_t type)
{
	add_data(thread, type, NULL, 0);
}

static void request(uint64_t id, int32_t depth)
{
	const struct {
		uint64_t id;
		int32_t depth;
	} data = { id, depth };

	add_data(11, REQUEST, &data, sizeof(data));
}

static void reply(double number)
{
	add_data(21, REPLY, &number, sizeof(number));
}

/* thread 0: of nobody in particular. */
static void lose(pid_t thread, uint64_t lost)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_LOSS_NP,
		.tid = thread,
		.info.posix_pid = thread / 10,
		.info.posix_timestamp = stamp_time(now),
		.lost = lost,
		.lost_end = stamp_time(now + 5),
	};

	ck_assert_int_eq(figures_add(&figures, &item), 0);
}

static const struct tally_row *row_of(unsigned origin, pid_t pid, pid_t tid,
				      trace_event_id_t type)
{
	struct entities *entities = &figures.tally.entities;

	for (uint32_t i = 0; i < entities->count; i++)
		if (entities->entity[i].origin == origin &&
		    entities->entity[i].pid == pid &&
		    entities->entity[i].tid == tid &&
		    entities->entity[i].type == type)
			return &figures.tally.row[i];
	ck_abort_msg("there is no such row");
	return NULL;
}

static const struct pair *pair_of(uint32_t number)
{
	ck_assert_uint_gt(figures.pairs.count, number);
	return &figures.pairs.pair[number];
}

static void check_pair(const struct pair *pair, uint64_t count,
		       uint64_t unmatched, uint64_t least, uint64_t greatest)
{
	ck_assert_uint_eq(pair->spread.count, count);
	ck_assert_uint_eq(pairs_unmatched(pair), unmatched);
	ck_assert_uint_eq(pair->spread.least, least);
	ck_assert_uint_eq(pair->spread.greatest, greatest);
}

START_TEST(events_are_counted_with_their_times)
{
	for (now = 100; now <= 1000; now += 100)
		add(11, PLAIN);
	now = 5100;
	add(21, LATE);
	ck_assert_uint_eq(row_of(0, 0, 0, PLAIN)->count, 10);
	ck_assert_int_eq(row_of(0, 0, 0, PLAIN)->first_ns, 100);
	ck_assert_int_eq(row_of(0, 0, 0, PLAIN)->last_ns, 1000);
	ck_assert_uint_eq(row_of(0, 0, 0, LATE)->count, 1);
	ck_assert_double_eq(tally_rate(&figures.tally, row_of(0, 0, 0, PLAIN)),
			    10 * 1e9 / 5000);
}
END_TEST

START_TEST(threads_and_processes_have_rows_of_their_own)
{
	begin(&(struct figures_options){ .group = TALLY_THREAD });
	add(11, PLAIN);
	add(12, PLAIN);
	add(12, PLAIN);
	ck_assert_uint_eq(row_of(0, 1, 11, PLAIN)->count, 1);
	ck_assert_uint_eq(row_of(0, 1, 12, PLAIN)->count, 2);

	begin(&(struct figures_options){ .group = TALLY_PROCESS });
	add(11, PLAIN);
	add(12, PLAIN);
	add(21, PLAIN);
	ck_assert_uint_eq(row_of(0, 1, 0, PLAIN)->count, 2);
	ck_assert_uint_eq(row_of(0, 2, 0, PLAIN)->count, 1);
}
END_TEST

/* Their accounts have one place in the table. */
START_TEST(threads_that_take_turns_in_an_account_are_counted_apart)
{
	const pid_t other = 11 + ACCOUNTS;

	begin(&(struct figures_options){ .group = TALLY_THREAD });
	for (now = 0; now < 30; now += 10) {
		add_of(1, 11, PLAIN, NULL, 0);
		add_of(1, other, PLAIN, NULL, 0);
		add_of(2, other, PLAIN, NULL, 0);
		add_of(2, other, PLAIN + ACCOUNTS, NULL, 0);
	}
	ck_assert_uint_eq(row_of(0, 1, 11, PLAIN)->count, 3);
	ck_assert_uint_eq(row_of(0, 1, other, PLAIN)->count, 3);
	ck_assert_uint_eq(row_of(0, 2, other, PLAIN)->count, 3);
	ck_assert_uint_eq(row_of(0, 2, other, PLAIN + ACCOUNTS)->count, 3);
}
END_TEST

START_TEST(events_of_the_system_are_counted_if_they_are_wanted)
{
	add(11, POSIX_TRACE_START);
	ck_assert_uint_eq(figures.tally.events, 0);
	begin(&(struct figures_options){ .system = true });
	add(11, POSIX_TRACE_START);
	ck_assert_uint_eq(figures.tally.events, 1);
}
END_TEST

START_TEST(intervals_are_between_events_of_one_type)
{
	begin(&(struct figures_options){ .intervals = true });
	add(11, PLAIN);
	now = 5;
	add(11, LATE);
	now = 10;
	add(12, PLAIN);
	now = 40;
	add(11, PLAIN);
	ck_assert_uint_eq(row_of(0, 0, 0, PLAIN)->intervals->count, 2);
	ck_assert_uint_eq(row_of(0, 0, 0, PLAIN)->intervals->least, 10);
	ck_assert_uint_eq(row_of(0, 0, 0, PLAIN)->intervals->greatest, 30);
	ck_assert_ptr_null(row_of(0, 0, 0, LATE)->intervals);
}
END_TEST

START_TEST(spans_are_found_by_descriptions_and_keys)
{
	request(1, 0);
	now = 10;
	request(2, 0);
	request(3, 0);
	now = 30;
	reply(1);
	now = 35;
	reply(2);
	reply(4);
	reply(1);
	check_pair(pair_of(0), 2, 3, 25, 30);
	ck_assert_str_eq(pair_of(0)->span, "work");
	ck_assert_str_eq(pair_of(0)->begin.names, "request");
	ck_assert_str_eq(pair_of(0)->end.names, "reply");
	ck_assert_str_eq(pairs_by(pair_of(0)), "id");
	ck_assert_str_eq(pair_of(0)->slowest, "number=1");
	ck_assert_int_eq(pair_of(0)->slowest_from, 0);
	ck_assert_int_eq(pair_of(0)->slowest_to, 30);
}
END_TEST

START_TEST(spans_of_objects_are_of_a_process)
{
	const uint64_t address = 0x1000;

	descriptions[CALL] = "[[begin(had)]]; uint64_t at [[key, object]]";
	descriptions[RETURN] = "[[end(had)]]; uint64_t at [[key, object]]";
	add_data(11, CALL, &address, sizeof(address));
	now = 10;
	add_data(21, CALL, &address, sizeof(address));
	now = 30;
	add_data(12, RETURN, &address, sizeof(address));
	now = 50;
	add_data(21, RETURN, &address, sizeof(address));
	check_pair(pair_of(0), 2, 0, 30, 40);
	ck_assert_str_eq(pairs_by(pair_of(0)), "at");
}
END_TEST

/* The depth of a request is how much it is. */
START_TEST(what_has_not_ended_is_told_by_where_it_began)
{
	const struct unended_spans *unended = &figures.pairs.unended;
	const struct unended_place *one;

	request(7, 70);
	ck_assert_uint_eq(unended->places.count, 0); /* nobody knows where */
	place = &figures;
	request(1, 10);
	request(2, 20);
	request(3, -5); /* is nothing */
	request(2, 40); /* the other one has ended by now */
	reply(1);
	reply(4);
	reply(1);
	ck_assert_uint_eq(unended->places.count, 1);
	one = unended_spans_place(unended, 0);
	ck_assert_uint_eq(one->begun, 4);
	ck_assert_uint_eq(one->amount, 70);
	ck_assert_uint_eq(one->open, 2);
	ck_assert_uint_eq(one->open_amount, 40);
	ck_assert_int_eq(one->pid, 1);

	/* What is of a thread is not. */
	add(11, CALL);
	ck_assert_uint_eq(unended->places.count, 1);
}
END_TEST

START_TEST(spans_without_keys_are_of_a_thread_and_one_inside_of_another)
{
	add(11, CALL);
	now = 1;
	add(12, CALL);
	now = 2;
	add(11, CALL);
	now = 7;
	add(11, RETURN);
	now = 100;
	add(11, RETURN);
	now = 1001;
	add(12, RETURN);
	add(12, RETURN);
	check_pair(pair_of(0), 3, 1, 5, 1000);
	ck_assert_str_eq(pairs_by(pair_of(0)), "thread");
	ck_assert_str_eq(pair_of(0)->slowest, "x/12");
}
END_TEST

START_TEST(of_a_pair_the_later_begin_counts)
{
	static const struct pair_rule rules[] = {
		{ .begin = "plain", .end = "late" },
		{ .begin = "call", .end = "request", .by = "tid" },
		{ .begin = "late", .end = "plain", .by = "pid" },
	};

	begin(&(struct figures_options){ .rules = rules, .rule_count = 3 });
	add(11, PLAIN);
	now = 3;
	add(11, PLAIN);
	now = 10;
	add(12, LATE);
	add(11, LATE);
	now = 30;
	add(11, LATE);
	now = 70;
	add(12, PLAIN);
	check_pair(pair_of(0), 1, 4, 7, 7);
	check_pair(pair_of(1), 0, 0, 0, 0);
	check_pair(pair_of(2), 1, 4, 40, 40);
	ck_assert_str_eq(pairs_by(pair_of(1)), "tid");
}
END_TEST

START_TEST(pairs_are_by_the_field_that_is_named)
{
	static const struct pair_rule rules[] = {
		{ .begin = "request", .end = "request", .by = "depth" },
		{ .begin = "request", .end = "reply", .by = "nothing" },
		{ .begin = "request", .end = "reply" },
	};

	begin(&(struct figures_options){ .rules = rules, .rule_count = 3 });
	request(1, -7);
	now = 20;
	request(2, -7);
	reply(2);
	ck_assert_uint_eq(pair_of(0)->spread.count, 1);
	ck_assert_str_eq(pair_of(0)->slowest, "depth=-7");
	check_pair(pair_of(1), 0, 3, 0, 0);
	ck_assert_uint_eq(pair_of(1)->begin.without, 2);
	ck_assert_uint_eq(pair_of(1)->end.without, 1);
	check_pair(pair_of(2), 1, 1, 0, 0);
	ck_assert_uint_eq(pair_of(2)->begin.without, 0);
}
END_TEST

START_TEST(data_that_was_cut_has_no_key)
{
	add_data(11, REQUEST, "\1\0\0", 3);
	add_data(11, REQUEST, NULL, 0);
	check_pair(pair_of(0), 0, 2, 0, 0);
}
END_TEST

START_TEST(clocks_that_differ_make_no_long_durations)
{
	now = 100;
	request(1, 0);
	now = 99;
	reply(1);
	check_pair(pair_of(0), 1, 0, 0, 0);
}
END_TEST

START_TEST(more_events_than_can_wait_give_up)
{
	const unsigned most = 128, more = 100;

	figures.pairs.waits.most = most;
	for (uint64_t i = 0; i < most + more; i++)
		request(i, 0);
	for (uint64_t i = 0; i < most + more; i++)
		reply((double)i);
	ck_assert_uint_eq(pair_of(0)->spread.count, most);
	ck_assert_uint_eq(pair_of(0)->given_up, more);
	ck_assert_uint_eq(pairs_unmatched(pair_of(0)), 2 * more);
}
END_TEST

START_TEST(a_key_that_is_long_is_cut_at_a_character)
{
	static const char text[] = "äääääääääääääääääääääääääääääääääääääääää"
				   "äääääääääääääääääääääääääääääääääääääääää";
	char *shown;

	descriptions[REQUEST] = "[[begin(work)]]; char *k [[key]]";
	descriptions[REPLY] = "[[end(work)]]; char *k [[key]]";
	add_data(11, REQUEST, text, sizeof(text));
	add_data(11, REPLY, text, sizeof(text));
	shown = figures.pairs.pair[0].slowest;
	ck_assert_uint_eq(strlen(shown), PAIRS_KEY - 1);
	ck_assert_int_eq(strncmp(shown, "k=ää", 6), 0);
	ck_assert_str_eq(shown + strlen(shown) - 5, "ä...");
}
END_TEST

START_TEST(counters_have_a_least_and_a_greatest)
{
	request(1, 5);
	request(2, -3);
	request(3, 10);
	add_data(11, REQUEST, "\1\0\0\0\0\0\0\0", 8);
	ck_assert_uint_eq(figures.levels.count, 1);
	ck_assert_uint_eq(figures.levels.level[0].count, 3);
	ck_assert(figures.levels.level[0].least == -3);
	ck_assert(figures.levels.level[0].greatest == 10);
	ck_assert(figures.levels.level[0].last == 10);
	ck_assert(figures.levels.level[0].sum == 12);
}
END_TEST

START_TEST(a_counter_is_one_whatever_data_its_events_have)
{
	const int16_t other = 40;

	descriptions[OTHER] = "int16_t depth [[counter, unit(B)]]";
	request(1, 5);
	add_data(11, OTHER, &other, sizeof(other));
	request(2, 10);
	ck_assert_uint_eq(figures.levels.count, 1);
	ck_assert_uint_eq(figures.levels.level[0].count, 3);
	ck_assert(figures.levels.level[0].greatest == 40);
	ck_assert(figures.levels.level[0].last == 10);
}
END_TEST

START_TEST(counters_of_other_units_are_others)
{
	const int16_t other = 40;

	descriptions[OTHER] = "int16_t depth [[counter, unit(ns)]]";
	request(1, 5);
	add_data(11, OTHER, &other, sizeof(other));
	ck_assert_uint_eq(figures.levels.count, 2);
}
END_TEST

START_TEST(what_is_no_number_is_no_level)
{
	const double none = __builtin_nan(""), two = 2;

	descriptions[LATE] = "double level [[counter]]";
	add_data(11, LATE, &none, sizeof(none));
	ck_assert_uint_eq(figures.levels.level[0].count, 0);
	add_data(11, LATE, &two, sizeof(two));
	ck_assert_uint_eq(figures.levels.level[0].count, 1);
	ck_assert(figures.levels.level[0].sum == 2);
}
END_TEST

START_TEST(a_description_may_come_late)
{
	begin(&(struct figures_options){ 0 });
	for (unsigned i = 0; i < 1000; i++)
		add_data(11, LATE, "\7", 1);
	ck_assert_uint_eq(figures.levels.count, 0);
	descriptions[LATE] = "uint8_t level [[counter]]";
	for (unsigned i = 0; i < 100; i++)
		add_data(11, LATE, "\7", 1);
	ck_assert_uint_eq(figures.levels.count, 1);
	ck_assert_uint_gt(figures.levels.level[0].count, 100 - 64);
}
END_TEST

static uint64_t lost_near(trace_event_id_t type)
{
	return row_of(0, 0, 0, type)->lost;
}

START_TEST(a_loss_is_near_what_its_thread_records_around_it)
{
	add(11, CALL);
	add(11, PLAIN);
	add(11, RETURN);
	add(12, LATE);
	lose(11, 7);
	add(12, LATE);
	add(11, REQUEST);
	add(11, PLAIN);
	add(11, LATE);
	tally_end(&figures.tally);
	ck_assert_uint_eq(lost_near(CALL), 0);
	ck_assert_uint_eq(lost_near(PLAIN), 7);
	ck_assert_uint_eq(lost_near(RETURN), 7);
	ck_assert_uint_eq(lost_near(REQUEST), 7);
	ck_assert_uint_eq(lost_near(LATE), 0);
}
END_TEST

START_TEST(losses_add_up)
{
	lose(11, 1);
	add(11, PLAIN);
	lose(11, 10);
	lose(11, 100);
	add(11, PLAIN);
	lose(21, 1000);
	add(21, PLAIN);
	lose(21, 10000);
	tally_end(&figures.tally);
	ck_assert_uint_eq(lost_near(PLAIN), 11111);
}
END_TEST

START_TEST(what_nobody_in_particular_has_lost_is_of_all_threads)
{
	add(11, CALL);
	add(12, PLAIN);
	add(21, LATE);
	lose(0, 5);
	add(22, RETURN);
	add(23, CALL);
	tally_end(&figures.tally);
	ck_assert_uint_eq(lost_near(CALL), 5);
	ck_assert_uint_eq(lost_near(PLAIN), 0);
	ck_assert_uint_eq(lost_near(LATE), 5);
	ck_assert_uint_eq(lost_near(RETURN), 5);
}
END_TEST

START_TEST(losses_are_told_by_thread)
{
	const struct nearby_losses *nearby = &figures.tally.nearby;

	now = 10;
	lose(11, 1);
	now = 20;
	lose(11, 2);
	lose(0, 4);
	ck_assert_uint_eq(nearby->threads.count, 2);
	ck_assert_int_eq(nearby->threads.entity[0].tid, 11);
	ck_assert_uint_eq(nearby->thread[0].lost, 3);
	ck_assert_uint_eq(nearby->thread[0].places, 2);
	ck_assert_int_eq(nearby->thread[0].first_ns, 10);
	ck_assert_int_eq(nearby->thread[0].last_ns, 25);
	ck_assert_int_eq(nearby->threads.entity[1].tid, 0);
	ck_assert_uint_eq(nearby->thread[1].lost, 4);
}
END_TEST

/* More threads, with more types, than are told apart. */
START_TEST(hostile_traces_are_bounded)
{
	begin(&(struct figures_options){ .group = TALLY_THREAD,
					 .intervals = true });
	for (pid_t i = 10; i < ENTITIES_MOST + 100; i++)
		add(i, (trace_event_id_t)i + TYPES);
	for (pid_t i = 10; i < ENTITIES_MOST + 100; i++)
		add(i, (trace_event_id_t)i + TYPES);
	lose(0, 1);
	add(0, PLAIN);
	tally_end(&figures.tally);
	ck_assert_uint_eq(figures.tally.entities.count, ENTITIES_MOST);
	ck_assert_uint_eq(figures.tally.events, 2 * (ENTITIES_MOST + 90) + 1);
	ck_assert_uint_eq(figures.tally.interval_rows, TALLY_INTERVALS);
	ck_assert_uint_gt(figures.tally.row[ENTITIES_MOST - 1].count, 90);
}
END_TEST

static void add_figure_tests(TCase *tcase)
{
	tcase_add_test(tcase, events_are_counted_with_their_times);
	tcase_add_test(tcase, threads_and_processes_have_rows_of_their_own);
	tcase_add_test(tcase,
		       threads_that_take_turns_in_an_account_are_counted_apart);
	tcase_add_test(tcase,
		       events_of_the_system_are_counted_if_they_are_wanted);
	tcase_add_test(tcase, intervals_are_between_events_of_one_type);
	tcase_add_test(tcase, counters_have_a_least_and_a_greatest);
	tcase_add_test(tcase, a_counter_is_one_whatever_data_its_events_have);
	tcase_add_test(tcase, counters_of_other_units_are_others);
	tcase_add_test(tcase, what_is_no_number_is_no_level);
	tcase_add_test(tcase, hostile_traces_are_bounded);
}

static void add_pair_tests(TCase *tcase)
{
	tcase_add_test(tcase, spans_are_found_by_descriptions_and_keys);
	tcase_add_test(tcase, spans_of_objects_are_of_a_process);
	tcase_add_test(tcase, what_has_not_ended_is_told_by_where_it_began);
	tcase_add_test(
		tcase,
		spans_without_keys_are_of_a_thread_and_one_inside_of_another);
	tcase_add_test(tcase, of_a_pair_the_later_begin_counts);
	tcase_add_test(tcase, pairs_are_by_the_field_that_is_named);
	tcase_add_test(tcase, data_that_was_cut_has_no_key);
	tcase_add_test(tcase, clocks_that_differ_make_no_long_durations);
	tcase_add_test(tcase, more_events_than_can_wait_give_up);
	tcase_add_test(tcase, a_key_that_is_long_is_cut_at_a_character);
}

static void add_loss_tests(TCase *tcase)
{
	tcase_add_test(tcase, a_loss_is_near_what_its_thread_records_around_it);
	tcase_add_test(tcase, losses_add_up);
	tcase_add_test(tcase,
		       what_nobody_in_particular_has_lost_is_of_all_threads);
	tcase_add_test(tcase, losses_are_told_by_thread);
}

static TCase *add_tests(Suite *suite, const char *name, SFun begin_test)
{
	TCase *tcase = tcase_create(name);

	tcase_add_checked_fixture(tcase, begin_test, teardown);
	add_figure_tests(tcase);
	add_pair_tests(tcase);
	add_loss_tests(tcase);
	suite_add_tcase(suite, tcase);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("figures");
	TCase *tcase = add_tests(suite, "figures", setup);

	tcase_add_test(tcase, a_description_may_come_late);
	add_tests(suite, "settled", setup_settled);
	return run_suite(suite);
}
