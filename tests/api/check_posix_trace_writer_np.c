/* Logs that a program writes: their events, their order and their end. */
#include <sys/resource.h>

#include <trace_np.h>

#include "written_log.h"

static struct posix_trace_item_np event_at(int64_t ns, trace_event_id_t type)
{
	return (struct posix_trace_item_np){
		.tid = 101,
		.info = {
			.posix_event_id = type,
			.posix_pid = 100,
			.posix_timestamp = at(ns),
			.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
		},
	};
}

static struct posix_trace_item_np loss_at(int64_t from, int64_t to)
{
	struct posix_trace_item_np item = event_at(from, 0);

	item.kind = POSIX_TRACE_ITEM_LOSS_NP;
	item.lost = 7;
	item.lost_end = at(to);
	return item;
}

static int put(const struct posix_trace_item_np *item)
{
	return posix_trace_writer_put_np(writer, item);
}

static bool next_item(trace_id_t trid, struct posix_trace_item_np *item)
{
	int unavailable = -1;

	assert_ok(posix_trace_getnext_item_np(trid, item, &unavailable));
	return !unavailable;
}

static bool is_same(const struct posix_trace_item_np *a,
		    const struct posix_trace_item_np *b)
{
	return a->kind == b->kind && a->origin == b->origin &&
	       a->tid == b->tid && a->lost == b->lost &&
	       is_time(&a->lost_end, &b->lost_end) &&
	       is_time(&a->info.posix_timestamp, &b->info.posix_timestamp) &&
	       a->info.posix_pid == b->info.posix_pid &&
	       a->info.posix_prog_address == b->info.posix_prog_address &&
	       a->info.posix_thread_id == b->info.posix_thread_id &&
	       a->data_len == b->data_len &&
	       (!a->data_len || !memcmp(a->data, b->data, a->data_len));
}

static void expect(trace_id_t trid, const struct posix_trace_item_np *wanted)
{
	struct posix_trace_item_np got;

	ck_assert(next_item(trid, &got));
	if (!is_same(&got, wanted))
		ck_abort_msg("another item");
	if (got.kind == POSIX_TRACE_ITEM_LOSS_NP)
		return;
	ck_assert_uint_eq(got.info.posix_event_id, wanted->info.posix_event_id);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 wanted->info.posix_truncation_status);
}

static void expect_end(trace_id_t trid)
{
	struct posix_trace_damage_np damage;
	struct posix_trace_item_np item;

	ck_assert(!next_item(trid, &item));
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_uint_eq(damage.count, 0);
}

START_TEST(what_is_put_comes_back_to_the_nanosecond)
{
	struct posix_trace_item_np items[] = {
		event_at(1, POSIX_TRACE_START),
		event_at(1, open_type("alpha", NULL)),
		event_at(1, open_type("beta", NULL)),
		event_at(999999999, POSIX_TRACE_UNNAMED_USEREVENT),
		loss_at(1000000000, 1000000500),
		event_at(1000000500, POSIX_TRACE_STOP),
	};
	trace_id_t trid;

	items[1].tid = 102;
	items[1].data = "one";
	items[1].data_len = 3;
	items[1].info.posix_prog_address = (void *)0xffffffffffff;
	items[1].info.posix_thread_id = (pthread_t)UINT64_MAX;
	items[2].info.posix_truncation_status = POSIX_TRACE_TRUNCATED_RECORD;
	items[2].origin = 3000000000;
	items[4].tid = 0;
	items[4].info.posix_pid = 0;
	for (unsigned i = 0; i < 6; i++)
		assert_ok(put(&items[i]));

	trid = finish();
	for (unsigned i = 0; i < 6; i++)
		expect(trid, &items[i]);
	expect_end(trid);
}
END_TEST

static struct posix_trace_item_np loss_for(int64_t ns, const char *why)
{
	struct posix_trace_item_np item = loss_at(ns, ns);

	item.data = why;
	item.data_len = why ? strlen(why) : 0;
	return item;
}

START_TEST(a_loss_says_why)
{
	const char *const why[] = { "bad checksum; 12 bytes at 120", NULL,
				    "gap: number 7, expected 5" };
	const unsigned count = 40000; /* more than a section has */
	trace_event_id_t type = open_type("event", NULL);
	const struct timespec middle = at(count / 2);
	struct posix_trace_item_np item;
	trace_id_t trid;

	for (unsigned i = 0; i < count; i++) {
		item = i % 4 == 3 ? event_at(i, type) : loss_for(i, why[i % 4]);
		item.tid = (pid_t)(i % 3);
		assert_ok(put(&item));
	}
	trid = finish();
	for (int pass = 0; pass < 2; pass++) {
		for (unsigned i = pass ? count / 2 : 0; i < count; i++) {
			item = i % 4 == 3 ? event_at(i, type) :
					    loss_for(i, why[i % 4]);
			item.tid = (pid_t)(i % 3);
			expect(trid, &item);
		}
		expect_end(trid);
		assert_ok(posix_trace_seek_np(trid, &middle));
	}
}
END_TEST

START_TEST(a_log_without_an_end_says_why_too)
{
	struct posix_trace_item_np item = loss_for(1, "no message");
	trace_id_t trid;

	assert_ok(put(&item));
	assert_ok(posix_trace_writer_flush_np(writer));
	trid = open_log(fd);
	expect(trid, &item);
	assert_ok(posix_trace_writer_close_np(writer, NULL));
	assert_ok(posix_trace_rewind(trid));
	expect(trid, &item);
}
END_TEST

START_TEST(a_reason_is_a_text_of_255_bytes)
{
	char text[POSIX_TRACE_REASON_MAX_NP + 2];
	struct posix_trace_item_np item;
	trace_id_t trid;

	memset(text, 'y', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	item = loss_for(1, text);
	ck_assert_int_eq(put(&item), EINVAL);
	item.data_len--;
	assert_ok(put(&item));
	item.data = "a\0b";
	item.data_len = 3;
	ck_assert_int_eq(put(&item), EINVAL);
	item.data = NULL;
	ck_assert_int_eq(put(&item), EINVAL);

	trid = finish();
	item.data = text;
	item.data_len = POSIX_TRACE_REASON_MAX_NP;
	expect(trid, &item);
	expect_end(trid);
}
END_TEST

/* As they come out of a log whose clock was set, or of a coarse one. */
START_TEST(the_order_stays_whatever_the_times_are)
{
	static const int64_t steps[] = { 0, 0,	  0,	  1,	     250,
					 0, -999, -50000, 777777777, -2000000 };
	trace_event_id_t type = open_type("event", NULL);
	struct posix_trace_item_np item;
	const unsigned count = 200000;
	char data[200] = "";
	int64_t ns = INT64_C(1) << 40;
	unsigned seed = 1;
	trace_id_t trid;

	for (int pass = 0; pass < 2; pass++) {
		srand(seed);
		ns = INT64_C(1) << 40;
		for (unsigned i = 0; i < count; i++) {
			int which = rand();

			ns += steps[which % 10];
			item = event_at(ns, type);
			item.tid = 1 + which / 10 % THREADS;
			item.origin = (unsigned)which / 10000 % 3;
			item.data = data;
			item.data_len = (size_t)which / 100 % sizeof(data);
			memcpy(data, &i, sizeof(i));
			if (!pass)
				assert_ok(put(&item));
			else
				expect(trid, &item);
		}
		if (!pass)
			trid = finish();
	}
	expect_end(trid);
}
END_TEST

START_TEST(a_thousand_events_of_one_instant_stay_in_order)
{
	trace_event_id_t type = open_type("event", NULL);
	struct posix_trace_item_np item = event_at(5, type);
	trace_id_t trid;

	for (int i = 0; i < 1000; i++) {
		item.tid = 1 + i % 7;
		assert_ok(put(&item));
	}
	trid = finish();
	for (int i = 0; i < 1000; i++) {
		item.tid = 1 + i % 7;
		expect(trid, &item);
	}
	expect_end(trid);
}
END_TEST

/* From 1970 on, and what is before is then. */
START_TEST(years_may_lie_between_events)
{
	struct posix_trace_item_np item = event_at(0, POSIX_TRACE_START);
	struct posix_trace_item_np loss = loss_at(0, 0);
	const time_t years[] = { 0, 1, 1700000000, 4000000000, 9223372036 };
	trace_id_t trid;

	item.info.posix_timestamp.tv_sec = -10;
	assert_ok(put(&item));
	loss.info.posix_timestamp.tv_sec = -10;
	assert_ok(put(&loss));
	for (unsigned i = 0; i < 5; i++) {
		item.info.posix_timestamp.tv_sec = years[i];
		assert_ok(put(&item));
	}

	trid = finish();
	item.info.posix_timestamp.tv_sec = 0;
	item.info.posix_timestamp.tv_nsec = 0;
	expect(trid, &item);
	loss.info.posix_timestamp.tv_sec = 0;
	expect(trid, &loss);
	for (unsigned i = 0; i < 5; i++) {
		item.info.posix_timestamp.tv_sec = years[i];
		expect(trid, &item);
	}
	expect_end(trid);
}
END_TEST

START_TEST(one_may_seek_in_it)
{
	trace_event_id_t type = open_type("event", NULL);
	struct posix_trace_item_np item;
	struct timespec time;
	trace_id_t trid;

	for (int i = 0; i < 100000; i++) {
		item = event_at(i * 1000, type);
		item.tid = 1 + i % 5;
		item.data = &i;
		item.data_len = sizeof(i);
		assert_ok(put(&item));
	}
	trid = finish();
	for (int i = 99999; i > 0; i -= 9999) {
		time = at(i * 1000 - 999);
		assert_ok(posix_trace_seek_np(trid, &time));
		item = event_at(i * 1000, type);
		item.tid = 1 + i % 5;
		item.data = &i;
		item.data_len = sizeof(i);
		expect(trid, &item);
	}
}
END_TEST

START_TEST(an_abandoned_log_has_no_end)
{
	struct posix_trace_item_np item = event_at(0, POSIX_TRACE_START);
	struct posix_trace_log_np told;
	trace_id_t trid;

	assert_ok(put(&item));
	assert_ok(posix_trace_writer_close_np(writer, NULL));
	trid = open_log(fd);
	assert_ok(posix_trace_get_log_np(trid, &told));
	ck_assert(!told.complete);
}
END_TEST

START_TEST(what_is_flushed_is_there)
{
	struct posix_trace_item_np first = event_at(0, POSIX_TRACE_START);
	struct posix_trace_item_np second = event_at(1, POSIX_TRACE_STOP);
	struct posix_trace_item_np none;
	trace_id_t trid;

	assert_ok(put(&first));
	assert_ok(posix_trace_writer_flush_np(writer));
	assert_ok(posix_trace_writer_flush_np(writer));
	assert_ok(put(&second));
	trid = open_log(fd);
	expect(trid, &first);
	ck_assert(!next_item(trid, &none));
	assert_ok(posix_trace_writer_flush_np(writer));
	expect(trid, &second);
	trid = finish();
	expect(trid, &first);
	expect(trid, &second);
	expect_end(trid);
}
END_TEST

START_TEST(an_event_may_have_as_much_data_as_a_section)
{
	const size_t most = (64 << 20) - 112 - 24 - 64;
	struct posix_trace_item_np item = event_at(0, POSIX_TRACE_ERROR);
	char *data = calloc(1, most + 8);
	trace_id_t trid;

	ck_assert_ptr_nonnull(data);
	item.data = data;
	item.data_len = most + 8;
	ck_assert_int_eq(put(&item), EMSGSIZE);
	item.data_len = (size_t)1 << 33;
	ck_assert_int_eq(put(&item), EMSGSIZE);
	item.data_len = most;
	data[most - 1] = 'x';
	assert_ok(put(&item));
	trid = finish();
	expect(trid, &item);
	expect_end(trid);
	free(data);
}
END_TEST

/* As a disk that is full, and then is not. */
START_TEST(what_could_not_be_written_can_be_tried_again)
{
	struct rlimit limit = { .rlim_cur = 1 << 20,
				.rlim_max = RLIM_INFINITY };
	char path[] = "/tmp/check_writer.XXXXXX", data[1000] = "";
	trace_event_id_t type;
	struct posix_trace_item_np item, first;
	trace_id_t trid;
	int errors = 0, err;

	assert_ok(posix_trace_writer_close_np(writer, NULL));
	fd = mkostemp(path, O_CLOEXEC);
	ck_assert_int_ge(fd, 0);
	unlink(path);
	assert_ok(posix_trace_writer_open_np(fd, NULL, &about, &writer));
	type = open_type("event", NULL);

	ck_assert(!setrlimit(RLIMIT_FSIZE, &limit));
	for (int i = 0; i < 3000; i++) {
		item = event_at(i, type);
		item.tid = 1 + i % 3;
		item.data = data;
		item.data_len = sizeof(data);
		memcpy(data, &i, sizeof(i));
		err = put(&item);
		if (!err)
			continue;
		ck_assert_int_eq(err, EFBIG);
		errors++;
		trid = open_log(fd);
		ck_assert(next_item(trid, &first));
		assert_ok(posix_trace_close(trid));
		limit.rlim_cur = RLIM_INFINITY;
		ck_assert(!setrlimit(RLIMIT_FSIZE, &limit));
		assert_ok(put(&item));
	}
	ck_assert_int_eq(errors, 1);

	trid = finish();
	for (int i = 0; i < 3000; i++) {
		item = event_at(i, type);
		item.tid = 1 + i % 3;
		item.data = data;
		item.data_len = sizeof(data);
		memcpy(data, &i, sizeof(i));
		expect(trid, &item);
	}
	expect_end(trid);
}
END_TEST

static int type_error(const char *name, const char *description)
{
	trace_event_id_t type = 0;

	return posix_trace_writer_type_np(writer, name, description, &type);
}

/* A log has descriptions that are refused, as they were given. */
START_TEST(a_description_is_not_judged)
{
	char description[64];
	trace_event_id_t type = 4096;
	trace_id_t trid;

	assert_ok(posix_trace_writer_type_np(writer, "a", "no description",
					     &type));
	ck_assert_uint_lt(type, 4096);
	trid = finish();
	assert_ok(posix_trace_eventid_get_description_np(
		trid, type, description, sizeof(description)));
	ck_assert_str_eq(description, "no description");
	assert_ok(posix_trace_close(trid));
}
END_TEST

START_TEST(a_file_that_is_only_written_suffices)
{
	char path[32];
	int one;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", make_file());
	one = open(path, O_WRONLY | O_CLOEXEC);
	ck_assert_int_ge(one, 0);
	assert_ok(posix_trace_writer_close_np(writer, NULL));
	assert_ok(posix_trace_writer_open_np(one, NULL, &about, &writer));
	assert_ok(posix_trace_writer_close_np(writer, NULL));
	one = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(posix_trace_writer_open_np(one, NULL, &about, &writer),
			 EBADF);
}
END_TEST

START_TEST(misuse_is_refused)
{
	const struct posix_trace_module_np upside_down = { .start = (void *)2,
							   .end = (void *)1,
							   .path = "" };
	const struct posix_trace_module_np long_id = { .path = "",
						       .build_id = &about,
						       .build_id_len = 33 };
	const struct posix_trace_module_np no_id = { .path = "",
						     .build_id_len = 20 };
	const struct posix_trace_process_np process = { 1, "a", "b" };
	const struct posix_trace_process_np nameless = { 1, NULL, "b" };
	const struct timespec before_1970 = { -1, 0 };
	struct posix_trace_origin_np origin = { .number = 0 };
	struct posix_trace_item_np item;
	struct posix_trace_writer_np *other;
	static char text[1 << 20];
	trace_attr_t attr;
	int ends[2];

	memset(text, 'x', sizeof(text) - 1);
	ck_assert_int_eq(type_error(text, NULL), EINVAL);
	ck_assert_int_eq(type_error("a", text), EINVAL);
	ck_assert_int_eq(type_error(NULL, "int a"), EINVAL);
	ck_assert_int_eq(type_error("posix_trace_stop", "int a"), EINVAL);
	ck_assert_int_eq(posix_trace_writer_type_np(writer, "a", NULL, NULL),
			 EINVAL);

	ck_assert_int_eq(posix_trace_writer_origin_np(writer, &origin), EINVAL);
	ck_assert_int_eq(posix_trace_writer_origin_np(writer, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_writer_thread_np(writer, 0, 1, 1, text),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_process_np(writer, 0, &process,
						       &upside_down, 1),
			 EINVAL);
	ck_assert_int_eq(
		posix_trace_writer_process_np(writer, 0, &process, &long_id, 1),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_writer_process_np(writer, 0, &process, &no_id, 1),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_writer_process_np(writer, 0, &process, NULL, 1),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_writer_process_np(writer, 0, &nameless, NULL, 0),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_writer_process_np(
			writer, 0,
			&(struct posix_trace_process_np){ 1, "a", text }, NULL,
			0),
		EMSGSIZE);

	item = event_at(0, 17);
	ck_assert_int_eq(put(&item), EINVAL);
	item = event_at(0, 0);
	ck_assert_int_eq(put(&item), EINVAL);
	item = event_at(0, 0xfffe);
	ck_assert_int_eq(put(&item), EINVAL);
	item = event_at(0, POSIX_TRACE_STOP);
	item.kind = 2;
	ck_assert_int_eq(put(&item), EINVAL);
	item = event_at(0, POSIX_TRACE_STOP);
	item.data_len = 1;
	ck_assert_int_eq(put(&item), EINVAL);
	item = event_at(0, POSIX_TRACE_STOP);
	item.info.posix_timestamp.tv_nsec = 1000000000;
	ck_assert_int_eq(put(&item), EINVAL);
	item = loss_at(0, 1);
	item.lost_end.tv_nsec = -1;
	ck_assert_int_eq(put(&item), EINVAL);
	ck_assert_int_eq(put(NULL), EINVAL);
	expect_end(finish());

	ck_assert_int_eq(posix_trace_writer_close_np(NULL, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_writer_flush_np(NULL), EINVAL);
	ck_assert_int_eq(posix_trace_writer_open_np(-1, NULL, &about, &other),
			 EBADF);
	ck_assert(!pipe(ends));
	ck_assert_int_eq(
		posix_trace_writer_open_np(ends[1], NULL, &about, &other),
		EINVAL);
	memset(&attr, 0, sizeof(attr));
	ck_assert_int_eq(posix_trace_writer_open_np(fd, &attr, &about, &other),
			 EINVAL);
	ck_assert_int_eq(posix_trace_writer_open_np(fd, NULL, NULL, &other),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_setcreatetime_np(&attr, &before_1970),
			 EINVAL);
	assert_ok(posix_trace_attr_init(&attr));
	ck_assert_int_eq(posix_trace_attr_setcreatetime_np(&attr, &before_1970),
			 EINVAL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_writer_np");
	TCase *tcase = tcase_create("posix_trace_writer_np");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, what_is_put_comes_back_to_the_nanosecond);
	tcase_add_test(tcase, a_loss_says_why);
	tcase_add_test(tcase, a_log_without_an_end_says_why_too);
	tcase_add_test(tcase, a_reason_is_a_text_of_255_bytes);
	tcase_add_test(tcase, the_order_stays_whatever_the_times_are);
	tcase_add_test(tcase, a_thousand_events_of_one_instant_stay_in_order);
	tcase_add_test(tcase, years_may_lie_between_events);
	tcase_add_test(tcase, one_may_seek_in_it);
	tcase_add_test(tcase, an_abandoned_log_has_no_end);
	tcase_add_test(tcase, what_is_flushed_is_there);
	tcase_add_test(tcase, an_event_may_have_as_much_data_as_a_section);
	tcase_add_test(tcase, what_could_not_be_written_can_be_tried_again);
	tcase_add_test(tcase, a_description_is_not_judged);
	tcase_add_test(tcase, a_file_that_is_only_written_suffices);
	tcase_add_test(tcase, misuse_is_refused);
	tcase_set_timeout(tcase, 60);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
