/* check_log_reasons.c - why events are missing, whatever a section says */
#include "log/log_maker.h"
#include "sample.h"
#include "run.h"

static const struct pxt_loss loss = { .count = 1 };

/* Where the texts of the tests begin. */
enum { FIRST = PXT_LOG_CHUNK_SIZE };

/* A log of one section, with these reasons, and a loss for each address. */
static int make_log(const char *reasons, size_t len, const uint64_t *address,
		    unsigned count)
{
	const struct pxt_log_chunk chunk = {
		.first = 1,
		.last = count,
		.context = contexts[0],
		.reasons = reasons,
		.reasons_len = (uint32_t)len,
	};
	struct pxt_log_header header;
	struct pxt_log_writer *writer;
	uint8_t records[512];
	int fd = sample_file();
	size_t used = 0;

	for (unsigned i = 0; i < count; i++) {
		add_record(records + used, 1 + i, PXT_RECORD_LOSS, &loss,
			   sizeof(loss));
		pxt_record_head(records + used, 1 + i, PXT_RECORD_LOSS,
				address[i], sizeof(loss));
		used += pxt_record_span(sizeof(loss));
	}
	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, used), 0);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
	return fd;
}

/* NULL: none. */
static void expect_reason(struct pxt_merge *merge, const char *wanted)
{
	struct pxt_event event;

	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_uint_eq(event.type, PXT_RECORD_LOSS);
	if (wanted)
		ck_assert_pstr_eq(event.why, wanted);
	else
		ck_assert_ptr_null(event.why);
}

static void expect_reasons(int fd, const char *const *wanted, unsigned count)
{
	struct pxt_log_reader *reader;
	struct pxt_log_damage damage;
	struct pxt_merge *merge;
	struct pxt_event event;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	for (unsigned i = 0; i < count; i++)
		expect_reason(merge, wanted[i]);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	pxt_log_reader_damage(reader, &damage);
	ck_assert_uint_eq(damage.count, 0);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	close(fd);
}

START_TEST(a_loss_points_at_its_reason)
{
	static const char texts[16] = "one\0two";
	const uint64_t address[] = { FIRST, FIRST + 4, 0, FIRST, FIRST + 1 };
	const char *const wanted[] = { "one", "two", NULL, "one", "ne" };

	expect_reasons(make_log(texts, sizeof(texts), address, 5), wanted, 5);
}
END_TEST

START_TEST(what_is_no_reason_is_none_and_no_damage)
{
	static const char texts[8] = "1234567", endless[8] = "12345678";
	const uint64_t at[] = { FIRST + 7, FIRST + 8, FIRST + 9, 1 << 30,
				UINT64_C(0xffffffffffff) };
	const char *const none[5] = { NULL };

	expect_reasons(make_log(texts, sizeof(texts), at, 5), none, 5);
	expect_reasons(make_log(NULL, 0, (uint64_t[]){ FIRST }, 1), none, 1);
	/* The records behind it have a null. */
	expect_reasons(
		make_log(endless, sizeof(endless), (uint64_t[]){ FIRST }, 1),
		none, 1);
}
END_TEST

START_TEST(a_reason_has_at_most_255_bytes)
{
	const uint64_t address[] = { FIRST, FIRST + 1 };
	const char *wanted[2] = { NULL };
	char texts[264] = "";

	memset(texts, 'y', PXT_REASON_MAX + 1);
	wanted[1] = texts + 1;
	expect_reasons(make_log(texts, sizeof(texts), address, 2), wanted, 2);
}
END_TEST

/* Their sizes are counted without. */
START_TEST(a_log_that_may_be_full_takes_none)
{
	const struct pxt_log_chunk chunk = {
		.first = 1,
		.reasons = "because",
		.reasons_len = 8,
	};
	const int policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL };
	struct pxt_log_header header;
	struct pxt_log_writer *writer;
	uint64_t length;

	for (int i = 0; i < 2; i++) {
		int fd = sample_file();

		sample_header(&header);
		header.attr.log_policy = policies[i];
		header.attr.log_size = 1 << 20;
		ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
		length = pxt_log_length(writer);
		ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, NULL, 0),
				 EINVAL);
		ck_assert_int_eq(pxt_log_put_last(writer, &chunk, NULL, 0),
				 EINVAL);
		ck_assert_uint_eq(pxt_log_length(writer), length);
		pxt_log_writer_close(writer);
		close(fd);
	}
}
END_TEST

START_TEST(a_section_has_room_for_both)
{
	struct pxt_log_chunk chunk = { .first = 1, .reasons_len = 8 };
	struct pxt_log_header header;
	struct pxt_log_writer *writer;
	int fd = sample_file();

	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, NULL,
					   pxt_log_room(writer) - 7),
			 EMSGSIZE);
	pxt_log_writer_close(writer);
	close(fd);
}
END_TEST

/* A text that comes again and again takes its room once. */
static uint64_t length_of_losses(const char *const *why, unsigned count)
{
	const struct pxt_log_end end = { .events = 0 };
	struct pxt_event event = { .type = PXT_RECORD_LOSS,
				   .data = &loss,
				   .len = sizeof(loss) };
	struct pxt_log_header header;
	struct pxt_log_maker *maker;
	int fd = sample_file();
	uint64_t length;

	sample_header(&header);
	ck_assert_int_eq(pxt_log_maker_create(fd, &header, &maker), 0);
	for (unsigned i = 0; i < count; i++) {
		event.time_ns = i;
		event.why = why[i % 2];
		ck_assert_int_eq(pxt_log_maker_put(maker, &event), 0);
	}
	ck_assert_int_eq(pxt_log_maker_finish(maker, &end), 0);
	length = pxt_log_length(pxt_log_maker_writer(maker));
	pxt_log_maker_close(maker);
	expect_reasons(fd, (const char *[]){ why[0], why[1], why[0], why[1] },
		       count);
	return length;
}

START_TEST(the_same_reason_stands_once)
{
	const uint64_t none =
		length_of_losses((const char *[]){ NULL, NULL }, 4);

	ck_assert_uint_eq(
		length_of_losses((const char *[]){ "a board", "a board" }, 4),
		none + 8);
	ck_assert_uint_eq(
		length_of_losses((const char *[]){ "a board", "another" }, 4),
		none + 4 * 8);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_reasons");
	TCase *tcase = tcase_create("log_reasons");

	tcase_add_test(tcase, a_loss_points_at_its_reason);
	tcase_add_test(tcase, what_is_no_reason_is_none_and_no_damage);
	tcase_add_test(tcase, a_reason_has_at_most_255_bytes);
	tcase_add_test(tcase, a_log_that_may_be_full_takes_none);
	tcase_add_test(tcase, a_section_has_room_for_both);
	tcase_add_test(tcase, the_same_reason_stands_once);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
