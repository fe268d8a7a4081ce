/*
 * check_log_loop.c - logs that keep the newest, cleared, damaged and read meanwhile
 */
#include <fcntl.h>
#include <sys/wait.h>

#include "log/full_log.h"
#include "run.h"

/* Clearing */

static void expect_cleared(uint64_t from)
{
	uint64_t first;

	ck_assert(!pxt_log_is_full(full.writer));
	ck_assert(!pxt_log_has_overwritten(full.writer));
	get_all(full.fd);
	ck_assert_uint_eq(got.count, 0);
	ck_assert_uint_eq(got.names, 2);
	ck_assert_uint_le(file_size(full.fd), 4096 + START);

	first = full.ticks + 1;
	must_put(5);
	get_all(full.fd);
	ck_assert_uint_eq(got.first, first);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_gt(got.first, from);
}

START_TEST(a_cleared_log_has_its_names_and_begins_anew)
{
	static const uint32_t policies[] = { POSIX_TRACE_LOOP,
					     POSIX_TRACE_UNTIL_FULL };

	for (unsigned i = 0; i < 2; i++) {
		begin(policies[i]);
		put_name(full.writer, 1, 16, "alpha");
		put_process(full.writer, 100, "the-program");
		ck_assert_int_eq(pxt_log_clear(full.writer), 0);
		put_name(full.writer, 1, 17, "beta");
		expect_cleared(0);

		for (unsigned k = 0; k < 2; k++) {
			if (policies[i] == POSIX_TRACE_LOOP) {
				put_much(3 * LOG_SIZE);
			} else {
				fill(10);
				put_last();
			}
			ck_assert(pxt_log_is_full(full.writer));
			ck_assert_int_eq(pxt_log_clear(full.writer), 0);
			expect_cleared(full.ticks);
		}
		must_end();
		get_all(full.fd);
		ck_assert_uint_eq(got.damage.count, 0);
		end();
	}
}
END_TEST

/* Damage */

static void damage_everywhere(bool ended)
{
	const uint64_t size = file_size(full.fd);
	const uint64_t most = 40; /* more than any chunk has */
	uint64_t before, first;
	uint8_t byte;

	get_all(full.fd);
	before = got.count;
	first = got.first;
	for (uint64_t at = 4096; at < size; at += SANITIZED ? 397 : 53) {
		ck_assert_int_eq(pread(full.fd, &byte, 1, (off_t)at), 1);
		byte ^= 0x10;
		ck_assert_int_eq(pwrite(full.fd, &byte, 1, (off_t)at), 1);
		get_all(full.fd);
		byte ^= 0x10;
		ck_assert_int_eq(pwrite(full.fd, &byte, 1, (off_t)at), 1);

		if (!ended) {
			/* The newest SEGMENT alone has the horizon then. */
			ck_assert_uint_le(got.count, before + most);
			ck_assert_uint_ge(got.first + most, first);
			continue;
		}
		ck_assert_uint_le(got.count, before);
		ck_assert_uint_ge(got.first, first);
		ck_assert_msg(got.count + most >= before, "byte %llu",
			      (unsigned long long)at);
		if (got.count < before)
			ck_assert_msg(got.damage.count, "byte %llu",
				      (unsigned long long)at);
		ck_assert_uint_eq(got.names, 2);
	}
	get_all(full.fd);
	ck_assert_uint_eq(got.damage.count, !ended);
}

START_TEST(damage_to_a_full_log_costs_little_and_is_told)
{
	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_name(full.writer, 1, 17, "beta");
	put_much(LOG_SIZE * 7 / 2);
	damage_everywhere(false);
	must_end();
	damage_everywhere(true);
	end();
}
END_TEST

START_TEST(a_full_log_cut_anywhere_is_read_to_an_end)
{
	uint64_t size;

	begin(POSIX_TRACE_LOOP);
	put_much(LOG_SIZE * 7 / 2);
	must_end();
	for (size = file_size(full.fd) - 1; size > 1024;
	     size -= SANITIZED ? 499 : 101) {
		ck_assert_int_eq(ftruncate(full.fd, (off_t)size), 0);
		get_all(full.fd);
		ck_assert_uint_ge(got.damage.count, 1);
	}
	end();
}
END_TEST

/* While it is written */

START_TEST(a_log_is_read_while_it_is_overwritten)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	for (unsigned step = 1; step < 200; step = 2 * step + 1) {
		begin(POSIX_TRACE_LOOP);
		forget();
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(reader), &merge),
			0);
		for (unsigned i = 0; i < 2000; i += step) {
			must_put(step < 40 ? step : 40);
			for (unsigned k = 40; k < step; k += 40)
				must_put(40);
			get(reader, merge);
			ck_assert_uint_eq(got.last, full.ticks);
			ck_assert_uint_eq(got.count + got.lost, full.ticks);
			ck_assert_msg(got.damage.count == 1, "%s",
				      got.damage.what);
		}
		/* A reader that keeps up misses nothing. */
		if (step < 64)
			ck_assert(got.gapless && !got.lost);
		else if (step > 128)
			ck_assert_uint_gt(got.lost, 0);
		must_end();

		pxt_log_reader_rewind(reader);
		pxt_merge_reset(merge);
		forget();
		get(reader, merge);
		ck_assert(got.gapless && !got.lost);
		ck_assert_uint_eq(got.last, full.ticks);
		ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 4);
		ck_assert_uint_eq(got.damage.count, 0);
		ck_assert_ptr_nonnull(pxt_log_reader_end(reader));
		pxt_merge_close(merge);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

/* Some events are read, and the rest once the log has been overwritten again. */
START_TEST(a_reader_that_was_overtaken_tells_what_is_missing)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;
	uint64_t first;

	for (unsigned part = 1; part < 12; part++) {
		begin(POSIX_TRACE_LOOP);
		put_much(_i ? 2 * LOG_SIZE : LOG_SIZE / 2);
		get_all(full.fd);
		first = got.first;
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(reader), &merge),
			0);
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
		ck_assert_uint_eq(event.ticks, first);

		put_much(part * LOG_SIZE / 3);
		forget();
		get(reader, merge);
		ck_assert_uint_eq(got.last, full.ticks);
		ck_assert_uint_eq(1 + got.count + got.lost,
				  full.ticks - first + 1);
		if (part > 4)
			ck_assert_uint_gt(got.lost, 0);
		pxt_merge_close(merge);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

START_TEST(a_log_is_read_on_after_it_was_cleared)
{
	static const uint32_t policies[] = { POSIX_TRACE_LOOP,
					     POSIX_TRACE_UNTIL_FULL };
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	uint64_t cleared;

	for (unsigned i = 0; i < 2; i++) {
		begin(policies[i]);
		put_name(full.writer, 1, 16, "alpha");
		must_put(60);
		if (policies[i] == POSIX_TRACE_LOOP)
			put_much(2 * LOG_SIZE);
		forget();
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(reader), &merge),
			0);
		get(reader, merge);
		ck_assert_uint_eq(got.last, full.ticks);

		cleared = full.ticks;
		ck_assert_int_eq(pxt_log_clear(full.writer), 0);
		must_put(3);
		get(reader, merge);
		ck_assert_uint_eq(got.last, full.ticks);
		ck_assert(got.gapless && !got.lost);

		pxt_merge_reset(merge);
		pxt_log_reader_rewind(reader);
		forget();
		get(reader, merge);
		ck_assert_uint_eq(got.first, cleared + 1);
		ck_assert_uint_eq(got.last, full.ticks);
		pxt_merge_close(merge);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

/* Two processes at the same time: whatever the reader meets half written, it
 * delivers no event twice, and calls nothing damaged. */
START_TEST(a_writer_at_work_never_looks_like_damage)
{
	unsigned round = 0;
	int go[2], status;
	pid_t child;
	char byte;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	must_put(20);
	ck_assert_int_eq(pipe(go), 0);
	child = fork();
	if (!child) {
		close(go[0]);
		for (unsigned i = 0; i < (SANITIZED ? 2000 : 10000); i++)
			if (put(1 + i % 20))
				_exit(1);
		_exit(0);
	}
	close(go[1]);
	fcntl(go[0], F_SETFL, O_NONBLOCK);
	do {
		forget();
		got.in_order = false;
		got.round = (uint8_t)(round++ % 255 + 1);
		get_now(full.fd);
		ck_assert_msg(got.damage.count <= 1, "%s", got.damage.what);
	} while (read(go[0], &byte, 1) < 0);

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	close(go[0]);
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("log_loop");
	TCase *clear = tcase_create("clear");
	TCase *damage = tcase_create("damage");
	TCase *live = tcase_create("live");
	tcase_add_test(clear, a_cleared_log_has_its_names_and_begins_anew);
	tcase_add_test(damage, damage_to_a_full_log_costs_little_and_is_told);
	tcase_add_test(damage, a_full_log_cut_anywhere_is_read_to_an_end);
	tcase_add_test(live, a_log_is_read_while_it_is_overwritten);
	tcase_add_loop_test(
		live, a_reader_that_was_overtaken_tells_what_is_missing, 0, 2);
	tcase_add_test(live, a_log_is_read_on_after_it_was_cleared);
	tcase_add_test(live, a_writer_at_work_never_looks_like_damage);
	suite_add_tcase(suite, clear);
	suite_add_tcase(suite, damage);
	suite_add_tcase(suite, live);
	return suite;
}

int main(void)
{
	return run_suite(suite());
}
