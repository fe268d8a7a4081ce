/* check_process_names.c - names and types of a family of processes */
#include <check.h>
#include <errno.h>

#include "run.h"
#include "stream/processes.h"

static void number_name(unsigned number, char *name)
{
	snprintf(name, 32, "event number %u", number);
}

/* Names */

static void assert_name(struct pxt_process *where, uint32_t type,
			const char *wanted)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	ck_assert(pxt_process_has_type(where, type));
	ck_assert_int_eq(pxt_process_name(where, type, name), 0);
	ck_assert_str_eq(name, wanted);
}

START_TEST(a_name_has_one_type)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	uint32_t type = open_name("fish");

	ck_assert_uint_eq(type, PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(open_name("fish"), type);
	ck_assert_uint_eq(open_name("fis"), type + 1);
	ck_assert_uint_eq(open_name(""), type + 2);
	assert_name(&process, type, "fish");
	assert_name(&process, type + 2, "");
	ck_assert_int_eq(pxt_process_name(&process, type + 3, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, 0, name), EINVAL);
	ck_assert_int_eq(pxt_process_name(&process, UINT32_MAX, name), EINVAL);
	ck_assert(!pxt_process_has_type(&process, type + 3));
}
END_TEST

static void open_all_there_may_be(char which)
{
	char name[32];
	uint32_t type;

	for (unsigned i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		sprintf(name, "%c%u", which, i);
		type = open_name(name);
		ck_assert_uint_ge(type, PXT_EVENT_USER_FIRST);
		assert_name(&process, type, name);
	}
}

START_TEST(beyond_the_limit_names_have_no_type_of_their_own)
{
	open_all_there_may_be('a');
	ck_assert_uint_eq(open_name("new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("newer"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("a0"), PXT_EVENT_USER_FIRST);
	ck_assert_uint_eq(open_name("a1022"), PXT_EVENT_USER_FIRST + 1022);
	ck_assert(!pxt_process_has_type(&process, PXT_EVENT_USER_FIRST + 1023));
}
END_TEST

/* A type of its family counts once it opens it itself. */
START_TEST(the_limit_is_the_programs_not_the_familys)
{
	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	open_all_there_may_be('a');
	ck_assert_uint_eq(open_in(&heir, "b"), PXT_EVENT_USER_FIRST + 1023);
	ck_assert_uint_eq(open_in(&heir, "a3"), PXT_EVENT_USER_FIRST + 3);
	ck_assert_uint_eq(open_name("b"), PXT_EVENT_UNNAMED);
	let_heir_go();
}
END_TEST

START_TEST(a_family_that_has_all_types_gives_no_more)
{
	unsigned opened = 0;
	char name[32];

	/* So that forgetting does not begin another family. */
	pxt_process_add_stream(&process, 1, 1, 0);
	for (char which = 'a'; opened + PXT_EVENT_NAMED_MAX <= PXT_NAMES_MAX;
	     which++) {
		open_all_there_may_be(which);
		opened += PXT_EVENT_NAMED_MAX;
		pxt_process_forget_names(&process, dir);
	}
	for (; opened < PXT_NAMES_MAX; opened++) {
		number_name(opened, name);
		ck_assert_uint_eq(open_name(name),
				  PXT_EVENT_USER_FIRST + opened);
	}
	ck_assert_uint_eq(open_name("new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_name("a7"), PXT_EVENT_USER_FIRST + 7);
}
END_TEST

/* Types by name, as each of many saw them. */
struct findings {
	uint32_t type[MANY][NAMES];
};
static struct findings *findings;

static void open_all(struct pxt_process *mine, unsigned who)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		pthread_barrier_wait(barrier);
		if (pxt_process_open_name(mine, name, &findings->type[who][i]))
			findings->type[who][i] = 0;
	}
}

/* None is opened twice, and none has used up two places. */
static void check_findings(void)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&process, PXT_EVENT_USER_FIRST + i, name);
		for (int who = 0; who < MANY; who++)
			ck_assert_uint_eq(findings->type[who][i],
					  PXT_EVENT_USER_FIRST + i);
	}
	ck_assert(
		!pxt_process_has_type(&process, PXT_EVENT_USER_FIRST + NAMES));
	ck_assert_uint_ne(atomic_load(&process.shared->opened[NAMES - 1]), 0);
	ck_assert_uint_eq(atomic_load(&process.shared->opened[NAMES]), 0);
}

static void share_findings(void)
{
	make_barrier(MANY);
	findings = share(sizeof(*findings));
}

static void *open_all_as_thread(void *who)
{
	open_all(&process, (unsigned)(uintptr_t)who);
	return NULL;
}

/* THR-04 */
START_TEST(threads_that_open_one_name_at_once_get_one_type)
{
	pthread_t thread[MANY];

	process.dir = -1; /* as a process has its own file */
	share_findings();
	for (uintptr_t i = 0; i < MANY; i++)
		pthread_create(&thread[i], NULL, open_all_as_thread, (void *)i);
	for (int i = 0; i < MANY; i++)
		pthread_join(thread[i], NULL);
	check_findings();
}
END_TEST

static int open_all_as_process(unsigned who)
{
	struct pxt_process mine;

	if (pxt_process_find(dir, getppid(), start, &mine))
		abort();
	open_all(&mine, who);
	return 0;
}

START_TEST(processes_that_open_one_name_at_once_get_one_type)
{
	share_findings();
	make_children(open_all_as_process);
	wait_for_children();
	check_findings();
}
END_TEST

/* Families */

START_TEST(a_child_keeps_its_parents_types_in_a_family_of_its_own)
{
	char name[32];

	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		open_name(name);
	}
	make_heir();
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_ne(heir.names.id, process.names.id);
	for (unsigned i = 0; i < NAMES; i++) {
		number_name(i, name);
		assert_name(&heir, PXT_EVENT_USER_FIRST + i, name);
	}
	ck_assert_uint_eq(open_in(&heir, "child's"),
			  PXT_EVENT_USER_FIRST + NAMES);
	ck_assert_uint_eq(open_name("parent's"), PXT_EVENT_USER_FIRST + NAMES);
	assert_name(&heir, PXT_EVENT_USER_FIRST + NAMES, "child's");
	let_heir_go();
}
END_TEST

START_TEST(what_the_parent_opened_counts_for_the_child)
{
	open_all_there_may_be('a');
	make_heir();
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_eq(open_in(&heir, "new"), PXT_EVENT_UNNAMED);
	ck_assert_uint_eq(open_in(&heir, "a9"), PXT_EVENT_USER_FIRST + 9);
	let_heir_go();

	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	pxt_process_keep_names(&heir, &process);
	ck_assert_uint_eq(open_in(&heir, "new"), PXT_EVENT_UNNAMED);
	let_heir_go();
}
END_TEST

START_TEST(who_joins_a_family_shares_its_types)
{
	struct pxt_process observer;
	uint32_t type = open_name("before");
	uint64_t own;

	make_heir();
	open_other(1, NOBODYS_START, &observer);
	own = heir.names.id;
	open_in(&heir, "left behind");
	pxt_process_join_family(&heir, dir, &process.names);
	ck_assert_uint_eq(heir.names.id, process.names.id);
	ck_assert(!has_names(own));
	ck_assert_uint_eq(open_in(&heir, "before"), type);
	ck_assert_uint_eq(open_in(&heir, "child's"), type + 1);
	ck_assert_uint_eq(open_name("parent's"), type + 2);
	assert_name(&process, type + 1, "child's");
	assert_name(&heir, type + 2, "parent's");

	/* Who had its file open before goes over. */
	assert_name(&observer, type + 2, "parent's");
	ck_assert_uint_eq(observer.names.id, process.names.id);
	pxt_process_close(&observer);
	let_heir_go();
}
END_TEST

START_TEST(who_is_in_a_family_may_join_it_again)
{
	make_heir();
	for (int i = 0; i < 2; i++) {
		pxt_process_join_family(&heir, dir, &process.names);
		ck_assert_uint_eq(heir.names.id, process.names.id);
		ck_assert(has_names(process.names.id));
	}
	ck_assert_uint_eq(open_in(&heir, "one"), PXT_EVENT_USER_FIRST);
	let_heir_go();
}
END_TEST

START_TEST(a_family_that_is_gone_cannot_be_joined)
{
	uint64_t own;

	make_heir();
	own = heir.names.id;
	pxt_names_remove(dir, process.names.id);
	pxt_process_join_family(&heir, dir, &process.names);
	ck_assert_uint_eq(heir.names.id, own);
	ck_assert(has_names(own));
	ck_assert_uint_eq(open_in(&heir, "one"), PXT_EVENT_USER_FIRST);
	let_heir_go();
}
END_TEST

/* Of the family that nobody else ever joined, and of one that others did. */
START_TEST(the_first_of_a_family_to_go_leaves_the_names)
{
	uint64_t own;

	make_heir();
	own = heir.names.id;
	let_heir_go();
	ck_assert(!has_names(own));

	make_heir();
	pxt_process_join_family(&heir, dir, &process.names);
	let_heir_go();
	ck_assert(has_names(process.names.id));
	pxt_process_remove(dir, &process);
	ck_assert(has_names(process.names.id));
	sweep_later();
	ck_assert(!has_names(process.names.id));
}
END_TEST

/* Programs */

START_TEST(a_new_program_begins_a_family)
{
	struct pxt_process observer;
	uint32_t type = open_name("old");
	uint64_t old = process.names.id;

	open_other(getpid(), start, &observer);
	pxt_process_forget_names(&process, dir);
	ck_assert_uint_ne(process.names.id, old);
	ck_assert(!pxt_process_has_type(&process, type));
	ck_assert_uint_eq(open_name("new"), type);

	/* Who traces it finds out; who traced the old one keeps that. */
	assert_name(&observer, type, "new");
	ck_assert_uint_eq(open_in(&observer, "newer"), type + 1);
	assert_name(&process, type + 1, "newer");
	ck_assert(has_names(old));
	sweep_later();
	ck_assert(!has_names(old));
	pxt_process_close(&observer);
}
END_TEST

START_TEST(a_new_program_that_is_traced_stays_in_its_family)
{
	uint32_t type = open_name("old");
	uint64_t old = process.names.id;

	pxt_process_add_stream(&process, 1, 1, 0);
	pxt_process_forget_names(&process, dir);
	ck_assert_uint_eq(process.names.id, old);
	assert_name(&process, type, "old");
	ck_assert_uint_eq(open_name("new"), type + 1);
	ck_assert_uint_eq(open_name("old"), type);
}
END_TEST

START_TEST(a_new_program_has_all_names_for_itself)
{
	for (int traced = 0; traced < 2; traced++) {
		open_all_there_may_be((char)('a' + 2 * traced));
		ck_assert_uint_eq(open_name("more"), PXT_EVENT_UNNAMED);
		if (traced)
			pxt_process_add_stream(&process, 1, 1, 0);
		pxt_process_forget_names(&process, dir);
		open_all_there_may_be((char)('b' + 2 * traced));
		ck_assert_uint_eq(open_name("more"), PXT_EVENT_UNNAMED);
		pxt_process_forget_names(&process, dir);
	}
}
END_TEST

/* Its own file: nobody but the process itself changes the family. */
START_TEST(a_process_does_not_look_for_its_family_at_each_name)
{
	struct pxt_process observer;
	uint32_t type = open_name("old");

	open_other(getpid(), start, &observer);
	process.dir = -1;
	pxt_process_forget_names(&observer, dir);
	assert_name(&process, type, "old");
	process.dir = dir;
	ck_assert(!pxt_process_has_type(&process, type));
	pxt_process_close(&observer);
}
END_TEST

static TCase *families(void)
{
	TCase *t = new_case("families");

	tcase_add_test(t, a_name_has_one_type);
	tcase_add_test(t, beyond_the_limit_names_have_no_type_of_their_own);
	tcase_add_test(t, the_limit_is_the_programs_not_the_familys);
	tcase_add_test(t, a_family_that_has_all_types_gives_no_more);
	tcase_add_test(t, threads_that_open_one_name_at_once_get_one_type);
	tcase_add_test(t, processes_that_open_one_name_at_once_get_one_type);
	tcase_add_test(t,
		       a_child_keeps_its_parents_types_in_a_family_of_its_own);
	tcase_add_test(t, what_the_parent_opened_counts_for_the_child);
	tcase_add_test(t, who_joins_a_family_shares_its_types);
	tcase_add_test(t, who_is_in_a_family_may_join_it_again);
	tcase_add_test(t, a_family_that_is_gone_cannot_be_joined);
	tcase_add_test(t, the_first_of_a_family_to_go_leaves_the_names);
	tcase_add_test(t, a_new_program_begins_a_family);
	tcase_add_test(t, a_new_program_that_is_traced_stays_in_its_family);
	tcase_add_test(t, a_new_program_has_all_names_for_itself);
	tcase_add_test(t, a_process_does_not_look_for_its_family_at_each_name);
	return t;
}

int main(void)
{
	Suite *s = suite_create("process_names");
	suite_add_tcase(s, families());
	return run_suite(s);
}
