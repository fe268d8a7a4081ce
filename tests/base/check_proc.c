#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/proc.h"
#include "run.h"

enum { NOBODY = 65534, MEBIBYTE = 1 << 20 };

static struct pxt_proc self;

/* A child that lives until it is let go. */
static int go[2], told[2];
static pid_t child;

static void setup(void)
{
	ck_assert_int_eq(pxt_proc_read(getpid(), &self), 0);
	ck_assert_int_eq(pipe(go), 0);
	ck_assert_int_eq(pipe(told), 0);
	child = -1;
}

static void end_child(void)
{
	close(go[1]);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

static void wait_to_end(void)
{
	char byte;

	close(go[1]);
	while (read(go[0], &byte, 1) > 0)
		;
	_exit(0);
}

static void make_child(void)
{
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child)
		wait_to_end();
}

static struct pxt_proc look_at(pid_t pid)
{
	struct pxt_proc proc;

	ck_assert_int_eq(pxt_proc_read(pid, &proc), 0);
	return proc;
}

/* Descriptors, to the last one; given back with the process that the test is. */
static void use_up_descriptors(void)
{
	const struct rlimit few = { .rlim_cur = 32, .rlim_max = 32 };

	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
	while (dup(0) >= 0)
		;
	ck_assert_int_eq(errno, EMFILE);
}

/* Whoever takes a process for dead clears away what that one still uses. */
START_TEST(without_descriptors_the_living_are_not_taken_for_dead)
{
	uint64_t start;
	pid_t living;

	make_child();
	living = child;
	use_up_descriptors();
	ck_assert_int_eq(pxt_proc_start_time(living, &start), EMFILE);
	ck_assert(pxt_proc_alive(living, 1));
	ck_assert(pxt_proc_is_still(living, 1));
	ck_assert(pxt_proc_thread_alive(living));
	ck_assert(pxt_proc_runs_image(living, 1, 1));

	end_child();
	ck_assert_int_eq(pxt_proc_start_time(living, &start), ESRCH);
	ck_assert(!pxt_proc_alive(living, 1));
	ck_assert(!pxt_proc_is_still(living, 1));
	ck_assert(!pxt_proc_thread_alive(living));
	ck_assert(!pxt_proc_runs_image(living, 1, 1));
}
END_TEST

START_TEST(a_process_tells_its_parent_and_when_it_began)
{
	struct pxt_proc other;
	uint64_t start;

	ck_assert_int_eq(self.parent, getppid());
	ck_assert_int_eq(pxt_proc_start_time(getpid(), &start), 0);
	ck_assert_uint_eq(self.start, start);
	ck_assert_uint_ne(self.start, 0);

	make_child();
	other = look_at(child);
	ck_assert_int_eq(other.parent, getpid());
	ck_assert_uint_ge(other.start, self.start);
	end_child();
}
END_TEST

/* It may hold what separates the fields, and what looks like them. */
START_TEST(a_name_does_not_mislead)
{
	static const char *const names[] = {
		") Z 1 2 3", "(", ")", "a) b) c)", " ", "", "\n) X 7",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct pxt_proc now;

		ck_assert_int_eq(prctl(PR_SET_NAME, names[i]), 0);
		now = look_at(getpid());
		ck_assert_int_eq(now.parent, self.parent);
		ck_assert_uint_eq(now.start, self.start);
		ck_assert_uint_eq(now.image, self.image);
	}
}
END_TEST

static void assert_gone(pid_t pid)
{
	struct pxt_proc proc = { .parent = 1, .start = 2, .image = 3 };
	uint64_t start = 4;
	uid_t owner;

	ck_assert_int_eq(pxt_proc_read(pid, &proc), ESRCH);
	ck_assert_int_eq(proc.parent, 1);
	ck_assert_uint_eq(proc.start, 2);
	ck_assert_uint_eq(proc.image, 3);
	ck_assert_int_eq(pxt_proc_start_time(pid, &start), ESRCH);
	ck_assert_uint_eq(start, 4);
	if (pid != child)
		ck_assert_int_eq(pxt_proc_owner(pid, &owner), ESRCH);
}

START_TEST(what_is_no_process_is_not_there)
{
	const pid_t none[] = { 0, -1, -getpid(), INT32_MAX, INT32_MIN };

	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++)
		assert_gone(none[i]);
}
END_TEST

START_TEST(who_has_ended_is_not_there_though_nobody_waited)
{
	struct pxt_proc before;
	siginfo_t info;

	make_child();
	before = look_at(child);
	ck_assert(pxt_proc_alive(child, before.start));
	ck_assert(pxt_proc_runs_image(child, before.start, before.image));

	close(go[1]);
	ck_assert_int_eq(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT),
			 0);
	assert_gone(child);
	ck_assert(!pxt_proc_alive(child, before.start));
	ck_assert(!pxt_proc_thread_alive(child));
	ck_assert(!pxt_proc_runs_image(child, before.start, before.image));
	ck_assert(!pxt_proc_runs_image(child, before.start, 0));

	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	assert_gone(child);
	ck_assert(!pxt_proc_alive(child, before.start));
}
END_TEST

START_TEST(the_start_tells_a_process_from_others_of_its_number)
{
	ck_assert(pxt_proc_alive(getpid(), self.start));
	ck_assert(!pxt_proc_alive(getpid(), self.start + 1));
	ck_assert(!pxt_proc_alive(getpid(), self.start - 1));
	ck_assert(!pxt_proc_alive(getpid(), 0));
	ck_assert(!pxt_proc_runs_image(getpid(), self.start + 1, self.image));
	ck_assert(!pxt_proc_runs_image(getpid(), self.start + 1, 0));
}
END_TEST

START_TEST(now_is_told_as_starts_are)
{
	uint64_t before, after;

	for (int i = 0; i < 5; i++) {
		before = pxt_proc_now();
		make_child();
		after = pxt_proc_now();
		ck_assert_uint_ge(look_at(child).start, before);
		ck_assert_uint_le(look_at(child).start, after);
		end_child();
		ck_assert_int_eq(pipe(go), 0);
	}
}
END_TEST

static bool first_thread_has_ended(void)
{
	char text[256] = "";
	FILE *file = fopen("/proc/self/stat", "re");
	const char *state;

	if (!file || !fgets(text, sizeof(text), file))
		_exit(1);
	fclose(file);
	state = strrchr(text, ')');
	return state && state[2] == 'Z';
}

static void *go_on_alone(void *unused)
{
	struct pxt_proc proc;
	uint64_t start;
	uid_t owner;

	while (!first_thread_has_ended())
		sched_yield();
	if (pxt_proc_thread_alive(getpid()) ||
	    !pxt_proc_thread_alive(gettid()) ||
	    pxt_proc_read(getpid(), &proc) ||
	    pxt_proc_start_time(getpid(), &start) || start != proc.start ||
	    !pxt_proc_alive(getpid(), start) ||
	    !pxt_proc_runs_image(getpid(), start, self.image) ||
	    pxt_proc_owner(getpid(), &owner) || owner != geteuid())
		_exit(1);
	_exit(0);
	return unused;
}

START_TEST(a_process_lives_as_long_as_one_of_its_threads)
{
	int status;

	child = fork();
	if (!child) {
		pthread_t thread;

		/* To root, root's are its own. */
		if (!geteuid() && (setresuid(NOBODY, NOBODY, NOBODY) ||
				   prctl(PR_SET_DUMPABLE, 1)))
			_exit(1);
		if (pthread_create(&thread, NULL, go_on_alone, NULL))
			_exit(1);
		pthread_exit(NULL);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

static _Atomic pid_t thread_id;

static void *live_until_let_go(void *unused)
{
	char byte;

	atomic_store(&thread_id, gettid());
	(void)!write(told[1], "x", 1);
	(void)!read(go[0], &byte, 1);
	return unused;
}

/* Who joins it may still find it listed, for a moment. */
START_TEST(a_thread_lives_until_it_ends)
{
	pthread_t thread;
	char byte;

	ck_assert(pxt_proc_thread_alive(gettid()));
	ck_assert(!pxt_proc_thread_alive(0));
	ck_assert(!pxt_proc_thread_alive(-gettid()));
	ck_assert(!pxt_proc_thread_alive(INT32_MAX));

	ck_assert_int_eq(pthread_create(&thread, NULL, live_until_let_go, NULL),
			 0);
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	ck_assert_int_ne(thread_id, getpid());
	ck_assert(pxt_proc_thread_alive(thread_id));
	close(go[1]);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	while (pxt_proc_thread_alive(thread_id))
		sched_yield();
}
END_TEST

/* Images */

START_TEST(a_thread_tells_its_name_and_a_process_its_program)
{
	char name[PXT_PROC_NAME], program[PXT_PROC_NAME];

	ck_assert(!pthread_setname_np(pthread_self(), "a name\nor two"));
	ck_assert_int_eq(pxt_proc_thread_name(getpid(), gettid(), name), 0);
	ck_assert_str_eq(name, "a name");
	ck_assert(!pthread_setname_np(pthread_self(), "fifteen bytes !"));
	ck_assert_int_eq(pxt_proc_thread_name(getpid(), gettid(), name), 0);
	ck_assert_str_eq(name, "fifteen bytes !");
	ck_assert_int_eq(pxt_proc_program(getpid(), program), 0);
	ck_assert(strstr(program, "check_proc"));

	ck_assert_int_eq(pxt_proc_thread_name(getpid(), 1, name), ESRCH);
	ck_assert_int_eq(pxt_proc_thread_name(getpid(), 0, name), ESRCH);
	ck_assert_int_eq(pxt_proc_thread_name(getpid(), -1, name), ESRCH);
	ck_assert_int_eq(pxt_proc_thread_name(-1, gettid(), name), ESRCH);
	ck_assert_int_eq(pxt_proc_program(0, program), ESRCH);
}
END_TEST

START_TEST(an_image_stays_while_the_program_runs)
{
	void *memory;

	ck_assert_uint_ne(self.image, 0);
	memory = malloc(64 * MEBIBYTE);
	ck_assert_ptr_nonnull(memory);
	ck_assert_ptr_ne(sbrk(MEBIBYTE), (void *)-1);
	ck_assert_uint_eq(look_at(getpid()).image, self.image);
	ck_assert(pxt_proc_runs_image(getpid(), self.start, self.image));
	ck_assert(!pxt_proc_runs_image(getpid(), self.start, self.image + 1));
	free(memory);
}
END_TEST

START_TEST(a_child_runs_its_parents_image)
{
	make_child();
	ck_assert_uint_eq(look_at(child).image, self.image);
	end_child();
}
END_TEST

/* cat: what it gives back, it runs. */
static void become_cat(void)
{
	close(go[1]);
	dup2(go[0], STDIN_FILENO);
	dup2(told[1], STDOUT_FILENO);
	execlp("cat", "cat", (char *)NULL);
	_exit(1);
}

START_TEST(a_process_that_executes_a_program_runs_another_image)
{
	struct pxt_proc before, after;
	char byte = 'x';

	child = fork();
	if (!child) {
		if (read(go[0], &byte, 1) == 1)
			become_cat();
		_exit(1);
	}
	before = look_at(child);
	ck_assert_uint_eq(before.image, self.image);

	ck_assert_int_eq(write(go[1], "go", 2), 2);
	ck_assert_int_eq(read(told[0], &byte, 1), 1);
	ck_assert_int_eq(byte, 'o');
	after = look_at(child);
	ck_assert_uint_eq(after.start, before.start);
	ck_assert_uint_ne(after.image, before.image);
	ck_assert_uint_ne(after.image, 0);

	ck_assert(pxt_proc_alive(child, before.start));
	ck_assert(!pxt_proc_runs_image(child, before.start, before.image));
	ck_assert(pxt_proc_runs_image(child, before.start, after.image));
	ck_assert(pxt_proc_runs_image(child, before.start, 0));
	end_child();
}
END_TEST

static bool addresses_are_random(void)
{
	char digit = '0';
	FILE *file = fopen("/proc/sys/kernel/randomize_va_space", "re");

	if (file) {
		if (fread(&digit, 1, 1, file) != 1)
			digit = '0';
		fclose(file);
	}
	return digit != '0' && !(personality(0xffffffff) & ADDR_NO_RANDOMIZE);
}

/* Without random addresses it cannot be told. */
START_TEST(the_same_program_once_more_is_another_image)
{
	uint64_t image;

	if (!addresses_are_random())
		return;
	child = fork();
	if (!child) {
		dup2(told[1], STDOUT_FILENO);
		execl("/proc/self/exe", "check_proc", "image", (char *)NULL);
		_exit(1);
	}
	ck_assert_int_eq(read(told[0], &image, sizeof(image)), sizeof(image));
	ck_assert_uint_ne(image, 0);
	ck_assert_uint_ne(image, self.image);
	end_child();
}
END_TEST

static int tell_image(void)
{
	struct pxt_proc proc;

	if (pxt_proc_read(getpid(), &proc) ||
	    write(STDOUT_FILENO, &proc.image, sizeof(proc.image)) !=
		    sizeof(proc.image))
		return EXIT_FAILURE;
	return EXIT_SUCCESS;
}

/* Only for root is there somebody whom it can become to find out. */
START_TEST(an_image_of_another_user_is_not_for_us_to_know)
{
	const pid_t parent = getpid();
	int status;

	if (geteuid())
		return;
	child = fork();
	if (!child) {
		struct pxt_proc proc;

		_exit(setresuid(NOBODY, NOBODY, NOBODY) ||
		      pxt_proc_read(parent, &proc) || proc.image ||
		      proc.start != self.start || proc.parent != self.parent ||
		      !pxt_proc_runs_image(parent, self.start, self.image) ||
		      !pxt_proc_runs_image(parent, self.start, 1) ||
		      pxt_proc_runs_image(parent, self.start + 1, self.image));
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

/* Who asks */

START_TEST(the_owner_is_the_effective_user)
{
	uid_t owner = 1;

	ck_assert_int_eq(pxt_proc_owner(getpid(), &owner), 0);
	ck_assert_uint_eq(owner, geteuid());
}
END_TEST

/* Who was root is nobody's, and who wants to be let alone. */
START_TEST(the_owner_of_a_protected_process_is_root)
{
	uid_t owner = 1, user = 1;

	ck_assert_int_eq(prctl(PR_SET_DUMPABLE, 0), 0);
	ck_assert_int_eq(pxt_proc_owner(getpid(), &owner), 0);
	ck_assert_uint_eq(owner, 0);
	ck_assert_int_eq(pxt_proc_user(getpid(), &user), 0);
	ck_assert_uint_eq(user, geteuid());
	if (geteuid())
		return;
	ck_assert_int_eq(setresuid(NOBODY, NOBODY, NOBODY), 0);
	ck_assert_int_eq(pxt_proc_owner(getpid(), &owner), 0);
	ck_assert_uint_eq(owner, 0);
	ck_assert_int_eq(pxt_proc_user(getpid(), &user), 0);
	ck_assert_uint_eq(user, NOBODY);
	ck_assert_int_eq(prctl(PR_SET_DUMPABLE, 1), 0);
	ck_assert_int_eq(pxt_proc_owner(getpid(), &owner), 0);
	ck_assert_uint_eq(owner, NOBODY);
}
END_TEST

START_TEST(each_process_has_a_serial_of_its_own)
{
	const uint64_t own = pxt_proc_serial(getpid());
	int status;

	if (!own) {
		skipped("serials: this kernel has none");
		return;
	}
	child = fork();
	if (!child)
		_exit(pxt_proc_serial(getpid()) == own ||
		      pxt_proc_serial(getppid()) != own);
	ck_assert_uint_ne(pxt_proc_serial(child), own);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	ck_assert_uint_eq(pxt_proc_serial(child), 0);
	ck_assert_uint_eq(pxt_proc_serial(getpid()), own);
}
END_TEST

static _Atomic bool passed;

static void *ask_while_cancelled(void *unused)
{
	struct pxt_proc proc;
	int state;

	pthread_cancel(pthread_self());
	if (pxt_proc_read(getpid(), &proc))
		return unused;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	atomic_store(&passed, state == PTHREAD_CANCEL_ENABLE);
	return unused;
}

START_TEST(asking_is_no_cancellation_point)
{
	pthread_t thread;

	ck_assert_int_eq(
		pthread_create(&thread, NULL, ask_while_cancelled, NULL), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	ck_assert(atomic_load(&passed));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("proc");
	TCase *t = tcase_create("proc");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_test(t,
		       without_descriptors_the_living_are_not_taken_for_dead);
	tcase_add_test(t, a_process_tells_its_parent_and_when_it_began);
	tcase_add_test(t, a_name_does_not_mislead);
	tcase_add_test(t, what_is_no_process_is_not_there);
	tcase_add_test(t, who_has_ended_is_not_there_though_nobody_waited);
	tcase_add_test(t, the_start_tells_a_process_from_others_of_its_number);
	tcase_add_test(t, now_is_told_as_starts_are);
	tcase_add_test(t, a_process_lives_as_long_as_one_of_its_threads);
	tcase_add_test(t, a_thread_lives_until_it_ends);
	tcase_add_test(t, a_thread_tells_its_name_and_a_process_its_program);
	tcase_add_test(t, an_image_stays_while_the_program_runs);
	tcase_add_test(t, a_child_runs_its_parents_image);
	tcase_add_test(t, a_process_that_executes_a_program_runs_another_image);
	tcase_add_test(t, the_same_program_once_more_is_another_image);
	tcase_add_test(t, an_image_of_another_user_is_not_for_us_to_know);
	tcase_add_test(t, the_owner_is_the_effective_user);
	tcase_add_test(t, the_owner_of_a_protected_process_is_root);
	tcase_add_test(t, each_process_has_a_serial_of_its_own);
	tcase_add_test(t, asking_is_no_cancellation_point);
	suite_add_tcase(s, t);
	return s;
}

/* With an argument: the program that tells its own image. */
int main(int argc, char **argv)
{
	(void)argv;
	return argc > 1 ? tell_image() : run_suite(suite());
}
