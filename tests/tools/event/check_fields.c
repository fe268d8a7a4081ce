/* check_fields.c - finding the fields of events */
#include <check.h>

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

static Suite *suite(void)
{
	Suite *s = suite_create("fields");
	TCase *c = tcase_create("fields");

	tcase_add_test(c, the_fields_of_an_item_are_found_by_name);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
