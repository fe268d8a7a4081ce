/* check_log_origins.c - logs that were made of others, and names of threads */
#include "base/crc32c.h"
#include "sample.h"
#include "run.h"

static int fd;
static uint64_t end_at, origin_at; /* where these sections are */

/* clang-format off */
static const struct pxt_log_origin origins[] = {
	{ .number = 1, .uuid = "first", .boot = "boot", .host = "h1", .system = "Linux 1" },
	{ .number = 4000000000, .uuid = "second", .offset_ns = -1284000,
	  .error_ns = 31000, .host = "h2", .system = "Linux 2" },
	{ .number = 1, .uuid = "contradiction", .host = "h3" },
};
/* clang-format on */

static const struct pxt_log_thread threads[] = {
	{ 1, 100, 101, "before" },	 { 1, 100, 102, "other" },
	{ 0, 100, 101, "own" },		 { 1, 100, 101, "behind" },
	{ 2, 100, 101, "of no origin" },
};

static void put_image(struct pxt_log_writer *writer, uint32_t origin,
		      char *name)
{
	char *argv[] = { name, NULL };
	struct pxt_image_builder builder;
	uint8_t image[256];

	ck_assert_int_eq(pxt_image_begin(&builder, image, sizeof(image), 100,
					 name, 1, argv),
			 0);
	ck_assert_int_eq(pxt_image_add_origin(&builder, origin), 0);
	ck_assert_int_eq(pxt_log_put_process(writer, image, builder.len), 0);
}

static void put_chunk(struct pxt_log_writer *writer)
{
	const struct pxt_log_chunk chunk = {
		.events = 2,
		.first = 1,
		.last = 2,
		.context = { .pid = 100, .tid = 101, .rate = 1, .origin = 1 },
	};
	struct pxt_context other = chunk.context;
	uint8_t records[256];
	size_t len;

	other.origin = 4000000000;
	len = add_record(records, 1, 16, "", 0);
	len += add_record(records + len, 1, PXT_RECORD_CONTEXT, &other,
			  sizeof(other));
	len += add_record(records + len, 2, 16, "", 0);
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, len), 0);
}

static void setup(void)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	fd = sample_file();
	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	put_image(writer, 0, (char[]){ "here" });
	put_image(writer, 1, (char[]){ "there" });
	put_image(writer, 4000000000, (char[]){ "elsewhere" });
	origin_at = pxt_log_length(writer);
	for (unsigned i = 0; i < sizeof(origins) / sizeof(origins[0]); i++)
		ck_assert_int_eq(pxt_log_put_origin(writer, &origins[i]), 0);
	for (unsigned i = 0; i < sizeof(threads) / sizeof(threads[0]); i++)
		ck_assert_int_eq(pxt_log_put_thread(writer, &threads[i]), 0);
	put_chunk(writer);
	end_at = pxt_log_length(writer);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
}

static void teardown(void)
{
	close(fd);
}

static void expect_thread(const struct pxt_log_reader *reader, uint32_t origin,
			  uint32_t tid, const char *name)
{
	const char *found = pxt_log_reader_thread(reader, origin, 100, tid);

	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found, name);
}

static void expect_knowledge(const struct pxt_log_reader *reader)
{
	const struct pxt_log_origin *second =
		pxt_log_reader_origin(reader, 4000000000);

	ck_assert_str_eq(pxt_log_reader_process(reader, 0, 100)->name, "here");
	ck_assert_str_eq(pxt_log_reader_process(reader, 1, 100)->name, "there");
	ck_assert_str_eq(pxt_log_reader_process(reader, 4000000000, 100)->name,
			 "elsewhere");
	ck_assert_ptr_null(pxt_log_reader_process(reader, 2, 100));

	ck_assert_str_eq(pxt_log_reader_origin(reader, 1)->host, "h1");
	ck_assert(!memcmp(second, &origins[1], sizeof(*second)));
	ck_assert_ptr_null(pxt_log_reader_origin(reader, 0));
	ck_assert_ptr_null(pxt_log_reader_origin(reader, 2));

	expect_thread(reader, 0, 101, "own");
	expect_thread(reader, 1, 101, "behind");
	expect_thread(reader, 1, 102, "other");
	expect_thread(reader, 2, 101, "of no origin");
	ck_assert_ptr_null(pxt_log_reader_thread(reader, 1, 101, 101));
	ck_assert_ptr_null(pxt_log_reader_thread(reader, 1, 100, 103));
}

static void expect_log(void)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect_knowledge(reader);
	pxt_log_reader_close(reader);
}

static void damage_an_origin(void)
{
	static const uint8_t zeroes[64];

	ck_assert_int_eq(pwrite(fd, zeroes, sizeof(zeroes), (off_t)origin_at),
			 sizeof(zeroes));
}

START_TEST(origins_and_threads_are_known_from_the_end)
{
	damage_an_origin();
	expect_log();
}
END_TEST

START_TEST(and_from_their_sections_where_there_is_none)
{
	ck_assert_int_eq(ftruncate(fd, (off_t)end_at), 0);
	expect_log();
}
END_TEST

START_TEST(events_tell_their_origin)
{
	struct seen seen;

	ck_assert_int_eq(open_and_read(fd, &seen), 0);
	ck_assert_uint_eq(seen.count, 2);
	ck_assert_uint_eq(seen.event[0].origin, 1);
	ck_assert_uint_eq(seen.event[1].origin, 4000000000);
	ck_assert_uint_eq(seen.damage.count, 0);
}
END_TEST

START_TEST(who_goes_on_with_a_log_keeps_them)
{
	struct pxt_log_writer *writer;

	ck_assert_int_eq(ftruncate(fd, (off_t)end_at), 0);
	ck_assert_int_eq(pxt_log_resume(fd, NULL, NULL, &writer), 0);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
	damage_an_origin();
	expect_log();
}
END_TEST

START_TEST(what_is_none_is_refused)
{
	struct pxt_log_thread thread = { .name = NULL };
	struct pxt_log_origin origin = { .host = "own" };
	char name[PXT_THREAD_NAME_MAX + 2];
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	ck_assert_int_eq(pxt_log_put_origin(writer, &origin), EINVAL);
	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	thread.name = name;
	ck_assert_int_eq(pxt_log_put_thread(writer, &thread), EINVAL);
	name[sizeof(name) - 2] = '\0';
	ck_assert_int_eq(pxt_log_put_thread(writer, &thread), 0);
	pxt_log_writer_close(writer);
}
END_TEST

/* Every prefix of a payload, and every byte of it another. */
START_TEST(no_bytes_are_trusted)
{
	uint8_t payload[PXT_LOG_ORIGIN_MAX], copy[PXT_LOG_ORIGIN_MAX];
	struct pxt_log_origin origin;
	struct pxt_log_thread thread;
	size_t len = pxt_log_origin_encode(&origins[1], payload);

	for (size_t i = 0; i < len; i++) {
		uint8_t *cut = malloc(i + 1);

		memcpy(cut, payload, i);
		ck_assert_int_eq(pxt_log_origin_decode(&origin, cut, i),
				 EBADMSG);
		free(cut);
		memcpy(copy, payload, len);
		copy[i] ^= 0xff;
		pxt_log_origin_decode(&origin, copy, len);
		ck_assert_ptr_nonnull(memchr(origin.host, '\0', 65));
	}
	memset(payload, 0, 4);
	ck_assert_int_eq(pxt_log_origin_decode(&origin, payload, len), EBADMSG);

	memset(payload, 'x', sizeof(payload));
	ck_assert_int_eq(
		pxt_log_thread_decode(&thread, payload, sizeof(payload)),
		EBADMSG);
	ck_assert_int_eq(pxt_log_thread_decode(&thread, payload, 11), EBADMSG);
}
END_TEST

/* The fixed part has grown three times: what is behind a shorter one is no count. */
START_TEST(an_end_of_before_has_none)
{
	static const uint8_t all_ones[16] = { 255, 255, 255, 255, 255, 255 };
	const struct pxt_log_recap recap = {
		.count = { [PXT_LOG_ORIGIN] = 7, 8, 9, 10 },
	};
	uint8_t end[PXT_LOG_END_SIZE + 16];
	struct pxt_log_recap got;
	struct pxt_log_end status;

	pxt_log_end_encode(&sample_end, &recap, end);
	memcpy(end + PXT_LOG_END_SIZE, all_ones, sizeof(all_ones));
	ck_assert_int_eq(pxt_log_end_decode(&status, &got, end, sizeof(end)),
			 0);
	ck_assert_uint_eq(got.count[PXT_LOG_ORIGIN], 7);
	ck_assert_uint_eq(got.count[PXT_LOG_THREAD], 8);
	ck_assert_uint_eq(got.count[PXT_LOG_OBJECT], 9);
	ck_assert_uint_eq(got.count[PXT_LOG_NOTE], 10);
	ck_assert_uint_eq(pxt_bytes_left(&got.body), 16);

	end[0] = 112;
	pxt_log_end_decode(&status, &got, end, sizeof(end));
	ck_assert_uint_eq(got.count[PXT_LOG_OBJECT], 9);
	ck_assert_uint_eq(got.count[PXT_LOG_NOTE], 0);
	ck_assert_uint_eq(pxt_bytes_left(&got.body), 24);
	end[0] = 104;
	pxt_log_end_decode(&status, &got, end, sizeof(end));
	ck_assert_uint_eq(got.count[PXT_LOG_THREAD], 0);
	ck_assert_uint_eq(got.count[PXT_LOG_OBJECT], 0);
	ck_assert_uint_eq(pxt_bytes_left(&got.body), 32);
	end[0] = 96;
	pxt_log_end_decode(&status, &got, end, sizeof(end));
	ck_assert_uint_eq(got.count[PXT_LOG_ORIGIN], 0);
	end[0] = 128; /* of some later day */
	pxt_log_end_decode(&status, &got, end, sizeof(end));
	ck_assert_uint_eq(got.count[PXT_LOG_THREAD], 8);
	ck_assert_uint_eq(pxt_bytes_left(&got.body), 8);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_origins");
	TCase *tcase = tcase_create("log_origins");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, origins_and_threads_are_known_from_the_end);
	tcase_add_test(tcase, and_from_their_sections_where_there_is_none);
	tcase_add_test(tcase, events_tell_their_origin);
	tcase_add_test(tcase, who_goes_on_with_a_log_keeps_them);
	tcase_add_test(tcase, what_is_none_is_refused);
	tcase_add_test(tcase, no_bytes_are_trusted);
	tcase_add_test(tcase, an_end_of_before_has_none);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
