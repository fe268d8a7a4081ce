/* check_fields.c - finding and comparing the fields of events */
#include <check.h>
#include <stdint.h>
#include <string.h>

#include "event/fields.h"
#include "run.h"

static struct posix_trace_layout_np layout;
static struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];

static void decode(const char *description, const void *data, size_t len)
{
	ck_assert_int_eq(posix_trace_layout_parse_np(description, &layout), 0);
	ck_assert_uint_eq(
		posix_trace_layout_decode_np(&layout, data, len, value),
		layout.fields);
}

static int compare(unsigned a, unsigned b)
{
	return fields_compare(&layout, &value[a], &layout, &value[b]);
}

static int compare_text(unsigned field, const char *text)
{
	int order = 77;

	ck_assert(fields_compare_text(&layout, &value[field], text, &order));
	return order;
}

START_TEST(numbers_of_all_kinds_have_an_order)
{
	const struct {
		int64_t minus;
		uint64_t huge, less;
		double half, none;
	} data = { -1, UINT64_MAX, UINT64_MAX - 1, 0.5, __builtin_nan("") };

	decode("int64_t minus; uint64_t huge, less; double half, none", &data,
	       sizeof(data));
	ck_assert_int_lt(compare(0, 1), 0);
	ck_assert_int_gt(compare(1, 0), 0);
	ck_assert_int_gt(compare(1, 2), 0);
	ck_assert_int_eq(compare(1, 1), 0);
	ck_assert_int_lt(compare(0, 3), 0);
	ck_assert_int_gt(compare(2, 3), 0);
	ck_assert_int_lt(compare(4, 0), 0);
	ck_assert_int_eq(compare(4, 4), 0);
}
END_TEST

START_TEST(texts_and_arrays_have_an_order)
{
	static const char data[] = "\1\2\1\3\1abc\0abd\0ab\0\xff";

	decode("uint8_t a[2]; uint8_t b[2]; uint8_t c; char *d, *e, *f, *g",
	       data, sizeof(data));
	ck_assert_int_lt(compare(0, 1), 0);
	ck_assert_int_gt(compare(0, 2), 0);
	ck_assert_int_lt(compare(3, 4), 0);
	ck_assert_int_gt(compare(3, 5), 0);
	ck_assert_int_lt(compare(3, 6), 0);
	ck_assert_int_lt(compare(2, 3), 0);
	ck_assert_int_gt(compare(3, 2), 0);
}
END_TEST

START_TEST(a_user_may_write_it_in_many_ways)
{
	const struct {
		int32_t minus;
		uint32_t side;
		double price;
		uint64_t huge;
		char letter;
		bool yes;
	} data = { -7, 1, 101.25, UINT64_MAX, 'B', true };

	decode("int minus; enum { buy, sell } side; double price;"
	       "uint64_t huge; char letter; bool yes",
	       &data, sizeof(data));
	ck_assert_int_eq(compare_text(0, "-7"), 0);
	ck_assert_int_lt(compare_text(0, "0"), 0);
	ck_assert_int_gt(compare_text(0, "-7.5"), 0);
	ck_assert_int_eq(compare_text(1, "sell"), 0);
	ck_assert_int_eq(compare_text(1, "1"), 0);
	ck_assert_int_ne(compare_text(1, "buy"), 0);
	ck_assert_int_eq(compare_text(2, "101.25"), 0);
	ck_assert_int_gt(compare_text(2, "101"), 0);
	ck_assert_int_eq(compare_text(3, "0xffffffffffffffff"), 0);
	ck_assert_int_gt(compare_text(3, "18446744073709551614"), 0);
	ck_assert_int_eq(compare_text(4, "B"), 0);
	ck_assert_int_eq(compare_text(4, "66"), 0);
	ck_assert_int_eq(compare_text(5, "true"), 0);
	ck_assert_int_gt(compare_text(5, "false"), 0);
	ck_assert_int_eq(compare_text(5, "1"), 0);
}
END_TEST

START_TEST(what_cannot_be_compared_is_not)
{
	static const int data[3] = { 1, 2, 3 };
	int order = 77;
	double number;

	decode("int a; int b[2]", data, sizeof(data));
	ck_assert(!fields_compare_text(&layout, &value[0], "", &order));
	ck_assert(!fields_compare_text(&layout, &value[0], "1x", &order));
	ck_assert(!fields_compare_text(&layout, &value[0], "one", &order));
	ck_assert(!fields_compare_text(&layout, &value[1], "1", &order));
	ck_assert_int_eq(order, 77);
	ck_assert(fields_number(&layout, &value[0], &number));
	ck_assert_double_eq(number, 1);
	ck_assert(!fields_number(&layout, &value[1], &number));
}
END_TEST

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
	static const struct source_class class = { .get_description = describe };
	trace_attr_t attr;
	trace_id_t trid;
	char data[64];

	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	ck_assert_int_eq(posix_trace_create(0, &attr, &trid), 0);
	ck_assert_int_eq(posix_trace_start(trid), 0);
	ck_assert_int_eq(POSIX_TRACE_RECORD_NP("e", "int a; int id [[key]]", 5,
					       6),
			 0);
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

static Suite *suite(void)
{
	Suite *s = suite_create("fields");
	TCase *c = tcase_create("fields");

	tcase_add_test(c, numbers_of_all_kinds_have_an_order);
	tcase_add_test(c, texts_and_arrays_have_an_order);
	tcase_add_test(c, a_user_may_write_it_in_many_ways);
	tcase_add_test(c, what_cannot_be_compared_is_not);
	tcase_add_test(c, the_fields_of_an_item_are_found_by_name);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
