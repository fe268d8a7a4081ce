/* What a process knows of itself, and its children do not. */
#include <check.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/number_space.h"
#include "base/own_facts.h"
#include "base/proc.h"
#include "run.h"

enum { SKIPPED = 77 };

static void keep_facts(void)
{
	void *page =
		mmap(NULL, sizeof(struct pxt_own_facts), PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ck_assert(page != MAP_FAILED);
	ck_assert_int_eq(
		madvise(page, sizeof(struct pxt_own_facts), MADV_WIPEONFORK),
		0);
	pxt_own_facts_init(page);
}

static uint64_t start_of_self(void)
{
	uint64_t start = 0;

	ck_assert_int_eq(pxt_proc_start_time(getpid(), &start), 0);
	return start;
}

/* It takes a descriptor to find that out. */
START_TEST(a_start_is_read_once)
{
	struct rlimit some, none;
	uint64_t start, again = 0;

	keep_facts();
	start = start_of_self();
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &some), 0);
	none = some;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	pxt_proc_start_time(getpid(), &again);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &some), 0);
	ck_assert_uint_eq(again, start);
}
END_TEST

static int status_of_child(int (*run)(void *), void *argument)
{
	pid_t child = fork();
	int status;

	ck_assert_int_ge(child, 0);
	if (!child)
		_exit(run(argument));
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static int finds_nothing_kept(void *argument)
{
	(void)argument;
	return pxt_own_fact(PXT_OWN_START) || pxt_own_fact(PXT_OWN_SPACE);
}

START_TEST(a_child_knows_nothing_of_its_parent)
{
	keep_facts();
	start_of_self();
	ck_assert_uint_ne(pxt_space_own(), 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_START), 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_SPACE), 0);
	ck_assert_int_eq(status_of_child(finds_nothing_kept, NULL), 0);
}
END_TEST

START_TEST(a_child_that_has_its_parents_memory_knows_nothing_either)
{
	pid_t child;
	int status;

	keep_facts();
	start_of_self();
	child = vfork(); /* NOLINT: that is what is tested */
	if (!child)
		_exit(pxt_own_fact(PXT_OWN_START) != 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_START), 0);
}
END_TEST

static int is_in_another_space(void *argument)
{
	const uint64_t *outer = argument;

	return getpid() != 1 || pxt_space_own() == *outer;
}

/* As the first of its space it has its parent's number. */
static int be_first(void *argument)
{
	uint64_t space;

	(void)argument;
	keep_facts();
	space = pxt_space_own();
	if (getpid() != 1 || !space)
		return 1;
	if (unshare(CLONE_NEWPID))
		return SKIPPED;
	return status_of_child(is_in_another_space, &space);
}

static int leave_the_space(void *argument)
{
	(void)argument;
	if (unshare(CLONE_NEWPID) && unshare(CLONE_NEWUSER | CLONE_NEWPID))
		return SKIPPED;
	return status_of_child(be_first, NULL);
}

START_TEST(a_child_with_its_parents_number_has_its_own_space)
{
	const int status = status_of_child(leave_the_space, NULL);

	if (status == SKIPPED)
		skipped("a child with its parent's number: no namespaces to be "
			"had");
	else
		ck_assert_int_eq(status, 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("own facts");
	TCase *t = tcase_create("own facts");

	tcase_add_test(t, a_start_is_read_once);
	tcase_add_test(t, a_child_knows_nothing_of_its_parent);
	tcase_add_test(
		t, a_child_that_has_its_parents_memory_knows_nothing_either);
	tcase_add_test(t, a_child_with_its_parents_number_has_its_own_space);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
