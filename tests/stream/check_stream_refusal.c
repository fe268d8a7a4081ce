/*
 * check_stream_refusal.c - what is no stream, or not of its owner alone, is
 * refused
 */
#include <check.h>
#include <errno.h>
#include <sys/stat.h>

#include "run.h"
#include "stream/streams.h"

enum { GARBAGE = 2000 };

START_TEST(a_file_that_has_grown_is_no_stream)
{
	struct pxt_stream other;
	int fd;

	create();
	fd = stream_file();
	ck_assert_int_eq(ftruncate(fd, (off_t)stream.length + 4096), 0);
	ck_assert_int_eq(open_it(&other), EBADMSG);
	close(fd);
}
END_TEST

START_TEST(a_file_of_garbage_gives_its_number_back)
{
	int fd;

	create();
	fd = stream_file();
	ck_assert_int_eq(ftruncate(fd, 10), 0);
	create();
	ck_assert_uint_eq(stream.number, 0);
	close(fd);
}
END_TEST

/* Who made it died before it was one, or was of another version. */
START_TEST(a_stream_that_was_not_finished_gives_its_number_back)
{
	create();
	stream.shared->magic = 0;
	create();
	ck_assert_uint_eq(stream.number, 0);
}
END_TEST

/* One word of the head after the other is another than it was: what opens
 * must be fit for use all the same. */
START_TEST(a_damaged_head_is_refused_or_harmless)
{
	const size_t any = offsetof(struct pxt_stream_shared, log.path);
	const size_t behind = offsetof(struct pxt_stream_shared, window);
	const size_t end = offsetof(struct pxt_stream_shared, ring);
	static const uint64_t words[] = { 0, 1, UINT32_MAX, UINT64_MAX,
					  UINT64_C(1) << 63 };
	struct pxt_writer_self self = { .pid = 1, .tid = 1, .owner = 1 };
	static uint8_t data[PXT_FILTER_WORDS * 1000];
	uint8_t *head;

	create();
	head = (uint8_t *)stream.shared;
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	for (size_t at = 0; at < end; at += 4)
		for (size_t i = 0; i < 5; i++) {
			struct pxt_stream other;
			struct pxt_writer writer;
			uint64_t saved;
			int err;

			if (at >= any && at < behind) /* any path will do */
				continue;

			memcpy(&saved, head + at, 8);
			memcpy(head + at, &words[i], 8);
			err = open_it(&other);
			memcpy(head + at, &saved, 8);
			ck_assert(!err || err == EBADMSG || err == ESTALE);
			if (err)
				continue;
			pxt_writer_init(&writer, &other);
			pxt_writer_put(&writer, &self, PXT_EVENT_UNNAMED, 0,
				       data, sizeof(data));
			pxt_writer_fini(&writer);
			pxt_stream_close(&other);
		}
}
END_TEST

START_TEST(room_for_less_than_a_context_and_an_event_is_refused)
{
	struct pxt_stream other;

	create();
	stream.shared->geometry.room = (uint32_t)stream.attr.max_data;
	ck_assert_int_eq(open_it(&other), EBADMSG);
}
END_TEST

START_TEST(random_heads_are_no_streams)
{
	const size_t end = offsetof(struct pxt_stream_shared, log);
	struct pxt_stream other;
	uint8_t *head;

	create();
	head = (uint8_t *)stream.shared;
	srand(1);
	for (int i = 0; i < GARBAGE; i++) {
		for (size_t at = i % 2 ? 8 : 0; at < end; at++)
			head[at] = (uint8_t)rand();
		ck_assert_int_eq(open_it(&other), EBADMSG);
	}
}
END_TEST

/* Who may */

START_TEST(directory_and_files_are_the_owners_alone)
{
	struct stat st;
	int fd;

	ck_assert_int_eq(lstat(path, &st), 0);
	ck_assert(S_ISDIR(st.st_mode));
	ck_assert_uint_eq(st.st_mode & 07777, 0700);
	ck_assert_uint_eq(st.st_uid, geteuid());

	umask(0);
	create();
	fd = stream_file();
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	ck_assert_uint_eq(st.st_uid, geteuid());
	close(fd);
}
END_TEST

START_TEST(a_directory_open_to_others_is_refused)
{
	static const mode_t modes[] = { 0710, 0701, 0720, 0740, 0777 };
	int other;

	for (size_t i = 0; i < 5; i++) {
		ck_assert_int_eq(chmod(path, modes[i]), 0);
		ck_assert_int_eq(pxt_shm_directory(0, &other), EPERM);
	}
	ck_assert_int_eq(chmod(path, 0700), 0);
	ck_assert_int_eq(pxt_shm_directory(0, &other), 0);
	close(other);
}
END_TEST

START_TEST(a_directory_of_another_user_is_refused)
{
	int other;

	if (geteuid()) /* then root's will do */
		setenv("POSIXTRACE_DIR", "/root", 1);
	else
		ck_assert_int_eq(chown(path, 12345, 12345), 0);
	ck_assert_int_eq(pxt_shm_directory(0, &other), EPERM);
}
END_TEST

START_TEST(a_directory_behind_a_link_is_refused)
{
	char link[80];
	int other;

	snprintf(link, sizeof(link), "%s/link", root);
	ck_assert_int_eq(symlink(path, link), 0);
	setenv("POSIXTRACE_DIR", link, 1);
	ck_assert_int_eq(pxt_shm_directory(0, &other), EPERM);

	/* A link to nowhere is not filled in. */
	ck_assert_int_eq(unlink(link), 0);
	ck_assert_int_eq(symlink("/dev/shm/posixtrace-nowhere", link), 0);
	ck_assert_int_eq(pxt_shm_directory(0, &other), EPERM);
	ck_assert_int_ne(access("/dev/shm/posixtrace-nowhere", F_OK), 0);
}
END_TEST

START_TEST(a_file_in_the_directorys_place_is_refused)
{
	char file[80];
	int other;

	snprintf(file, sizeof(file), "%s/file", root);
	close(open(file, O_CREAT | O_RDWR, 0600));
	setenv("POSIXTRACE_DIR", file, 1);
	ck_assert_int_eq(pxt_shm_directory(0, &other), EPERM);
}
END_TEST

START_TEST(a_stream_open_to_others_is_refused)
{
	struct pxt_stream other;
	int fd;

	create();
	fd = stream_file();
	ck_assert_int_eq(fchmod(fd, 0660), 0);
	ck_assert_int_eq(open_it(&other), EPERM);
	ck_assert_int_eq(fchmod(fd, 0600), 0);
	if (!geteuid()) {
		ck_assert_int_eq(fchown(fd, 12345, 12345), 0);
		ck_assert_int_eq(open_it(&other), EPERM);
	}
	close(fd);
}
END_TEST

START_TEST(a_stream_behind_a_link_is_refused)
{
	struct pxt_stream other;

	create();
	ck_assert_int_eq(symlinkat("stream-0", dir, "stream-1"), 0);
	ck_assert_int_eq(pxt_stream_open(dir, 1, stream.nonce, &other), EPERM);

	/* Nor is it written to, or taken away, for the sake of a number. */
	create();
	ck_assert_uint_eq(stream.number, 2);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("stream_refusal");
	TCase *t = tcase_create("stream");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_file_that_has_grown_is_no_stream);
	tcase_add_test(t, a_file_of_garbage_gives_its_number_back);
	tcase_add_test(t, a_stream_that_was_not_finished_gives_its_number_back);
	tcase_add_test(t, a_damaged_head_is_refused_or_harmless);
	tcase_add_test(t, room_for_less_than_a_context_and_an_event_is_refused);
	tcase_add_test(t, random_heads_are_no_streams);
	tcase_add_test(t, directory_and_files_are_the_owners_alone);
	tcase_add_test(t, a_directory_open_to_others_is_refused);
	tcase_add_test(t, a_directory_of_another_user_is_refused);
	tcase_add_test(t, a_directory_behind_a_link_is_refused);
	tcase_add_test(t, a_file_in_the_directorys_place_is_refused);
	tcase_add_test(t, a_stream_open_to_others_is_refused);
	tcase_add_test(t, a_stream_behind_a_link_is_refused);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
