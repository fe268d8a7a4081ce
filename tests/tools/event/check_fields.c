/* check_fields.c - finding the fields of events */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "event/fields.h"
#include "run.h"

static struct fields fields;

static int record_one(trace_id_t trid, struct posix_trace_item_np *item,
		      char *data)
{
	size_t len;
	int none = 1;

	do {
		if (posix_trace_trygetnext_event(trid, &item->info, data, 64,
						 &len, &none) ||
		    none)
			return 1;
	} while (item->info.posix_event_id <= POSIX_TRACE_UNNAMED_USEREVENT);
	item->kind = POSIX_TRACE_ITEM_EVENT_NP;
	item->data = data;
	item->data_len = len;
	return 0;
}

static struct {
	struct source source;
	trace_id_t trid;
} live;

static int describe(struct source *source, trace_event_id_t type,
		    char *description, size_t size)
{
	(void)source;
	return posix_trace_eventid_get_description_np(live.trid, type,
						      description, size);
}

START_TEST(the_fields_of_an_item_are_found_by_name)
{
	struct posix_trace_item_np item = { .kind = POSIX_TRACE_ITEM_LOSS_NP };
	trace_event_id_t bare;
	static const struct source_class class = { .get_description =
							   describe };
	trace_attr_t attr;
	trace_id_t trid;
	char data[64];

	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	ck_assert_int_eq(posix_trace_create(0, &attr, &trid), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	ck_assert_int_eq(
		POSIX_TRACE_RECORD_NP("e", "int a; int id [[key]]", 5, 6), 0);
	ck_assert_int_eq(posix_trace_eventid_open("bare", &bare), 0);
	posix_trace_event(bare, "x", 1);

	live.source.class = &class;
	live.trid = trid;
	fields_init(&fields, &live.source);
	ck_assert(!fields_decode(&fields, &item));
	ck_assert_int_eq(record_one(trid, &item, data), 0);
	ck_assert(fields_decode(&fields, &item));
	ck_assert_uint_eq(fields.count, 2);
	ck_assert_ptr_eq(fields_find(&fields, "a"), &fields.values[0]);
	ck_assert_ptr_eq(fields_key(&fields), &fields.values[1]);
	ck_assert_ptr_null(fields_find(&fields, "b"));
	ck_assert_int_eq(record_one(trid, &item, data), 0);
	ck_assert(!fields_decode(&fields, &item));
	ck_assert_ptr_null(fields_find(&fields, "a"));
	ck_assert_ptr_null(fields_key(&fields));
	fields_fini(&fields);
	ck_assert_int_eq(posix_trace_shutdown(trid), 0);
}
END_TEST

/* The fewest digits of the C library that are read as this number. */
static void print_slowly(char *text, double number, bool narrow)
{
	for (int digits = narrow ? 6 : 15; digits <= 17; digits++) {
		double read;

		snprintf(text, FIELDS_FLOAT, "%.*g", digits, number);
		read = strtod(text, NULL);
		if (narrow ? (float)read == (float)number : read == number)
			break;
	}
}

static void compare_digits(double number)
{
	char text[FIELDS_FLOAT], slowly[FIELDS_FLOAT];

	for (int sign = 1; sign >= -1; sign -= 2) {
		fields_print_float(text, sign * number, false);
		print_slowly(slowly, sign * number, false);
		ck_assert_str_eq(text, slowly);
		fields_print_float(text, (float)(sign * number), true);
		print_slowly(slowly, (float)(sign * number), true);
		ck_assert_str_eq(text, slowly);
	}
}

START_TEST(floating_point_numbers_have_the_fewest_digits)
{
	static const double some[] = {
		0,	    1,
		0.1,	    0.3,
		1.0 / 3,    100.25,
		1e-4,	    0.000123,
		9.9e-5,	    123456,
		999999.5,   1e6,
		1e15,	    1e15 - 1,
		1e15 - 0.5, 123456789012345.6,
		1e16,	    0.1234567,
		16777217,   0x1p53,
		5e-324,	    0x1.fp1023,
		4.35,	    2.675,
		0.5e-6,	    1234567.8125,
		99999.95,   0.30000000000000004,
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		compare_digits(some[i]);
		compare_digits(nextafter(some[i], INFINITY));
		compare_digits(nextafter(some[i], 0));
	}
	srandom(1);
	for (int i = 0; i < 20000; i++) {
		const double digits = (double)random();

		compare_digits(digits / pow(10, i % 15 - 3));
		compare_digits(digits * 0.7);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("fields");
	TCase *c = tcase_create("fields");

	tcase_add_test(c, the_fields_of_an_item_are_found_by_name);
	tcase_add_test(c, floating_point_numbers_have_the_fewest_digits);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
