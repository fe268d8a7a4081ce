/* check_stream.c - streams are made, found, opened and locked */
#include <check.h>
#include <errno.h>
#include <linux/futex.h>
#include <signal.h>

#include "run.h"
#include "stream/stream_directory.h"
#include "stream/streams.h"

START_TEST(a_stream_that_was_made_can_be_opened)
{
	const int64_t before = pxt_clock_ns(CLOCK_REALTIME);
	struct pxt_stream other;

	create();
	ck_assert_int_eq(open_it(&other), 0);
	ck_assert_ptr_ne(other.shared, stream.shared);
	ck_assert_mem_eq(&other.attr, &stream.attr, sizeof(attr));
	ck_assert_str_eq(other.attr.name, "wave");
	ck_assert_int_ge(other.attr.created_ns, before);
	ck_assert_int_le(other.attr.created_ns, pxt_clock_ns(CLOCK_REALTIME));
	ck_assert_uint_eq(other.rate, stream.rate);
	ck_assert_uint_eq(other.ring.slots, stream.ring.slots);
	ck_assert_uint_eq(atomic_load(&other.shared->ring.gate), 0);

	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	ck_assert_uint_eq(atomic_load(&other.shared->ring.gate), PXT_GATE_OPEN);
	pxt_stream_close(&other);
	pxt_stream_close(&stream);
	pxt_stream_close(&stream);
}
END_TEST

START_TEST(a_stream_that_was_removed_is_gone_for_all)
{
	struct pxt_stream other, third;

	create();
	ck_assert_int_eq(open_it(&other), 0);
	pxt_stream_remove(dir, &stream);
	ck_assert_uint_eq(atomic_load(&other.shared->ring.gate), PXT_GATE_GONE);
	ck_assert_int_eq(open_it(&third), ENOENT);
}
END_TEST

START_TEST(the_nonce_tells_a_stream_from_its_successor)
{
	struct pxt_stream old, other;

	create();
	old = stream;
	pxt_stream_remove(dir, &old);
	create();
	ck_assert_uint_eq(stream.number, old.number);
	ck_assert_uint_ne(stream.nonce, old.nonce);
	ck_assert_int_eq(pxt_stream_open(dir, old.number, old.nonce, &other),
			 ESTALE);
	ck_assert_int_eq(open_it(&other), 0);
}
END_TEST

enum { STRANGERS = 1000 }; /* files that make a directory a long one */

static void have_strangers(bool there)
{
	char name[32];

	for (int i = 0; i < STRANGERS; i++) {
		snprintf(name, sizeof(name), "stranger-%d", i);
		if (there)
			close(openat(dir, name, O_CREAT | O_RDWR, 0600));
		else
			ck_assert_int_eq(unlinkat(dir, name, 0), 0);
	}
}

START_TEST(there_are_so_many_streams_and_no_more)
{
	struct pxt_stream more;

	for (int i = 0; i < TRACE_SYS_MAX; i++) {
		create();
		ck_assert_uint_eq(stream.number, (unsigned)i);
	}
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &more), EAGAIN);
	pxt_stream_remove(dir, &stream);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &more), 0);
	ck_assert_uint_eq(more.number, stream.number);
}
END_TEST

/* Which number comes next is not looked for there. */
START_TEST(in_a_long_directory_each_number_is_used_too)
{
	struct pxt_stream more;
	uint64_t numbers = 0;

	have_strangers(true);
	for (int i = 0; i < TRACE_SYS_MAX; i++) {
		create();
		ck_assert_uint_eq(numbers >> stream.number & 1, 0);
		numbers |= UINT64_C(1) << stream.number;
	}
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &more), EAGAIN);
	pxt_stream_remove(dir, &stream);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &more), 0);
	ck_assert_uint_eq(more.number, stream.number);
	have_strangers(false);
}
END_TEST

/* Of many streams a create looks at a part, unless there is no number left. */
START_TEST(a_ruin_among_many_streams_makes_room)
{
	const bool is_full = _i & 1, is_long = _i & 2;
	const unsigned count = is_full ? TRACE_SYS_MAX : 20;
	struct pxt_stream ruin = { .number = 0 };
	unsigned tries = 0;

	for (unsigned i = 0; i < count; i++) {
		create();
		if (i == count / 2)
			ruin = stream;
	}
	ruin.shared->magic = 0;
	if (is_long)
		have_strangers(true);
	do {
		create();
		if (stream.number != ruin.number)
			pxt_stream_remove(dir, &stream);
	} while (!is_full && stream.number != ruin.number && ++tries < 2000);
	ck_assert_uint_eq(stream.number, ruin.number);
	if (is_long)
		have_strangers(false);
}
END_TEST

START_TEST(a_lifeline_says_that_a_stream_is_held)
{
	create();
	ck_assert(!pxt_stream_is_held(dir, stream.number));
	atomic_store(&stream.shared->lifeline, 1234);
	ck_assert(pxt_stream_is_held(dir, stream.number));
	atomic_store(&stream.shared->lifeline, 1234 | FUTEX_OWNER_DIED);
	ck_assert(!pxt_stream_is_held(dir, stream.number));
	atomic_store(&stream.shared->lifeline, 1234);
	stream.shared->magic = 0;
	ck_assert(!pxt_stream_is_held(dir, stream.number));
	ck_assert(!pxt_stream_is_held(dir, stream.number + 1));
}
END_TEST

START_TEST(who_maps_a_stream_that_another_ends_is_told)
{
	struct pxt_stream dead, other;

	make_controller();
	ck_assert_int_eq(open_it(&other), 0);
	end_controller();
	ck_assert_int_eq(open_dead(&dead), 0);
	pxt_stream_remove(dir, &dead);
	ck_assert_uint_eq(atomic_load(&other.shared->ring.gate), PXT_GATE_GONE);
	ck_assert_int_eq(open_it(&dead), ENOENT);
}
END_TEST

START_TEST(what_is_done_to_a_copy_nobody_sees)
{
	struct pxt_stream copy;
	int file;

	create();
	atomic_store(&stream.shared->told_lost, 1);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &file), 0);
	ck_assert_int_eq(pxt_stream_copy(&stream, file, &copy), 0);
	close(file);
	ck_assert_uint_eq(copy.nonce, stream.nonce);
	ck_assert_uint_eq(atomic_load(&copy.shared->told_lost), 1);
	atomic_store(&copy.shared->told_lost, 2);
	atomic_store(&copy.ring.state[0], 3);
	copy.ring.chunks[0] = 4;
	ck_assert_uint_eq(atomic_load(&stream.shared->told_lost), 1);
	ck_assert_uint_eq(atomic_load(&stream.ring.state[0]), 0);
	ck_assert_uint_eq(stream.ring.chunks[0], 0);
	ck_assert_uint_eq(mappings(), 2);
	pxt_stream_close(&copy);
	ck_assert_uint_eq(mappings(), 1);
}
END_TEST

/* Locks */

START_TEST(a_stream_is_locked_by_one_at_a_time)
{
	int lock = -1, second = -1;

	create();
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &lock), 0);
	ck_assert_int_ge(lock, 0);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &second),
			 EAGAIN);
	close(lock);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &second),
			 0);
	close(second);
}
END_TEST

START_TEST(each_stream_has_a_lock_of_its_own)
{
	int lock, second;

	create();
	ck_assert_int_eq(pxt_stream_lock(dir, 1, false, &lock), ENOENT);
	ck_assert_int_eq(pxt_stream_lock(dir, 1, true, &lock), ENOENT);
	create();
	ck_assert_int_eq(pxt_stream_lock(dir, 0, false, &lock), 0);
	ck_assert_int_eq(pxt_stream_lock(dir, 1, false, &second), 0);
	close(lock);
	close(second);
}
END_TEST

START_TEST(the_lock_of_who_dies_is_released)
{
	int lock;
	char byte;

	create();
	make_pipes();
	child = fork();
	if (!child) {
		if (pxt_stream_lock(dir, stream.number, false, &lock) ||
		    write(told[1], "x", 1) != 1)
			_exit(1);
		pause();
	}
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &lock),
			 EAGAIN);
	ck_assert_int_eq(kill(child, SIGKILL), 0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &lock), 0);
	close(lock);
}
END_TEST

static void ignore(int signal)
{
	(void)signal;
}

/* Through signals, too. What the holder wrote before is there after. */
START_TEST(who_waits_for_a_lock_gets_it_when_it_is_free)
{
	struct sigaction action = { .sa_handler = ignore };
	int lock, status;
	char byte;

	create();
	make_pipes();
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &lock), 0);
	child = fork();
	if (!child) {
		close(lock);
		sigaction(SIGUSR1, &action, NULL);
		if (write(told[1], "x", 1) != 1)
			_exit(1);
		_exit(pxt_stream_lock(dir, stream.number, true, &lock) ||
		      stream.shared->controller_image != 4711);
	}
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	for (int i = 0; i < 10; i++) {
		ck_assert_int_eq(kill(child, SIGUSR1), 0);
		usleep(1000);
	}
	stream.shared->controller_image = 4711;
	close(lock);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

/* Logs and targets */

START_TEST(a_stream_is_found_by_its_log)
{
	static const uint8_t mine[16] = "my log", other[16] = "my lof";
	unsigned number = 7;

	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), ENOENT);
	for (int i = 0; i < 3; i++)
		create();
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), ENOENT);
	memcpy(stream.shared->log.uuid, mine, sizeof(mine));
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), 0);
	ck_assert_uint_eq(number, 2);
	ck_assert_int_eq(pxt_stream_find_log(dir, other, &number), ENOENT);

	pxt_stream_remove(dir, &stream);
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), ENOENT);
}
END_TEST

START_TEST(a_stream_of_another_version_has_no_log_that_we_know)
{
	static const uint8_t mine[16] = "my log";
	unsigned number;
	int fd;

	create();
	memcpy(stream.shared->log.uuid, mine, sizeof(mine));
	stream.shared->magic++;
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), ENOENT);
	stream.shared->magic--;
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), 0);

	/* Nor has one that is too short to tell. */
	fd = stream_file();
	ck_assert_int_eq(ftruncate(fd, 100), 0);
	ck_assert_int_eq(pxt_stream_find_log(dir, mine, &number), ENOENT);
	close(fd);
}
END_TEST

START_TEST(a_new_stream_has_no_log_and_no_target)
{
	static const struct pxt_stream_log none;

	create();
	ck_assert_mem_eq(&stream.shared->log, &none, sizeof(none));
	ck_assert_int_eq(stream.shared->target, 0);
	ck_assert_uint_eq(stream.family, 0);
	ck_assert_uint_eq(atomic_load(&stream.shared->window), 0);
}
END_TEST

START_TEST(its_target_names_the_family_of_a_stream)
{
	struct pxt_stream other;

	create();
	pxt_stream_set_target(
		&stream, &(struct pxt_process_id){ .pid = 4711, .start = 99 });
	ck_assert_uint_eq(stream.family, 4711);
	ck_assert_int_eq(open_it(&other), 0);
	ck_assert_uint_eq(other.family, 4711);
	ck_assert_int_eq(other.shared->target, 4711);
	ck_assert_uint_eq(other.shared->target_start, 99);
}
END_TEST

START_TEST(a_directory_tells_whether_there_are_streams)
{
	struct pxt_stream last;

	ck_assert(!pxt_stream_any(dir));
	close(openat(dir, "1-2", O_CREAT | O_RDWR, 0600));
	ck_assert(!pxt_stream_any(dir));
	for (int i = 0; i < TRACE_SYS_MAX; i++) {
		create();
		ck_assert(pxt_stream_any(dir));
	}
	last = stream;
	for (unsigned i = 0; i + 1 < TRACE_SYS_MAX; i++) {
		char name[32];

		snprintf(name, sizeof(name), "stream-%u", i);
		ck_assert_int_eq(unlinkat(dir, name, 0), 0);
	}
	ck_assert(pxt_stream_any(dir));
	pxt_stream_remove(dir, &last);
	ck_assert(!pxt_stream_any(dir));
}
END_TEST

START_TEST(the_numbers_of_streams_are_found_among_few_files_and_many)
{
	const char *const others[] = { "stream-",
				       "stream-01",
				       "stream-1x",
				       "stream-64",
				       "stream-18446744073709551617",
				       "left-3" };

	ck_assert_uint_eq(pxt_stream_numbers(dir), 0);
	for (int i = 0; i < 3; i++)
		create();
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		close(openat(dir, others[i], O_CREAT | O_RDWR, 0600));
	ck_assert_int_eq(unlinkat(dir, "stream-1", 0), 0);
	ck_assert_uint_eq(pxt_stream_numbers(dir), 5);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 1, 1, 64), 5);
	have_strangers(true);
	ck_assert_uint_eq(pxt_stream_numbers(dir), 5);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 0, 1, 64), 1);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 1, 1, 64), 4);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 3, 1, 64), 1);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 63, 2, 64), 5);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 1, 3, 64), 5);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 1, 3, 63), 4);
	ck_assert_uint_eq(pxt_stream_some_numbers(dir, 3, 3, 8), 0);
	have_strangers(false);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		unlinkat(dir, others[i], 0);
	unlinkat(dir, "stream-0", 0);
	unlinkat(dir, "stream-2", 0);
}
END_TEST

START_TEST(a_stream_no_machine_can_hold_is_refused)
{
	const uint64_t size = attr.stream_size;
	int err;

	attr.stream_size = PXT_ATTR_STREAM_MAX;
	err = pxt_stream_create(dir, &attr, 0, &stream);
	ck_assert_int_eq(err, ENOMEM);
	attr.stream_size = size;
	create();
	ck_assert_uint_eq(stream.number, 0);
}
END_TEST

/* Little address space */

static void attr_of_size(size_t size, size_t data)
{
	trace_attr_t object;

	posix_trace_attr_init(&object);
	posix_trace_attr_setstreamsize(&object, size);
	posix_trace_attr_setmaxdatasize(&object, data);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
}

START_TEST(who_records_maps_its_share_of_the_address_space)
{
	struct pxt_stream whole, part;

	attr_of_size(1 << 20, 64);
	create();
	ck_assert_int_eq(open_it(&whole), 0);
	ck_assert_uint_eq(whole.length, stream.length);
	ck_assert_uint_eq(pxt_address_space_share(0), PXT_ADDRESS_SPACE_ALL);
	leave_space(64 << 20);
	ck_assert_int_eq(open_it(&part), 0);
	ck_assert_uint_le(part.length, 8 << 20);
	ck_assert_uint_ge(part.ring.slots, 16);
	ck_assert_uint_lt(part.ring.slots, whole.ring.slots);
	ck_assert_ptr_eq(part.ring.shared, &part.shared->ring);
	pxt_stream_close(&part);
	leave_space(200 << 10);
	ck_assert_int_eq(open_it(&part), ENOMEM);
}
END_TEST

START_TEST(who_makes_a_stream_takes_its_share_beside_the_size)
{
	struct pxt_stream other;

	attr_of_size(1 << 20, 64);
	leave_space(64 << 20);
	create();
	ck_assert_uint_le(stream.length, 9 << 20);
	ck_assert_uint_ge(stream.ring.geometry.writers, PXT_RING_SPARE);
	leave_space(4 << 20);
	create();
	ck_assert_uint_eq(stream.ring.geometry.writers, PXT_RING_SPARE);
	ck_assert_uint_lt(stream.length, 3 << 20);
	ck_assert_int_eq(pxt_stream_open_any(dir, 0, &other), 0);

	/* One of very few slots. */
	attr_of_size(1, 64);
	leave_space(400 << 10);
	create();
	ck_assert_uint_eq(stream.ring.geometry.writers, PXT_RING_SPARE);
	ck_assert_int_eq(pxt_stream_open_any(dir, stream.number, &other), 0);
	ck_assert_uint_eq(other.length, stream.length);
}
END_TEST

/* A look at streams needs none of their slots, whatever these are. */
START_TEST(a_stream_is_made_beside_large_ones_that_cannot_be_mapped)
{
	attr_of_size(1 << 20, 1 << 20);
	create();
	ck_assert_uint_gt(stream.length, UINT64_C(1) << 30);
	leave_space(64 << 20);
	attr_of_size(1 << 20, 64);
	create();
	ck_assert_uint_eq(stream.number, 1);
}
END_TEST

START_TEST(of_a_stream_of_the_dead_what_was_used_is_mapped)
{
	struct pxt_stream other, copy;
	int file;

	attr_of_size(1 << 20, 1 << 20);
	make_controller();
	end_controller();
	leave_space(128 << 20);
	ck_assert(!pxt_stream_is_modest(dir, stream.number));
	ck_assert_int_eq(open_dead(&other), 0);
	ck_assert_uint_lt(other.length, 128 << 20);
	ck_assert_int_eq(pxt_stream_lock(dir, stream.number, false, &file), 0);
	/* Somebody has recorded into slots that are not mapped. */
	atomic_store(&other.shared->ring.high, other.ring.slots + 1);
	ck_assert_int_eq(pxt_stream_copy(&other, file, &copy), ENOMEM);
}
END_TEST

/* Files that are no streams */

START_TEST(a_file_that_was_cut_is_no_stream)
{
	static const off_t lengths[] = { 0, 1, 100, 4096, 16384, 100000 };
	struct pxt_stream other;
	int fd;

	create();
	fd = stream_file();
	for (int i = 5; i >= 0; i--) {
		ck_assert_int_eq(ftruncate(fd, lengths[i]), 0);
		ck_assert_int_eq(open_it(&other), EBADMSG);
	}
	ck_assert_int_eq(ftruncate(fd, (off_t)stream.length), 0);
	ck_assert_int_eq(open_it(&other), EBADMSG);
	close(fd);
}
END_TEST

/* Whoever takes a dead controller's place records events of its own. */
START_TEST(a_stream_without_room_for_what_a_controller_records_is_none)
{
	struct pxt_stream other;

	create();
	stream.shared->attr.max_data = 16;
	stream.shared->geometry.room =
		(uint32_t)pxt_attr_system_event_size() - 1;
	ck_assert_int_eq(open_it(&other), EBADMSG);
	stream.shared->geometry.room++;
	ck_assert_int_eq(open_it(&other), 0);
	pxt_stream_close(&other);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("stream");
	TCase *t = tcase_create("stream");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_stream_that_was_made_can_be_opened);
	tcase_add_test(t, a_stream_that_was_removed_is_gone_for_all);
	tcase_add_test(t, the_nonce_tells_a_stream_from_its_successor);
	tcase_add_test(t, there_are_so_many_streams_and_no_more);
	tcase_add_test(t, in_a_long_directory_each_number_is_used_too);
	tcase_add_loop_test(t, a_ruin_among_many_streams_makes_room, 0, 4);
	tcase_add_test(t, a_lifeline_says_that_a_stream_is_held);
	tcase_add_test(t, who_maps_a_stream_that_another_ends_is_told);
	tcase_add_test(t, what_is_done_to_a_copy_nobody_sees);
	tcase_add_test(t, a_stream_is_locked_by_one_at_a_time);
	tcase_add_test(t, each_stream_has_a_lock_of_its_own);
	tcase_add_test(t, the_lock_of_who_dies_is_released);
	tcase_add_test(t, who_waits_for_a_lock_gets_it_when_it_is_free);
	tcase_add_test(t, a_stream_is_found_by_its_log);
	tcase_add_test(t, a_stream_of_another_version_has_no_log_that_we_know);
	tcase_add_test(t, a_new_stream_has_no_log_and_no_target);
	tcase_add_test(t, its_target_names_the_family_of_a_stream);
	tcase_add_test(t, a_directory_tells_whether_there_are_streams);
	tcase_add_test(
		t, the_numbers_of_streams_are_found_among_few_files_and_many);
	tcase_add_test(t, a_stream_no_machine_can_hold_is_refused);
	if (!SANITIZED) {
		tcase_add_test(t,
			       who_records_maps_its_share_of_the_address_space);
		tcase_add_test(
			t, who_makes_a_stream_takes_its_share_beside_the_size);
		tcase_add_test(
			t,
			a_stream_is_made_beside_large_ones_that_cannot_be_mapped);
		tcase_add_test(t,
			       of_a_stream_of_the_dead_what_was_used_is_mapped);
	}
	tcase_add_test(t, a_file_that_was_cut_is_no_stream);
	tcase_add_test(
		t, a_stream_without_room_for_what_a_controller_records_is_none);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
