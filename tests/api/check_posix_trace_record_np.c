/*
 * check_posix_trace_record_np.c - a line records an event: its values are laid
 * out as its description says
 */
#include <math.h>
#include <trace_np.h>

#include "tracing.h"

/* No constant: the compiler is not to know. */
static char wrong_of_order[] = "unsigned id, char *name";

static trace_id_t trid;
static struct got got;
static struct posix_trace_layout_np layout;
static struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
static struct posix_trace_number_np number;

static void setup(void)
{
	trid = start_stream(0);
	drain(trid);
}

static void teardown(void)
{
	assert_ok(posix_trace_shutdown(trid));
}

/* The next event, decoded by what the stream says of it. */
static unsigned decode(void)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];

	ck_assert(try_next(trid, &got));
	assert_ok(posix_trace_eventid_get_description_np(
		trid, got.info.posix_event_id, text, sizeof(text)));
	assert_ok(posix_trace_layout_parse_np(text, &layout));
	return posix_trace_layout_decode_np(&layout, got.data, got.len, value);
}

static void get(unsigned field)
{
	assert_ok(posix_trace_value_number_np(&layout, &value[field], 0,
					      &number));
}

static void assert_text(unsigned field, const char *wanted)
{
	ck_assert_uint_eq(value[field].len, strlen(wanted));
	ck_assert_mem_eq(value[field].data, wanted, value[field].len);
}

START_TEST(a_list_of_values_is_an_event)
{
	const char *who = "peter";
	const uint64_t id = UINT64_C(1) << 40;
	const enum { buy, sell } side = id ? sell : buy;
	const int8_t small = -3;
	char name[TRACE_EVENT_NAME_MAX + 1];

	assert_ok(POSIX_TRACE_RECORD_NP(
		"order",
		"uint64_t id [[key]]; enum { buy, sell } side; double price;"
		"char *who; int64_t small; char symbol[8]; bool yes; void *at",
		id, side, 101.25F, who, small, "ACME", 7, (const void *)&id));
	ck_assert_uint_eq(decode(), 8);
	assert_ok(posix_trace_eventid_get_name(trid, got.info.posix_event_id,
					       name));
	ck_assert_str_eq(name, "order");
	get(0);
	ck_assert_uint_eq(number.as.u, id);
	get(1);
	ck_assert_str_eq(number.label, "sell");
	get(2);
	ck_assert_double_eq(number.as.f, 101.25);
	assert_text(3, "peter");
	get(4);
	ck_assert_int_eq(number.as.s, -3);
	assert_text(5, "ACME");
	get(6);
	ck_assert_uint_eq(number.as.u, 1);
	get(7);
	ck_assert_uint_eq(number.as.u, (uintptr_t)&id);
}
END_TEST

START_TEST(a_struct_is_an_event)
{
	const struct {
		uint8_t kind;
		uint32_t bytes;
	} sent = { 3, 64 };

	assert_ok(POSIX_TRACE_RECORD_STRUCT_NP(
		"sent", "uint8_t kind; uint32_t bytes [[unit(B)]]", sent));
	ck_assert_uint_eq(decode(), 2);
	ck_assert_uint_eq(got.len, sizeof(sent));
	get(0);
	ck_assert_uint_eq(number.as.u, 3);
	get(1);
	ck_assert_uint_eq(number.as.u, 64);
}
END_TEST

START_TEST(an_event_may_have_no_values)
{
	assert_ok(POSIX_TRACE_RECORD_NP("done", "[[end(work)]]"));
	ck_assert_uint_eq(decode(), 0);
	ck_assert_uint_eq(got.len, 0);
	ck_assert_uint_eq(layout.flags, POSIX_TRACE_LAYOUT_END_NP);
	ck_assert_str_eq(layout.span, "work");
}
END_TEST

START_TEST(sixteen_values_are_an_event)
{
	assert_ok(POSIX_TRACE_RECORD_NP(
		"many", "int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p", 0,
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
	ck_assert_uint_eq(decode(), 16);
	for (unsigned i = 0; i < 16; i++) {
		get(i);
		ck_assert_int_eq(number.as.s, i);
	}
}
END_TEST

START_TEST(values_become_what_the_description_says)
{
	assert_ok(POSIX_TRACE_RECORD_NP(
		"converted",
		"uint8_t a; long b; float c; double d, e; unsigned f; long g;"
		"bool h",
		0x123, -1.9, 3, -7, ~0ULL, (signed char)-1, (double)NAN, 0.5));
	ck_assert_uint_eq(decode(), 8);
	get(0);
	ck_assert_uint_eq(number.as.u, 0x23);
	get(1);
	ck_assert_int_eq(number.as.s, -1);
	get(2);
	ck_assert_double_eq(number.as.f, 3);
	get(3);
	ck_assert_double_eq(number.as.f, -7);
	get(4);
	ck_assert_double_eq(number.as.f, 18446744073709551615.0);
	get(5);
	ck_assert_uint_eq(number.as.u, UINT32_MAX);
	get(6);
	ck_assert_int_eq(number.as.s, 0);
	get(7);
	ck_assert_uint_eq(number.as.u, 1);
}
END_TEST

START_TEST(a_long_double_keeps_its_fraction)
{
	const long double precise = 2.75L;

	assert_ok(POSIX_TRACE_RECORD_NP("long", "double a; float b", precise,
					-precise));
	ck_assert_uint_eq(decode(), 2);
	get(0);
	ck_assert_double_eq(number.as.f, 2.75);
	get(1);
	ck_assert_double_eq(number.as.f, -2.75);
}
END_TEST

START_TEST(a_text_is_cut_and_what_follows_it_is_whole)
{
	static char huge[5000];
	const char *none = NULL;

	memset(huge, 'x', sizeof(huge) - 1);
	assert_ok(POSIX_TRACE_RECORD_NP(
		"texts", "char *a; uint64_t b; char *c; char d[3]; int e", huge,
		7, none, "abcdef", 9));
	ck_assert_uint_le(got.len, POSIX_TRACE_RECORD_MAX_NP);
	ck_assert_uint_eq(decode(), 5);
	ck_assert_uint_gt(value[0].len, POSIX_TRACE_RECORD_MAX_NP - 50);
	get(1);
	ck_assert_uint_eq(number.as.u, 7);
	assert_text(2, "");
	assert_text(3, "abc");
	get(4);
	ck_assert_int_eq(number.as.s, 9);
}
END_TEST

/* The event is there, and nothing that would be misread. */
#define assert_bare(recording, error)               \
	do {                                        \
		ck_assert_int_eq(recording, error); \
		ck_assert(try_next(trid, &got));    \
		ck_assert_uint_eq(got.len, 0);      \
	} while (0)

static void assert_refused(const void *wanted, size_t len, const char *text)
{
	char there[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const char *expected;
	size_t where;

	ck_assert(try_next(trid, &got));
	ck_assert_uint_eq(got.len, len);
	ck_assert_mem_eq(got.data, wanted, len);
	assert_ok(posix_trace_eventid_get_description_np(
		trid, got.info.posix_event_id, there, sizeof(there)));
	ck_assert_str_eq(there, text);
	ck_assert_int_eq(posix_trace_layout_parse_np(there, &layout), EINVAL);
	ck_assert_int_eq(
		posix_trace_description_check_np(there, &where, &expected),
		EINVAL);
	ck_assert_int_eq(posix_trace_description_check_np(there, NULL, NULL),
			 EINVAL);
	assert_ok(posix_trace_description_check_np("int a", NULL, NULL));
}

/* An event of which readers refuse the description has its bytes all the same. */
#define assert_bytes(call, text, bytes)                        \
	do {                                                   \
		ck_assert_int_eq(call, EINVAL);                \
		assert_refused(&(bytes), sizeof(bytes), text); \
	} while (0)

#define REMARK " /* not what is recorded */"

START_TEST(what_does_not_fit_its_description_is_recorded_as_bytes)
{
	const struct {
		uint8_t a;
		uint32_t b;
	} object = { 1, 2 };
	const long long one = 1, two[] = { 1, 2 };
	const double half = 0.5;
	const struct {
		unsigned long long id;
		char name[6];
	} __attribute__((packed)) order = { 7, "peter" };

	assert_bytes(POSIX_TRACE_RECORD_NP("w0", wrong_of_order, 7u, "peter"),
		     wrong_of_order, order);
	assert_bytes(POSIX_TRACE_RECORD_NP("w1", "integer a", 1), "integer a",
		     one);
	assert_bytes(POSIX_TRACE_RECORD_NP("w2", "int a, b", 1),
		     "int a, b" REMARK, one);
	assert_bytes(POSIX_TRACE_RECORD_NP("w3", "int a", 1, 2), "int a" REMARK,
		     two);
	assert_bytes(POSIX_TRACE_RECORD_NP("w4", "int a", "1"), "int a" REMARK,
		     "1");
	assert_bytes(POSIX_TRACE_RECORD_NP("w5", "char *a", 0.5),
		     "char *a" REMARK, half);
	assert_bytes(POSIX_TRACE_RECORD_NP("w6", "int a[2]", 1),
		     "int a[2]" REMARK, one);
	assert_bytes(POSIX_TRACE_RECORD_NP("w7", "char a[1025]", ""),
		     "char a[1025]" REMARK, "");
	assert_bytes(POSIX_TRACE_RECORD_STRUCT_NP("w8", "int a", object),
		     "int a" REMARK, object);
	assert_bytes(POSIX_TRACE_RECORD_STRUCT_NP(
			     "w9", "[[packed]]; uint8_t a; int b", object),
		     "[[packed]]; uint8_t a; int b" REMARK, object);
	assert_bytes(POSIX_TRACE_RECORD_STRUCT_NP("w10", "char *a", object),
		     "char *a" REMARK, object);
	assert_bytes(POSIX_TRACE_RECORD_NP("w12", "", 1), REMARK, one);
	assert_bytes(POSIX_TRACE_RECORD_STRUCT_NP("w13", "", one), REMARK, one);
}
END_TEST

START_TEST(what_would_be_misread_is_not_recorded)
{
	const long long one = 1;

	assert_ok(posix_trace_eventid_describe_np(type_of("w11"), "long a"));
	assert_bare(POSIX_TRACE_RECORD_NP("w11", "int a", 1), EEXIST);
	assert_bare(POSIX_TRACE_RECORD_NP("w11", "integer a", 1), EINVAL);
	assert_bare(POSIX_TRACE_RECORD_NP("w11", "int a", 1, 2), EINVAL);

	/* By what is refused, nothing is misread. */
	assert_bytes(POSIX_TRACE_RECORD_NP("w14", "integer a", 1), "integer a",
		     one);
	assert_bytes(POSIX_TRACE_RECORD_NP("w14", "integer b", 1), "integer a",
		     one);
	ck_assert_int_eq(POSIX_TRACE_RECORD_NP("w14", "long a", 1), EEXIST);
	assert_refused(&one, sizeof(one), "integer a");
}
END_TEST

START_TEST(an_event_without_data_needs_no_description)
{
	assert_bare(POSIX_TRACE_RECORD_NP("closed", ""), 0);
}
END_TEST

static int evaluated;

static int evaluate(void)
{
	return ++evaluated;
}

static int record_one(void)
{
	return POSIX_TRACE_RECORD_NP("one", "int a", evaluate());
}

START_TEST(values_are_evaluated_once_whoever_looks)
{
	assert_ok(record_one());
	assert_ok(record_one());
	ck_assert_int_eq(evaluated, 2);
	assert_ok(posix_trace_stop(trid));
	assert_ok(record_one());
	ck_assert_int_eq(evaluated, 3);
}
END_TEST

START_TEST(a_place_goes_on_in_a_child)
{
	pid_t child;

	assert_ok(record_one());
	child = fork();
	if (!child) {
		trace_attr_t attr;
		int unavailable = 1;

		must(!posix_trace_attr_init(&attr));
		must(!posix_trace_create(0, &attr, &trid));
		must(!posix_trace_start(trid));
		must(!record_one());
		do
			must(!posix_trace_trygetnext_event(
				     trid, &got.info, got.data,
				     sizeof(got.data), &got.len,
				     &unavailable) &&
			     !unavailable);
		while (!is_user(&got));
		must(got.number == 2);
		leave(0);
	}
	assert_exits_0(child);
}
END_TEST

enum { THREADS = 4, EACH = 500 };

static void *record_many(void *argument)
{
	const unsigned *who = argument;

	for (unsigned i = 0; i < EACH; i++)
		if (POSIX_TRACE_RECORD_NP("thread",
					  "unsigned who, number; char *text",
					  *who, i, "some"))
			abort();
	return NULL;
}

START_TEST(threads_open_a_place_together)
{
	unsigned who[THREADS], count[THREADS] = { 0 };
	pthread_t thread[THREADS];

	for (unsigned i = 0; i < THREADS; i++) {
		who[i] = i;
		pthread_create(&thread[i], NULL, record_many, &who[i]);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.len, sizeof(struct mark) + 5);
		ck_assert_uint_eq(got.mark.number, count[got.mark.who]++);
	}
	for (unsigned i = 0; i < THREADS; i++)
		ck_assert_uint_eq(count[i], EACH);
}
END_TEST

static void handle(int sig)
{
	POSIX_TRACE_RECORD_NP("signal", "int number", sig);
}

START_TEST(a_handler_may_record)
{
	signal(SIGUSR1, handle);
	raise(SIGUSR1);
	raise(SIGUSR1);
	ck_assert_uint_eq(decode(), 1);
	get(0);
	ck_assert_int_eq(number.as.s, SIGUSR1);
	ck_assert(try_next(trid, &got));
}
END_TEST

START_TEST(errno_stays)
{
	errno = 77;
	POSIX_TRACE_RECORD_NP("errno", "int a", 1);
	ck_assert_int_eq(errno, 77);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("posix_trace_record_np");
	TCase *c = tcase_create("record");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, a_list_of_values_is_an_event);
	tcase_add_test(c, a_struct_is_an_event);
	tcase_add_test(c, an_event_may_have_no_values);
	tcase_add_test(c, an_event_without_data_needs_no_description);
	tcase_add_test(c, sixteen_values_are_an_event);
	tcase_add_test(c, values_become_what_the_description_says);
	tcase_add_test(c, a_long_double_keeps_its_fraction);
	tcase_add_test(c, a_text_is_cut_and_what_follows_it_is_whole);
	tcase_add_test(c,
		       what_does_not_fit_its_description_is_recorded_as_bytes);
	tcase_add_test(c, what_would_be_misread_is_not_recorded);
	tcase_add_test(c, values_are_evaluated_once_whoever_looks);
	tcase_add_test(c, a_place_goes_on_in_a_child);
	tcase_add_test(c, threads_open_a_place_together);
	tcase_add_test(c, a_handler_may_record);
	tcase_add_test(c, errno_stays);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
