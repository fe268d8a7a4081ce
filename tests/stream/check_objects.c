#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/shm.h"
#include "little_space.h"
#include "run.h"
#include "sanitizers.h"
#include "stream/objects.h"

enum { THREADS = 4, EACH = 1000 };

static int dir;
static struct pxt_names names;
static struct pxt_object object, found;
static struct pxt_object_texts texts;
static pxt_object_handle handle;

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

static int add(pid_t pid, uint64_t address, const char *name)
{
	memset(&object, 0, sizeof(object));
	object.pid = (uint32_t)pid;
	object.address = address;
	object.since_ns = 1000;
	ck_assert_int_eq(pxt_object_set(&object, "mutex", name, "type=normal"),
			 0);
	return pxt_objects_add(&names, &object, &handle);
}

static void assert_name(const char *wanted)
{
	ck_assert_int_eq(pxt_objects_get(&names, handle, &found), 0);
	ck_assert_int_eq(pxt_object_get(&found, &texts), 0);
	ck_assert_str_eq(texts.name, wanted);
	ck_assert_str_eq(texts.kind, "mutex");
	ck_assert_str_eq(texts.details, "type=normal");
}

START_TEST(an_object_is_what_was_added)
{
	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	assert_name("jobs");
	ck_assert_int_eq(found.address, 0x1000);
	ck_assert_int_eq(found.pid, getpid());
	ck_assert_int_eq(found.since_ns, 1000);
	ck_assert_int_eq(found.until_ns, 0);
}
END_TEST

START_TEST(another_name_is_another_handle_of_the_same_object)
{
	pxt_object_handle old;

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	old = handle;
	ck_assert_int_eq(pxt_objects_rename(&names, &handle, "work"), 0);
	ck_assert_uint_ne(handle, old);
	assert_name("work");
	ck_assert_int_eq(found.since_ns, 1000);
	ck_assert_int_eq(pxt_objects_get(&names, old, &found), ESTALE);
	ck_assert_int_eq(pxt_objects_rename(&names, &old, "x"), ESTALE);
}
END_TEST

START_TEST(what_has_ended_is_still_to_be_seen)
{
	pxt_object_handle seen = 0;

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), 0);
	ck_assert_int_eq(found.until_ns, 0);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), ENODATA);
	pxt_objects_end(&names, handle, 2000);
	ck_assert_int_eq(pxt_objects_get(&names, handle, &found), ESTALE);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), 0);
	ck_assert_int_eq(found.until_ns, 2000);
	ck_assert(seen & PXT_OBJECT_ENDED);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), ENODATA);
}
END_TEST

START_TEST(each_change_is_counted)
{
	const uint32_t before = pxt_objects_changes(&names);

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_uint_eq(pxt_objects_changes(&names), before + 1);
	ck_assert_int_eq(pxt_objects_rename(&names, &handle, "work"), 0);
	ck_assert_uint_eq(pxt_objects_changes(&names), before + 2);
	pxt_objects_end(&names, handle, 2000);
	ck_assert_uint_eq(pxt_objects_changes(&names), before + 3);
}
END_TEST

/* As it is in the middle of a registration. */
static void assert_past_of_busy(void)
{
	names.shared->object[0].tag &= ~UINT64_C(2);
	ck_assert_uint_eq(pxt_objects_past(&names, 0), 1);
}

START_TEST(numbers_count_objects_and_not_their_names)
{
	pxt_object_handle seen = 0;

	ck_assert_uint_eq(pxt_objects_past(&names, 0), 0);
	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_uint_eq(pxt_objects_past(&names, 0), 0);
	/* More often than a serial has versions. */
	for (int i = 0; i < 1 << 15; i++)
		ck_assert_int_eq(pxt_objects_rename(&names, &handle, "work"),
				 0);
	ck_assert_uint_eq(pxt_objects_number(handle), 1);
	ck_assert_uint_eq(pxt_objects_past(&names, 0), 0);
	pxt_objects_end(&names, handle, 2000);
	for (int i = 0; i < PXT_OBJECTS_MAX; i++) {
		ck_assert_int_eq(add(getpid(), 0x1000, "more"), 0);
		pxt_objects_end(&names, handle, 3000);
	}
	ck_assert_uint_eq(pxt_objects_past(&names, 0), 1);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), 0);
	ck_assert_uint_eq(pxt_objects_number(seen), 2);
	assert_past_of_busy();
}
END_TEST

static void fill_up(pid_t pid)
{
	for (uint64_t i = 0; i < PXT_OBJECTS_MAX; i++)
		ck_assert_int_eq(add(pid, i, "one"), 0);
}

START_TEST(a_full_table_refuses_and_counts)
{
	pxt_object_handle last;

	fill_up(getpid());
	last = handle;
	ck_assert_int_eq(add(getpid(), 0x1000000, "more"), ENOSPC);
	ck_assert_uint_eq(pxt_objects_missed(&names), 1);
	handle = last;
	assert_name("one");
}
END_TEST

START_TEST(a_full_table_takes_what_has_ended_and_nothing_else)
{
	pxt_object_handle last, ended;

	fill_up(getpid());
	last = handle;
	ck_assert_int_eq(add(getpid(), 0x1000000, "more"), ENOSPC);
	/* Whatever the hand has passed, it comes again. */
	ended = last - 1;
	pxt_objects_end(&names, ended, 2000);
	for (int i = 0; i < PXT_OBJECTS_MAX / 512 + 1; i++)
		if (!add(getpid(), 0x1000000, "more"))
			break;
	assert_name("more");
	ck_assert_uint_ne(handle, ended);
	ck_assert_int_eq(pxt_objects_get(&names, ended, &found), ESTALE);
	handle = last;
	assert_name("one");
}
END_TEST

static pid_t dead_process(void)
{
	const pid_t pid = fork();

	if (!pid)
		_exit(0);
	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	return pid;
}

START_TEST(a_full_table_takes_what_the_dead_have_left)
{
	fill_up(dead_process());
	ck_assert_int_eq(add(getpid(), 0x1000000, "more"), 0);
	assert_name("more");
	ck_assert_uint_eq(pxt_objects_missed(&names), 0);
}
END_TEST

/* As it is in the middle of it: tags of a serial, a process, and 1. */
static void leave_busy(pid_t pid)
{
	for (int i = 0; i < PXT_OBJECTS_MAX; i++)
		names.shared->object[i].tag =
			UINT64_C(7) << 24 | (uint64_t)pid << 2 | 1;
}

START_TEST(a_full_table_takes_what_the_killed_had_in_hand)
{
	fill_up(getpid());
	leave_busy(dead_process());
	ck_assert_int_eq(add(getpid(), 0x1000000, "more"), 0);
	assert_name("more");
	leave_busy(getpid());
	ck_assert_int_eq(add(getpid(), 0x1000000, "more"), ENOSPC);
}
END_TEST

/* Two end it, and one of them is slow. */
START_TEST(what_has_ended_once_keeps_its_end)
{
	pxt_object_handle seen = 0;
	uint64_t live;

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	live = names.shared->object[0].tag;
	pxt_objects_end(&names, handle, 2000);
	/* As who was slow has seen it. */
	names.shared->object[0].tag = live;
	pxt_objects_end(&names, handle, 3000);
	ck_assert_int_eq(pxt_objects_look(&names, 0, &seen, &found), 0);
	ck_assert(seen & PXT_OBJECT_ENDED);
	ck_assert_int_eq(found.until_ns, 2000);
}
END_TEST

START_TEST(what_is_not_backed_is_not_looked_at)
{
	pxt_object_handle seen = 0;

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_uint_eq(names.shared->object_pages[0], 1);
	/* Its tag says that it lives, but the page is not to be touched. */
	names.shared->object[PXT_OBJECTS_PAGE].tag =
		names.shared->object[0].tag;
	ck_assert_int_eq(
		pxt_objects_look(&names, PXT_OBJECTS_PAGE, &seen, &found),
		ENODATA);
}
END_TEST

/* In the same word of bits, in the next one, and behind all. */
START_TEST(slots_without_memory_are_passed_over)
{
	const uint32_t page = PXT_OBJECTS_PAGE, far = 70 * page;

	ck_assert_uint_eq(pxt_objects_next(&names, 0), PXT_OBJECTS_MAX);
	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_uint_eq(pxt_objects_next(&names, 0), 0);
	ck_assert_uint_eq(pxt_objects_next(&names, page - 1), page - 1);
	ck_assert_uint_eq(pxt_objects_next(&names, page), PXT_OBJECTS_MAX);
	names.shared->object_pages[0] |= UINT64_C(1) << 5;
	names.shared->object_pages[1] = UINT64_C(1) << 6;
	ck_assert_uint_eq(pxt_objects_next(&names, page), 5 * page);
	ck_assert_uint_eq(pxt_objects_next(&names, 6 * page), far);
	ck_assert_uint_eq(pxt_objects_next(&names, far + page),
			  PXT_OBJECTS_MAX);
}
END_TEST

START_TEST(whatever_is_in_memory_is_checked)
{
	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	ck_assert_int_eq(pxt_objects_get(&names, handle, &found), 0);
	found.name = PXT_OBJECT_TEXT;
	ck_assert_int_eq(pxt_object_get(&found, &texts), EBADMSG);
	found.name = 4;
	found.text[6] = '\0';
	ck_assert_int_eq(pxt_object_get(&found, &texts), EBADMSG);
	found.kind = 0;
	ck_assert_int_eq(pxt_object_get(&found, &texts), EBADMSG);
	found.kind = PXT_OBJECT_KIND_MAX + 1;
	ck_assert_int_eq(pxt_object_get(&found, &texts), EBADMSG);
}
END_TEST

/* Each renames its own, while all look at all. */
static void *churn(void *argument)
{
	const uint64_t address = (uintptr_t)argument;
	struct pxt_object one = { .address = address }, seen;
	struct pxt_object_texts words;
	pxt_object_handle mine, other;
	char name[16];

	for (int i = 0; i < EACH; i++) {
		snprintf(name, sizeof(name), "%d", (int)address);
		pxt_object_set(&one, "mutex", name, name);
		if (pxt_objects_add(&names, &one, &mine))
			return "no room";
		for (uint32_t slot = 0; slot < 16; slot++) {
			other = 0;
			if (pxt_objects_look(&names, slot, &other, &seen))
				continue;
			snprintf(name, sizeof(name), "%d", (int)seen.address);
			if (pxt_object_get(&seen, &words) ||
			    strcmp(words.name, name) ||
			    strcmp(words.details, name))
				return "torn";
		}
		pxt_objects_end(&names, mine, i + 1);
	}
	return NULL;
}

START_TEST(nobody_sees_half_of_one)
{
	pthread_t thread[THREADS];
	void *wrong;

	for (uintptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, churn,
						(void *)(i + 1)),
				 0);
	for (int i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &wrong), 0);
		ck_assert_msg(!wrong, "%s", (char *)wrong);
	}
}
END_TEST

START_TEST(what_is_too_long_is_cut)
{
	char name[PXT_OBJECT_NAME_MAX + 1];

	memset(name, 'x', sizeof(name) - 1);
	memcpy(name, "begin", 5);
	memcpy(name + sizeof(name) - 4, "end", 4);
	ck_assert_int_eq(pxt_object_set(&object, "fd", name, "a=1 b=2"), 0);
	ck_assert_int_eq(pxt_object_get(&object, &texts), 0);
	ck_assert_uint_eq(strlen(texts.name), PXT_OBJECT_TEXT - 2);
	ck_assert_int_eq(strncmp(texts.name, "...x", 4), 0);
	ck_assert_str_eq(texts.name + strlen(texts.name) - 4, "xend");
	ck_assert_str_eq(texts.details, "");
	name[200] = '\0';
	ck_assert_int_eq(
		pxt_object_set(&object, "fd", name, "first=1 second=2"), 0);
	ck_assert_int_eq(pxt_object_get(&object, &texts), 0);
	ck_assert_str_eq(texts.name, name);
	ck_assert_str_eq(texts.details, "first=1");
}
END_TEST

START_TEST(what_no_object_has_is_refused)
{
	char kind[PXT_OBJECT_KIND_MAX + 2] = { 0 };

	memset(kind, 'k', sizeof(kind) - 1);
	ck_assert_int_eq(pxt_object_set(&object, NULL, "a", NULL), EINVAL);
	ck_assert_int_eq(pxt_object_set(&object, "", "a", NULL), EINVAL);
	ck_assert_int_eq(pxt_object_set(&object, kind, "a", NULL), EINVAL);
	kind[PXT_OBJECT_KIND_MAX] = '\0';
	ck_assert_int_eq(pxt_object_set(&object, kind, NULL, NULL), 0);
}
END_TEST

/* Names it has all the same. */
START_TEST(who_has_little_address_space_has_no_objects)
{
	struct pxt_names all = names;
	uint32_t type;

	ck_assert_int_eq(add(getpid(), 0x1000, "jobs"), 0);
	leave_space(40 << 20);
	ck_assert_int_eq(pxt_names_open(dir, all.id, &names), 0);
	ck_assert_uint_lt(names.length, all.length);
	ck_assert_int_eq(pxt_names_add(&names, "work", &type), 0);
	ck_assert_int_eq(pxt_names_find(&all, "work", &type), 0);

	ck_assert_int_eq(pxt_objects_get(&names, handle, &found), ESTALE);
	ck_assert_int_eq(pxt_objects_rename(&names, &handle, "x"), ESTALE);
	pxt_objects_end(&names, handle, 1);
	ck_assert_int_eq(add(getpid(), 0x2000, "more"), ENOMEM);
	ck_assert_uint_eq(pxt_objects_missed(&names), 1);
	pxt_names_close(&names);
	names = all;
	assert_name("jobs");
}
END_TEST

static Suite *objects_suite(void)
{
	Suite *suite = suite_create("objects");
	TCase *tcase = tcase_create("core");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, an_object_is_what_was_added);
	if (!SANITIZED)
		tcase_add_test(tcase,
			       who_has_little_address_space_has_no_objects);
	tcase_add_test(tcase,
		       another_name_is_another_handle_of_the_same_object);
	tcase_add_test(tcase, what_has_ended_is_still_to_be_seen);
	tcase_add_test(tcase, each_change_is_counted);
	tcase_add_test(tcase, numbers_count_objects_and_not_their_names);
	tcase_add_test(tcase, a_full_table_refuses_and_counts);
	tcase_add_test(tcase,
		       a_full_table_takes_what_has_ended_and_nothing_else);
	tcase_add_test(tcase, a_full_table_takes_what_the_dead_have_left);
	tcase_add_test(tcase, a_full_table_takes_what_the_killed_had_in_hand);
	tcase_add_test(tcase, what_has_ended_once_keeps_its_end);
	tcase_add_test(tcase, what_is_not_backed_is_not_looked_at);
	tcase_add_test(tcase, whatever_is_in_memory_is_checked);
	tcase_add_test(tcase, slots_without_memory_are_passed_over);
	tcase_add_test(tcase, nobody_sees_half_of_one);
	tcase_add_test(tcase, what_is_too_long_is_cut);
	tcase_add_test(tcase, what_no_object_has_is_refused);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(objects_suite());
}
