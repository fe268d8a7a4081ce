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

struct facts {
	uint64_t start, image, serial;
};

static struct facts facts_of_self(void)
{
	struct facts facts = { .start = 0 };

	ck_assert_int_eq(pxt_proc_own(&facts.start, &facts.image), 0);
	facts.serial = pxt_proc_serial(getpid());
	return facts;
}

/* It takes descriptors to find them out. */
START_TEST(facts_are_read_once)
{
	struct facts facts, again = { .start = 0 };
	struct rlimit some, none;
	struct pxt_proc self;
	uint64_t start = 0;

	keep_facts();
	facts = facts_of_self();
	ck_assert_int_eq(pxt_proc_read(getpid(), &self), 0);
	ck_assert_uint_eq(facts.start, self.start);
	ck_assert_uint_eq(facts.image, self.image);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &some), 0);
	none = some;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	pxt_proc_own(&again.start, &again.image);
	pxt_proc_start_time(getpid(), &start);
	again.serial = pxt_proc_serial(getpid());
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &some), 0);
	ck_assert_uint_eq(start, facts.start);
	ck_assert_uint_eq(again.start, facts.start);
	ck_assert_uint_eq(again.image, facts.image);
	ck_assert_uint_eq(again.serial, facts.serial);
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
	for (int fact = 0; fact < PXT_OWN_FACTS; fact++)
		if (pxt_own_fact((enum pxt_own_fact)fact))
			return 1;
	return 0;
}

START_TEST(a_child_knows_nothing_of_its_parent)
{
	keep_facts();
	facts_of_self();
	ck_assert_uint_ne(pxt_space_own(), 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_START), 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_IMAGE), 0);
	ck_assert_uint_ne(pxt_own_fact(PXT_OWN_SPACE), 0);
	ck_assert_int_eq(status_of_child(finds_nothing_kept, NULL), 0);
}
END_TEST

START_TEST(a_child_that_has_its_parents_memory_knows_nothing_either)
{
	pid_t child;
	int status;

	keep_facts();
	facts_of_self();
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

	tcase_add_test(t, facts_are_read_once);
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
