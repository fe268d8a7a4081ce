#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "stream/process.h"
#include "run.h"
#include "sanitizers.h"

enum { MANY = 4, NAMES = 200, IMAGES = 2000 };

static int dir;
static struct pxt_process process;
static uint64_t start;

static void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_proc_start_time(getpid(), &start), 0);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &process), 0);
}

static void teardown(void)
{
	pxt_process_remove(dir, &process);
	pxt_process_close(&process);
	close(dir);
}

static uint32_t open_name(const char *name)
{
	uint32_t type;

	ck_assert_int_eq(pxt_process_open_name(&process, name, &type), 0);
	return type;
}

static void number_name(unsigned number, char *name)
{
	snprintf(name, 32, "event number %u", number);
}

/* The file */

static void file_name(char *name)
{
	sprintf(name, "%d-%llu", (int)getpid(), (unsigned long long)start);
}

START_TEST(two_who_open_one_file_share_it)
{
	struct pxt_process other;

	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other), 0);
	ck_assert_ptr_ne(other.shared, process.shared);
	open_name("one");
	ck_assert(pxt_process_has_type(&other, PXT_EVENT_USER_FIRST));
	pxt_process_close(&other);
}
END_TEST

START_TEST(the_file_is_the_owners_alone)
{
	char name[64];
	struct stat st;

	file_name(name);
	ck_assert_int_eq(fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	ck_assert_uint_eq(st.st_uid, geteuid());
}
END_TEST

START_TEST(a_file_of_another_version_is_refused)
{
	struct pxt_process other;

	process.shared->magic++;
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other),
			 EBADMSG);
}
END_TEST

START_TEST(a_file_of_another_length_is_refused)
{
	struct pxt_process other;
	char name[64];
	int fd;

	file_name(name);
	fd = openat(dir, name, O_RDWR);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, 100), 0);
	close(fd);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other),
			 EBADMSG);
}
END_TEST

START_TEST(a_link_in_place_of_the_file_is_refused)
{
	struct pxt_process other;
	char name[64];

	file_name(name);
	pxt_process_remove(dir, &process);
	ck_assert_int_eq(symlinkat("/dev/zero", dir, name), 0);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &other),
			 EPERM);
}
END_TEST

START_TEST(all_who_make_one_file_at_once_get_it)
{
	pid_t child[MANY];

	pxt_process_remove(dir, &process);
	for (int i = 0; i < MANY; i++) {
		child[i] = fork();
		if (!child[i]) {
			struct pxt_process mine;

			_exit(pxt_process_open(dir, 1, 99, &mine) ||
			      pxt_process_add_stream(&mine, 1, 1));
		}
	}
	for (int i = 0; i < MANY; i++) {
		int status;

		waitpid(child[i], &status, 0);
		ck_assert_int_eq(status, 0);
	}
	pxt_process_close(&process);
	ck_assert_int_eq(pxt_process_open(dir, 1, 99, &process), 0);
	ck_assert_uint_eq(atomic_load(&process.shared->word) & 0xffff, MANY);
}
END_TEST

START_TEST(files_of_the_dead_are_swept)
{
	struct pxt_process other;
	pid_t child = fork();

	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	ck_assert_int_eq(pxt_process_open(dir, child, 5, &other), 0);
	pxt_process_close(&other);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start + 1, &other),
			 0);
	pxt_process_close(&other);
	close(openat(dir, "unlike-any", O_CREAT | O_RDWR, 0600));

	pxt_process_sweep(dir);
	ck_assert_int_eq(faccessat(dir, "unlike-any", F_OK, 0), 0);
	ck_assert_int_eq(unlinkat(dir, "unlike-any", 0), 0);
	for (int i = 0; i < 3; i++) {
		char name[64];

		sprintf(name, "%d-%llu", i ? (int)getpid() : (int)child,
			i == 0 ? 5 : (unsigned long long)start + (i == 1));
		ck_assert_int_eq(faccessat(dir, name, F_OK, 0),
				 i == 2 ? 0 : -1);
	}
}
END_TEST

/* Streams */

START_TEST(streams_are_added_and_dropped)
{
	uint64_t word = atomic_load(&process.shared->word);

	ck_assert(!pxt_process_traced(word));
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(pxt_process_add_stream(&process, i, i + 100),
				 0);
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99), EAGAIN);
	ck_assert(pxt_process_traced(atomic_load(&process.shared->word)));

	pxt_process_drop_stream(&process, 7, 7); /* not its nonce */
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99), EAGAIN);
	pxt_process_drop_stream(&process, 7, 107);
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99), 0);
	pxt_process_drop_stream(&process, 99, 99);
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		pxt_process_drop_stream(&process, i, i + 100);
	ck_assert(!pxt_process_traced(atomic_load(&process.shared->word)));
	ck_assert_uint_ne(atomic_load(&process.shared->word), word);
}
END_TEST

/* Names */

START_TEST(a_name_has_one_type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type = open_name("fish");

	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(open_name("fish"), type);
	ck_assert_uint_eq(open_name("fis"), type + 1);
	ck_assert_uint_eq(open_name(""), type + 2);
	ck_assert_int_eq(pxt_process_name(&process, type, name), 0);
	ck_assert_str_eq(name, "fish");
	ck_assert_int_eq(pxt_process_name(&process, type + 2, name), 0);
	ck_assert_str_eq(name, "");
	ck_assert_int_eq(pxt_process_name(&process, type + 3, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, 0, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, UINT32_MAX, name), EINVAL);
}
END_TEST

START_TEST(the_longest_name_fits)
{
	char name[TRACE_EVENT_NAME_MAX + 1], back[TRACE_EVENT_NAME_MAX + 1];

	memset(name, 'x', sizeof(name));
	name[TRACE_EVENT_NAME_MAX] = '\0';
	ck_assert_int_eq(pxt_process_name(&process, open_name(name), back), 0);
	ck_assert_str_eq(name, back);
}
END_TEST

START_TEST(beyond_the_limit_names_have_no_type_of_their_own)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	for (unsigned i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		memset(name, 'x', sizeof(name));
		name[TRACE_EVENT_NAME_MAX] = '\0';
		name[sprintf(name, "%u", i)] = '-';
		ck_assert_uint_eq(open_name(name), PXT_EVENT_USER_FIRST + i);
	}
	ck_assert_uint_eq(open_name("new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name(name), PXT_EVENT_END - 1);
}
END_TEST

/* Types by name, as each of many saw them. */
struct findings {
	uint32_t type[MANY][NAMES];
};
static struct findings *findings;

static void *open_all(void *argument)
{
	const uintptr_t who = (uintptr_t)argument;
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		unsigned which = (i + (unsigned)(who % 2) * 3) % NAMES;

		number_name(which, name);
		if (pxt_process_open_name(&process, name,
					  &findings->type[who][which]))
			findings->type[who][which] = 0;
	}
	return NULL;
}

static void check_findings(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1], wanted[32];

	for (unsigned i = 0; i < NAMES; i++) {
		for (int who = 1; who < MANY; who++)
			ck_assert_uint_eq(findings->type[who][i],
					  findings->type[0][i]);
		number_name(i, wanted);
		ck_assert_int_eq(pxt_process_name(&process,
						  findings->type[0][i], name),
				 0);
		ck_assert_str_eq(name, wanted);
	}
	ck_assert(!pxt_process_has_type(&process,
					PXT_EVENT_USER_FIRST + NAMES));
}

static void share_findings(void)
{
	findings = mmap(NULL, sizeof(*findings), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(findings, MAP_FAILED);
}

/* THR-04 */
START_TEST(threads_that_open_the_same_names_get_the_same_types)
{
	pthread_t thread[MANY];

	share_findings();
	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, open_all, (void *)i);
	for (int i = 0; i < MANY; i++)
		pthread_join(thread[i], NULL);
	check_findings();
}
END_TEST

START_TEST(processes_that_open_the_same_names_get_the_same_types)
{
	pid_t child[MANY];

	share_findings();
	for (uintptr_t i = 0; i < MANY; i++) {
		child[i] = fork();
		if (!child[i]) {
			open_all((void *)i);
			_exit(0);
		}
	}
	for (int i = 0; i < MANY; i++)
		waitpid(child[i], NULL, 0);
	check_findings();
}
END_TEST

/* Names as long as can be, so that text wasted in races would be missed. */
static void *open_long(void *unused)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type;
	uintptr_t err = 0;

	memset(name, 'x', sizeof(name));
	name[TRACE_EVENT_NAME_MAX] = '\0';
	for (unsigned i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		name[sprintf(name, "%u", i)] = '-';
		if (pxt_process_open_name(&process, name, &type) ||
		    type == PXT_EVENT_UNNAMED)
			err = 1;
	}
	(void)unused;
	return (void *)err;
}

START_TEST(races_for_long_names_leave_room_for_all)
{
	pthread_t thread[MANY];

	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, open_long, NULL);
	for (int i = 0; i < MANY; i++) {
		void *err;

		pthread_join(thread[i], &err);
		ck_assert_ptr_null(err);
	}
}
END_TEST

START_TEST(a_damaged_entry_is_no_name)
{
	static const uint64_t damaged[] = { 1, UINT64_MAX,
					    UINT64_C(0x8000000001000000),
					    UINT64_C(0x80ffffff00100000) };
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type = open_name("sound");

	for (size_t i = 0; i < 4; i++) {
		atomic_store(&process.shared->name[0], damaged[i]);
		/* 1 is offset and length 0: an empty name of a wrong hash. */
		if (i)
			ck_assert_int_eq(pxt_process_name(&process, type, name),
					 EINVAL);
		ck_assert_uint_eq(open_name("sound"), type + 1);
	}
	atomic_store(&process.shared->top, UINT32_MAX);
	ck_assert_int_eq(pxt_process_open_name(&process, "new", &type),
			 ENOMEM);
}
END_TEST

START_TEST(a_child_gets_the_names_in_their_order)
{
	struct pxt_process child;
	char name[TRACE_EVENT_NAME_MAX + 1], wanted[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, wanted);
		open_name(wanted);
	}
	ck_assert_int_eq(pxt_process_open(dir, 1, 98, &child), 0);
	pxt_process_copy_names(&child, &process);
	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, wanted);
		ck_assert_int_eq(pxt_process_name(&child,
						  PXT_EVENT_USER_FIRST + i,
						  name),
				 0);
		ck_assert_str_eq(name, wanted);
	}
	pxt_process_remove(dir, &child);
	pxt_process_close(&child);
}
END_TEST

/* The image */

static uint8_t image[PXT_PROCESS_IMAGE + 1];

START_TEST(an_image_comes_back_with_a_new_version)
{
	static const char text[] = "a program";
	uint32_t first, second;
	size_t len;

	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 ENODATA);
	pxt_process_set_image(&process, text, sizeof(text));
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(len, sizeof(text));
	ck_assert_mem_eq(image, text, len);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &second),
			 0);
	ck_assert_uint_eq(len, PXT_PROCESS_IMAGE);
	ck_assert_uint_ne(first, second);

	pxt_process_set_image(&process, image, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(pxt_process_get_image(&process, image, &len, &first),
			 0);
	ck_assert_uint_eq(first, second);
}
END_TEST

START_TEST(a_damaged_image_is_none)
{
	uint32_t version;
	size_t len;

	pxt_process_set_image(&process, "x", 2);
	atomic_store(&process.shared->image_length, PXT_PROCESS_IMAGE + 1);
	ck_assert_int_eq(
		pxt_process_get_image(&process, image, &len, &version),
		ENODATA);
	atomic_store(&process.shared->image_length, 1);
	atomic_fetch_add(&process.shared->image_version, 1);
	ck_assert_int_eq(
		pxt_process_get_image(&process, image, &len, &version),
		ENODATA);

	/* Its writer died: the next one starts afresh. */
	pxt_process_set_image(&process, "y", 2);
	ck_assert_int_eq(
		pxt_process_get_image(&process, image, &len, &version), 0);
}
END_TEST

static _Atomic bool over;

static void *keep_setting(void *unused)
{
	static uint8_t mine[3000];

	for (int i = 0; i < IMAGES; i++) {
		memset(mine, i & 0xff, sizeof(mine));
		pxt_process_set_image(&process, mine,
				      (size_t)(i & 0xff) * 10 + 1);
	}
	atomic_store(&over, true);
	return unused;
}

START_TEST(no_torn_image_is_read)
{
	unsigned whole = 0;
	pthread_t thread;
	uint32_t version;
	size_t len;

	if (!KNOWS_FENCES)
		return;
	pthread_create(&thread, NULL, keep_setting, NULL);
	for (bool last = false; !last;) {
		last = atomic_load(&over);
		if (pxt_process_get_image(&process, image, &len, &version))
			continue;
		whole++;
		for (size_t at = 0; at < len; at++)
			if (image[at] != image[0])
				ck_abort_msg("torn at %zu", at);
		if (len != image[0] * (size_t)10 + 1)
			ck_abort_msg("the length is another's");
	}
	pthread_join(thread, NULL);
	ck_assert_uint_gt(whole, 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("process");
	TCase *t = tcase_create("process");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, two_who_open_one_file_share_it);
	tcase_add_test(t, the_file_is_the_owners_alone);
	tcase_add_test(t, a_file_of_another_version_is_refused);
	tcase_add_test(t, a_file_of_another_length_is_refused);
	tcase_add_test(t, a_link_in_place_of_the_file_is_refused);
	tcase_add_test(t, all_who_make_one_file_at_once_get_it);
	tcase_add_test(t, files_of_the_dead_are_swept);
	tcase_add_test(t, streams_are_added_and_dropped);
	tcase_add_test(t, a_name_has_one_type);
	tcase_add_test(t, the_longest_name_fits);
	tcase_add_test(t, beyond_the_limit_names_have_no_type_of_their_own);
	tcase_add_test(t, threads_that_open_the_same_names_get_the_same_types);
	tcase_add_test(
		t, processes_that_open_the_same_names_get_the_same_types);
	tcase_add_test(t, races_for_long_names_leave_room_for_all);
	tcase_add_test(t, a_damaged_entry_is_no_name);
	tcase_add_test(t, a_child_gets_the_names_in_their_order);
	tcase_add_test(t, an_image_comes_back_with_a_new_version);
	tcase_add_test(t, a_damaged_image_is_none);
	tcase_add_test(t, no_torn_image_is_read);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
