#include <check.h>
#include <dirent.h>
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

#include "base/shm.h"
#include "stream/names.h"
#include "run.h"
#include "sanitizers.h"

enum {
	MANY = 4,
	NAMES = 200,
	LAST = PXT_EVENT_END - 1,
};

static int dir;
static struct pxt_names names;

static void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_names_create(dir, &names), 0);
}

static void teardown(void)
{
	pxt_names_remove(dir, names.id);
	pxt_names_close(&names);
	close(dir);
}

static uint32_t add(const char *name)
{
	uint32_t type = 0;

	ck_assert_int_eq(pxt_names_add(&names, name, &type), 0);
	return type;
}

static void number_name(unsigned number, char *name)
{
	snprintf(name, 32, "event number %u", number);
}

/* As long as can be, and all of one length. */
static void long_name(unsigned number, char *name)
{
	memset(name, 'x', TRACE_EVENT_NAME_MAX);
	name[TRACE_EVENT_NAME_MAX] = '\0';
	name[sprintf(name, "%04u", number)] = '-';
}

static void assert_name(const struct pxt_names *where, uint32_t type,
			const char *wanted)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	ck_assert(pxt_names_has(where, type));
	ck_assert_int_eq(pxt_names_get(where, type, name), 0);
	ck_assert_str_eq(name, wanted);
}

static void assert_no_name(const struct pxt_names *where, uint32_t type)
{
	char name[TRACE_EVENT_NAME_MAX + 1] = "untouched";

	ck_assert(!pxt_names_has(where, type));
	ck_assert_int_eq(pxt_names_get(where, type, name), EINVAL);
	ck_assert_str_eq(name, "untouched");
}

/* The file */

static void file_name(char *name)
{
	sprintf(name, "names-%016llx", (unsigned long long)names.id);
}

static int open_file(void)
{
	char name[64];
	int fd;

	file_name(name);
	fd = openat(dir, name, O_RDWR);
	ck_assert_int_ge(fd, 0);
	return fd;
}

START_TEST(two_who_open_one_file_share_it)
{
	struct pxt_names other;

	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), 0);
	ck_assert_uint_eq(other.id, names.id);
	ck_assert_ptr_ne(other.shared, names.shared);
	assert_no_name(&other, PXT_EVENT_USER_FIRST);
	add("one");
	assert_name(&other, PXT_EVENT_USER_FIRST, "one");
	pxt_names_close(&other);
	pxt_names_close(&other);
}
END_TEST

START_TEST(each_file_has_an_id_of_its_own)
{
	struct pxt_names other;

	ck_assert_int_eq(pxt_names_create(dir, &other), 0);
	ck_assert_uint_ne(names.id, 0);
	ck_assert_uint_ne(other.id, 0);
	ck_assert_uint_ne(other.id, names.id);
	add("one");
	assert_no_name(&other, PXT_EVENT_USER_FIRST);
	pxt_names_remove(dir, other.id);
	pxt_names_close(&other);
}
END_TEST

START_TEST(a_file_of_names_is_known_by_its_name)
{
	static const char *const others[] = {
		"",
		"names",
		"names-",
		"names-x",
		"1-2",
		"names-12345678901234x6",
		"stream-1",
		".",
		"Names-0000000000000001",
		"xnames-0000000000000001",
	};
	char name[64];

	file_name(name);
	ck_assert_uint_eq(pxt_names_id(name), names.id);
	ck_assert_uint_eq(pxt_names_id("names-fedcba9876543211"),
			  UINT64_C(0xfedcba9876543211));
	ck_assert_uint_eq(pxt_names_id("names-0000000000000001"), 1);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		ck_assert_uint_eq(pxt_names_id(others[i]), 0);
}
END_TEST

START_TEST(the_file_is_the_owners_alone)
{
	struct stat st;
	int fd;

	umask(0);
	teardown();
	setup();
	fd = open_file();
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_uint_eq(st.st_mode & 07777, 0600);
	ck_assert_uint_eq(st.st_uid, geteuid());
	close(fd);
}
END_TEST

START_TEST(only_what_is_used_takes_memory)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct stat st;
	int fd = open_file();

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_lt(st.st_blocks * 512, 65536);
	for (unsigned i = 0; i < 16; i++) {
		long_name(i, name);
		add(name);
	}
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_lt(st.st_blocks * 512, 65536 + 16 * 4096);
	close(fd);
}
END_TEST

START_TEST(a_file_that_was_removed_serves_those_who_have_it)
{
	struct pxt_names other;

	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), 0);
	pxt_names_remove(dir, names.id);
	add("one");
	assert_name(&other, PXT_EVENT_USER_FIRST, "one");
	pxt_names_close(&other);
	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), ENOENT);
	pxt_names_remove(dir, names.id);
}
END_TEST

START_TEST(a_file_of_another_version_is_refused)
{
	struct pxt_names other;

	names.shared->magic++;
	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), EBADMSG);
}
END_TEST

START_TEST(a_file_of_another_length_is_refused)
{
	const off_t whole = sizeof(struct pxt_names_shared);
	const off_t lengths[] = { whole + 1, whole - 1, 100, 1, 0 };
	struct pxt_names other;
	int fd = open_file();

	for (size_t i = 0; i < 5; i++) {
		ck_assert_int_eq(ftruncate(fd, lengths[i]), 0);
		ck_assert_int_eq(pxt_names_open(dir, names.id, &other),
				 EBADMSG);
	}
	close(fd);
}
END_TEST

START_TEST(a_link_in_place_of_the_file_is_refused)
{
	struct pxt_names other;
	char name[64];

	file_name(name);
	pxt_names_remove(dir, names.id);
	ck_assert_int_eq(symlinkat("/dev/zero", dir, name), 0);
	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), EPERM);
}
END_TEST

START_TEST(a_file_open_to_others_is_refused)
{
	struct pxt_names other;
	int fd = open_file();

	ck_assert_int_eq(fchmod(fd, 0660), 0);
	ck_assert_int_eq(pxt_names_open(dir, names.id, &other), EPERM);
	close(fd);
}
END_TEST

/* Names and types */

START_TEST(a_name_has_one_type)
{
	uint32_t type = add("fish");

	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(add("fish"), type);
	ck_assert_uint_eq(add("fis"), type + 1);
	ck_assert_uint_eq(add(""), type + 2);
	ck_assert_uint_eq(add("fisH"), type + 3);
	ck_assert_uint_eq(add("fish "), type + 4);
	ck_assert_uint_eq(add(""), type + 2);
	assert_name(&names, type, "fish");
	assert_name(&names, type + 1, "fis");
	assert_name(&names, type + 2, "");
	assert_name(&names, type + 3, "fisH");
	assert_name(&names, type + 4, "fish ");
}
END_TEST

START_TEST(what_is_no_type_has_no_name)
{
	add("one");
	assert_no_name(&names, 0);
	assert_no_name(&names, PXT_EVENT_UNNAMED);
	assert_no_name(&names, PXT_EVENT_USER_FIRST - 1);
	assert_no_name(&names, PXT_EVENT_USER_FIRST + 1);
	assert_no_name(&names, LAST);
	assert_no_name(&names, PXT_EVENT_END);
	assert_no_name(&names, UINT32_MAX);
}
END_TEST

START_TEST(who_looks_for_a_name_does_not_make_it)
{
	uint32_t type = 7;

	ck_assert_int_eq(pxt_names_find(&names, "one", &type), ENOENT);
	ck_assert_uint_eq(type, 7);
	assert_no_name(&names, PXT_EVENT_USER_FIRST);
	add("two");
	ck_assert_int_eq(pxt_names_find(&names, "one", &type), ENOENT);
	add("one");
	ck_assert_int_eq(pxt_names_find(&names, "one", &type), 0);
	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST + 1);
	assert_no_name(&names, PXT_EVENT_USER_FIRST + 2);
}
END_TEST

START_TEST(the_longest_name_fits)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	long_name(1, name);
	assert_name(&names, add(name), name);
}
END_TEST

/* So many of one length that some have one hash. */
START_TEST(every_type_that_an_event_may_have_takes_a_name)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type = 7;

	for (unsigned i = 0; i < PXT_NAMES_MAX; i++) {
		long_name(i, name);
		ck_assert_uint_eq(add(name), PXT_EVENT_USER_FIRST + i);
	}
	ck_assert_uint_eq(PXT_EVENT_USER_FIRST + PXT_NAMES_MAX, PXT_EVENT_END);
	ck_assert_int_eq(pxt_names_add(&names, "new", &type), ENOSPC);
	ck_assert_int_eq(pxt_names_find(&names, "new", &type), ENOENT);
	ck_assert_uint_eq(type, 7);

	for (unsigned i = 0; i < PXT_NAMES_MAX; i++) {
		long_name(i, name);
		ck_assert_int_eq(pxt_names_find(&names, name, &type), 0);
		ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST + i);
		assert_name(&names, type, name);
	}
	ck_assert_uint_eq(add(name), LAST);
}
END_TEST

/* At once */

/* Types by name, as each of many saw them. */
struct findings {
	pthread_barrier_t barrier;
	uint32_t type[MANY][NAMES];
};
static struct findings *findings;

static void share_findings(void)
{
	pthread_barrierattr_t attr;

	findings = mmap(NULL, sizeof(*findings), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(findings, MAP_FAILED);
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	ck_assert_int_eq(pthread_barrier_init(&findings->barrier, &attr, MANY),
			 0);
}

/* Each name at the same moment as all the others. */
static void add_all(struct pxt_names *mine, unsigned who)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		pthread_barrier_wait(&findings->barrier);
		if (pxt_names_add(mine, name, &findings->type[who][i]))
			findings->type[who][i] = 0;
	}
}

/* Neither is a name twice there, nor is a type without. */
static void check_findings(void)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&names, PXT_EVENT_USER_FIRST + i, name);
		for (int who = 0; who < MANY; who++)
			ck_assert_uint_eq(findings->type[who][i],
					  PXT_EVENT_USER_FIRST + i);
	}
	assert_no_name(&names, PXT_EVENT_USER_FIRST + NAMES);
}

static void *add_all_as_thread(void *who)
{
	add_all(&names, (unsigned)(uintptr_t)who);
	return NULL;
}

START_TEST(threads_that_add_one_name_at_once_get_one_type)
{
	pthread_t thread[MANY];

	share_findings();
	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, add_all_as_thread, (void *)i);
	for (int i = 0; i < MANY; i++)
		pthread_join(thread[i], NULL);
	check_findings();
}
END_TEST

static void add_all_as_process(unsigned who)
{
	struct pxt_names mine;

	if (pxt_names_open(dir, names.id, &mine))
		abort();
	add_all(&mine, who);
	_exit(0);
}

START_TEST(processes_that_add_one_name_at_once_get_one_type)
{
	pid_t child[MANY];
	int status;

	share_findings();
	for (unsigned i = 0; i < MANY; i++) {
		child[i] = fork();
		if (!child[i])
			add_all_as_process(i);
	}
	for (int i = 0; i < MANY; i++) {
		ck_assert_int_eq(waitpid(child[i], &status, 0), child[i]);
		ck_assert_int_eq(status, 0);
	}
	check_findings();
}
END_TEST

/* Different ones, each until there is no more room: the types are shared
 * among all, and none is left over or given twice. */
static void *add_own(void *argument)
{
	const unsigned who = (unsigned)(uintptr_t)argument;
	uintptr_t count = 0;
	char name[32];
	uint32_t type;

	for (;; count++) {
		snprintf(name, sizeof(name), "%u of %u", (unsigned)count, who);
		if (pxt_names_add(&names, name, &type))
			return (void *)count;
	}
}

START_TEST(all_types_are_given_to_many_who_want_them)
{
	uintptr_t sum = 0, count[MANY];
	pthread_t thread[MANY];
	char name[32];
	uint32_t type;

	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, add_own, (void *)i);
	for (int i = 0; i < MANY; i++) {
		void *result;

		pthread_join(thread[i], &result);
		count[i] = (uintptr_t)result;
		sum += count[i];
	}
	ck_assert_uint_eq(sum, PXT_NAMES_MAX);
	for (unsigned who = 0; who < MANY; who++)
		for (unsigned i = 0; i < count[who]; i++) {
			snprintf(name, sizeof(name), "%u of %u", i, who);
			ck_assert_int_eq(pxt_names_find(&names, name, &type),
					 0);
			assert_name(&names, type, name);
		}
}
END_TEST

/* Were the text of each who loses a race left behind, there might not be room
 * for the names of all. */
static void *add_long(void *unused)
{
	const unsigned count = SANITIZED ? NAMES : PXT_NAMES_MAX;
	char name[TRACE_EVENT_NAME_MAX + 1];
	uintptr_t err = 0;
	uint32_t type;

	for (unsigned i = 0; i < count; i++) {
		long_name(i, name);
		if (pxt_names_add(&names, name, &type))
			err = 1;
	}
	(void)unused;
	return (void *)err;
}

START_TEST(races_for_long_names_leave_room_for_all)
{
	pthread_t thread[MANY];

	for (int i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, add_long, NULL);
	for (int i = 0; i < MANY; i++) {
		void *err;

		pthread_join(thread[i], &err);
		ck_assert_ptr_null(err);
	}
}
END_TEST

START_TEST(a_text_that_finds_no_entry_gives_its_room_back)
{
	uint32_t before, type;

	for (unsigned i = 0; i < PXT_NAMES_MAX; i++)
		atomic_store(&names.shared->entry[i], UINT64_MAX);
	before = atomic_load(&names.shared->top);
	ck_assert_int_eq(pxt_names_add(&names, "new", &type), ENOSPC);
	ck_assert_uint_eq(atomic_load(&names.shared->top), before);
}
END_TEST

/* Damage */

START_TEST(a_damaged_entry_is_no_name)
{
	static const uint64_t damaged[] = {
		UINT64_MAX,
		/* longer than a name may be */
		UINT64_C(1) << 63 | (TRACE_EVENT_NAME_MAX + 1) << 16,
		/* beyond the text, and one byte of it */
		UINT64_C(1) << 63 | UINT64_C(0xffffff) << 32 | 16 << 16,
		UINT64_C(1) << 63 | (uint64_t)(PXT_NAMES_TEXT - 15) << 32 |
			16 << 16,
	};
	const uint64_t shorter = UINT64_C(2) << 16;
	uint32_t type = add("sound");
	uint64_t entry = atomic_load(&names.shared->entry[0]);

	for (size_t i = 0; i < sizeof(damaged) / sizeof(*damaged); i++) {
		atomic_store(&names.shared->entry[0], damaged[i]);
		assert_no_name(&names, type);
		ck_assert_uint_eq(add("sound"), type + 1);
	}
	/* "sou", with the hash of "sound"; an empty name of a wrong one. */
	atomic_store(&names.shared->entry[0], entry - shorter);
	assert_name(&names, type, "sou");
	ck_assert_uint_eq(add("sound"), type + 1);
	atomic_store(&names.shared->entry[0], 1);
	ck_assert_uint_eq(add("sound"), type + 1);
	ck_assert_uint_eq(add(""), type + 2);
}
END_TEST

START_TEST(without_room_for_its_text_a_name_is_refused)
{
	const uint32_t tops[] = { UINT32_MAX, PXT_NAMES_TEXT + 1,
				  PXT_NAMES_TEXT - 2 };
	uint32_t type = 7;

	for (size_t i = 0; i < sizeof(tops) / sizeof(*tops); i++) {
		atomic_store(&names.shared->top, tops[i]);
		ck_assert_int_eq(pxt_names_add(&names, "new", &type), ENOMEM);
		ck_assert_uint_eq(atomic_load(&names.shared->top), tops[i]);
		assert_no_name(&names, PXT_EVENT_USER_FIRST);
	}
	ck_assert_uint_eq(type, 7);
	atomic_store(&names.shared->top, PXT_NAMES_TEXT - 3);
	assert_name(&names, add("new"), "new");
}
END_TEST

/* Copies */

static struct pxt_names copy;

static void make_copy(void)
{
	ck_assert_int_eq(pxt_names_create(dir, &copy), 0);
	pxt_names_remove(dir, copy.id);
}

START_TEST(a_copy_has_the_names_in_their_order)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		add(name);
	}
	make_copy();
	pxt_names_copy(&copy, &names);
	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&copy, PXT_EVENT_USER_FIRST + i, name);
	}
	assert_no_name(&copy, PXT_EVENT_USER_FIRST + NAMES);
	pxt_names_copy(&copy, &names);
	assert_no_name(&copy, PXT_EVENT_USER_FIRST + NAMES);
	pxt_names_close(&copy);
}
END_TEST

START_TEST(a_copy_and_its_original_go_separate_ways)
{
	uint32_t type;

	add("both");
	make_copy();
	pxt_names_copy(&copy, &names);
	add("original");
	ck_assert_int_eq(pxt_names_add(&copy, "copy", &type), 0);
	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST + 1);
	assert_name(&copy, type, "copy");
	assert_name(&names, type, "original");
	pxt_names_close(&copy);
}
END_TEST

START_TEST(a_copy_of_nothing_is_empty)
{
	make_copy();
	pxt_names_copy(&copy, &names);
	assert_no_name(&copy, PXT_EVENT_USER_FIRST);
	pxt_names_close(&copy);
}
END_TEST

/* Names behind it would get other types. */
START_TEST(a_copy_ends_where_the_original_is_damaged)
{
	for (unsigned i = 0; i < 3; i++) {
		char name[32];

		number_name(i, name);
		add(name);
	}
	atomic_store(&names.shared->entry[1], UINT64_MAX);
	make_copy();
	pxt_names_copy(&copy, &names);
	assert_name(&copy, PXT_EVENT_USER_FIRST, "event number 0");
	assert_no_name(&copy, PXT_EVENT_USER_FIRST + 1);
	pxt_names_close(&copy);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("names");
	TCase *t = tcase_create("names");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, two_who_open_one_file_share_it);
	tcase_add_test(t, each_file_has_an_id_of_its_own);
	tcase_add_test(t, a_file_of_names_is_known_by_its_name);
	tcase_add_test(t, the_file_is_the_owners_alone);
	tcase_add_test(t, only_what_is_used_takes_memory);
	tcase_add_test(t, a_file_that_was_removed_serves_those_who_have_it);
	tcase_add_test(t, a_file_of_another_version_is_refused);
	tcase_add_test(t, a_file_of_another_length_is_refused);
	tcase_add_test(t, a_link_in_place_of_the_file_is_refused);
	tcase_add_test(t, a_file_open_to_others_is_refused);
	tcase_add_test(t, a_name_has_one_type);
	tcase_add_test(t, what_is_no_type_has_no_name);
	tcase_add_test(t, who_looks_for_a_name_does_not_make_it);
	tcase_add_test(t, the_longest_name_fits);
	tcase_add_test(t, every_type_that_an_event_may_have_takes_a_name);
	tcase_add_test(t, threads_that_add_one_name_at_once_get_one_type);
	tcase_add_test(t, processes_that_add_one_name_at_once_get_one_type);
	tcase_add_test(t, all_types_are_given_to_many_who_want_them);
	tcase_add_test(t, races_for_long_names_leave_room_for_all);
	tcase_add_test(t, a_text_that_finds_no_entry_gives_its_room_back);
	tcase_add_test(t, a_damaged_entry_is_no_name);
	tcase_add_test(t, without_room_for_its_text_a_name_is_refused);
	tcase_add_test(t, a_copy_has_the_names_in_their_order);
	tcase_add_test(t, a_copy_and_its_original_go_separate_ways);
	tcase_add_test(t, a_copy_of_nothing_is_empty);
	tcase_add_test(t, a_copy_ends_where_the_original_is_damaged);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
