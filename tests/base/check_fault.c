/*
 * check_fault.c - files that are cut while they are mapped, and every other
 * SIGBUS
 *
 * Each test is a process of its own: the handler is not there before it maps
 * something.
 */
#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/shm.h"
#include "run.h"

enum {
	PAGE = 4096,
	PAGES = 5,
	LENGTH = PAGES * PAGE,
	MANY = 700,
	THREADS = 8,
};

static int make_file(void)
{
	int fd = memfd_create("shared", MFD_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(ftruncate(fd, LENGTH), 0);
	return fd;
}

static void cut(int fd, off_t length)
{
	ck_assert_int_eq(ftruncate(fd, length), 0);
}

/* One of ours, full of ones. */
static volatile uint8_t *map_ours(int fd)
{
	void *memory;

	ck_assert_int_eq(pxt_shm_map(fd, LENGTH, &memory), 0);
	memset(memory, 1, LENGTH);
	return memory;
}

/* One of the application's. */
static volatile uint8_t *map_theirs(int fd)
{
	void *memory =
		mmap(NULL, LENGTH, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	return memory;
}

static void assert_zeroes(const volatile uint8_t *memory)
{
	for (size_t i = 0; i < LENGTH; i++)
		ck_assert_uint_eq(memory[i], 0);
}

/* Ours */

START_TEST(what_is_cut_turns_into_zeroes)
{
	int fd = make_file();
	volatile uint8_t *memory = map_ours(fd);

	cut(fd, _i * PAGE);
	errno = ENOTTY;
	ck_assert_uint_eq(memory[LENGTH - 1], 0);
	ck_assert_int_eq(errno, ENOTTY);
	assert_zeroes(memory);
}
END_TEST

START_TEST(the_zeroes_can_be_written_to)
{
	int fd = make_file();
	volatile uint8_t *memory = map_ours(fd);

	cut(fd, 0);
	for (size_t i = 0; i < LENGTH; i++)
		memory[i] = (uint8_t)i;
	for (size_t i = 0; i < LENGTH; i++)
		ck_assert_uint_eq(memory[i], (uint8_t)i);
	pxt_shm_unmap((void *)(uintptr_t)memory, LENGTH);
}
END_TEST

START_TEST(other_mappings_stay_as_they_are)
{
	int fd[MANY / 100], last = MANY / 100 - 1;
	volatile uint8_t *memory[MANY / 100];

	for (int i = 0; i <= last; i++) {
		fd[i] = make_file();
		memory[i] = map_ours(fd[i]);
	}
	cut(fd[last / 2], 0);
	assert_zeroes(memory[last / 2]);
	for (int i = 0; i <= last; i++)
		ck_assert_uint_eq(memory[i][0], i != last / 2);
}
END_TEST

START_TEST(there_may_be_many)
{
	static volatile uint8_t *memory[MANY];
	int fd = make_file();

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < MANY; i++)
			memory[i] = map_ours(fd);
		if (!round)
			for (int i = 0; i < MANY; i++)
				pxt_shm_unmap((void *)(uintptr_t)memory[i],
					      LENGTH);
	}
	cut(fd, 0);
	for (int i = 0; i < MANY; i++)
		ck_assert_uint_eq(memory[i][i], 0);
}
END_TEST

static void *touch(void *memory)
{
	const volatile uint8_t *bytes = memory;
	uintptr_t sum = 0;

	for (size_t i = 0; i < LENGTH; i++)
		sum += bytes[i];
	return (void *)sum;
}

START_TEST(threads_may_touch_it_at_once)
{
	int fd = make_file();
	void *memory = (void *)(uintptr_t)map_ours(fd), *sum;
	pthread_t thread[THREADS];

	cut(fd, 0);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, touch, memory), 0);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &sum);
		ck_assert_ptr_null(sum);
	}
}
END_TEST

/* What a fork leaves to the child is as safe there. */
START_TEST(a_child_may_touch_it)
{
	int fd = make_file(), status;
	volatile uint8_t *memory = map_ours(fd);
	pid_t child;

	cut(fd, 0);
	child = fork();
	if (!child)
		_exit(memory[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

START_TEST(there_is_no_memory_behind_a_cut)
{
	int fd = make_file();
	volatile uint8_t *memory = map_ours(fd);

	cut(fd, PAGE);
	ck_assert_int_eq(pxt_shm_populate((void *)(uintptr_t)memory, PAGE), 0);
	ck_assert_int_eq(pxt_shm_populate((void *)(uintptr_t)memory, LENGTH),
			 ENOMEM);
}
END_TEST

START_TEST(what_is_abandoned_is_no_file_any_more)
{
	int fd = make_file();
	volatile uint8_t *memory = map_ours(fd);
	uint8_t byte;

	ck_assert_int_eq(pxt_fault_abandon((void *)(uintptr_t)memory, LENGTH),
			 0);
	assert_zeroes(memory);
	memory[0] = 7;
	ck_assert_int_eq(pread(fd, &byte, 1, 0), 1);
	ck_assert_uint_eq(byte, 1);
}
END_TEST

/* Every other */

static volatile uint8_t *cut_theirs(void)
{
	int fd = make_file();
	volatile uint8_t *memory = map_theirs(fd);

	cut(fd, 0);
	return memory;
}

static void be_guarded(void)
{
	map_ours(make_file());
}

static void touch_theirs(void)
{
	be_guarded();
	cut_theirs()[0] = 1;
}

/* Once it is unmapped, what comes to lie there is not ours. */
static void touch_what_was_ours(void)
{
	int fd = make_file();
	void *memory = (void *)(uintptr_t)map_ours(fd);

	pxt_shm_unmap(memory, LENGTH);
	if (mmap(memory, LENGTH, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
		 fd, 0) != memory)
		return;
	cut(fd, 0);
	*(volatile uint8_t *)memory = 1;
}

static void be_sent_one(void)
{
	be_guarded();
	kill(getpid(), SIGBUS);
}

static void touch_theirs_ignoring(void)
{
	signal(SIGBUS, SIG_IGN);
	touch_theirs();
}

static const struct {
	void (*act)(void);
} deadly[] = {
	{ touch_theirs },
	{ touch_what_was_ours },
	{ be_sent_one },
	{ touch_theirs_ignoring },
};

START_TEST(what_is_not_ours_ends_the_process)
{
	const struct rlimit no_core = { .rlim_cur = 0 };
	pid_t child;
	int status;

	child = fork();
	if (!child) {
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGBUS, SIG_DFL);
		deadly[_i].act();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status));
	ck_assert_int_eq(WTERMSIG(status), SIGBUS);
}
END_TEST

START_TEST(one_that_is_sent_is_ignored_by_who_ignores_it)
{
	signal(SIGBUS, SIG_IGN);
	be_guarded();
	ck_assert_int_eq(kill(getpid(), SIGBUS), 0);
}
END_TEST

static sigjmp_buf back;
static siginfo_t told;

static void jump_back(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	told = *info;
	siglongjmp(back, 1);
}

static void set_handler(int flags, void (*handler)(int, siginfo_t *, void *))
{
	struct sigaction action = {
		.sa_sigaction = handler,
		.sa_flags = SA_SIGINFO | flags,
	};

	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGUSR1);
	ck_assert_int_eq(sigaction(SIGBUS, &action, NULL), 0);
}

START_TEST(the_handler_before_gets_what_is_not_ours)
{
	int fd = make_file();
	volatile uint8_t *ours, *theirs;

	set_handler(0, jump_back);
	ours = map_ours(fd);
	theirs = cut_theirs();
	cut(fd, 0);
	if (!sigsetjmp(back, 1)) {
		theirs[PAGE] = 1;
		ck_abort_msg("nobody has noticed");
	}
	ck_assert_int_eq(told.si_code, BUS_ADRERR);
	ck_assert_ptr_eq(told.si_addr, (void *)(uintptr_t)&theirs[PAGE]);
	ck_assert_uint_eq(ours[0], 0);
}
END_TEST

static sigset_t mask;
static volatile sig_atomic_t calls;

static void note_mask(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)info;
	(void)context;
	calls++;
	pthread_sigmask(SIG_BLOCK, NULL, &mask);
}

START_TEST(the_handler_before_has_the_mask_it_asked_for)
{
	sigset_t now;

	set_handler(_i ? SA_NODEFER : 0, note_mask);
	be_guarded();
	raise(SIGBUS);
	ck_assert_int_eq(calls, 1);
	ck_assert(sigismember(&mask, SIGUSR1));
	ck_assert_int_eq(sigismember(&mask, SIGBUS), !_i);
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	ck_assert(!sigismember(&now, SIGUSR1));
	ck_assert(!sigismember(&now, SIGBUS));
}
END_TEST

static void note_number(int number)
{
	calls += number == SIGBUS;
}

START_TEST(the_handler_before_may_be_a_simple_one)
{
	signal(SIGBUS, note_number);
	be_guarded();
	raise(SIGBUS);
	raise(SIGBUS);
	ck_assert_int_eq(calls, 2);
}
END_TEST

START_TEST(a_handler_for_once_is_called_once)
{
	int status;
	pid_t child;

	set_handler((int)SA_RESETHAND, note_mask);
	be_guarded();
	raise(SIGBUS);
	ck_assert_int_eq(calls, 1);
	child = fork();
	if (!child) {
		raise(SIGBUS);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS);
}
END_TEST

START_TEST(a_handler_set_later_is_the_only_one)
{
	int fd = make_file();
	volatile uint8_t *ours = map_ours(fd);

	set_handler(0, jump_back);
	cut(fd, 0);
	if (!sigsetjmp(back, 1)) {
		ours[0] = 1;
		ck_abort_msg("it was not called");
	}
	ck_assert_ptr_eq(told.si_addr, (void *)(uintptr_t)ours);
}
END_TEST

/* Masks */

START_TEST(a_signal_waits_and_a_fault_does_not)
{
	int fd = make_file();
	volatile uint8_t *ours;
	sigset_t before, after;

	set_handler(0, note_mask);
	ours = map_ours(fd);
	cut(fd, 0);
	pxt_fault_block_others(&before);
	ck_assert_uint_eq(ours[0], 0);
	raise(SIGUSR1);
	raise(SIGBUS);
	ck_assert_int_eq(calls, 0);
	sigaddset(&before, SIGUSR1);
	pxt_fault_unblock_others(&before);
	ck_assert_int_eq(calls, 1);
	pthread_sigmask(SIG_BLOCK, NULL, &after);
	ck_assert(!sigismember(&after, SIGBUS));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("fault");
	TCase *t = tcase_create("ours");

	tcase_add_loop_test(t, what_is_cut_turns_into_zeroes, 0, PAGES);
	tcase_add_test(t, the_zeroes_can_be_written_to);
	tcase_add_test(t, other_mappings_stay_as_they_are);
	tcase_add_test(t, there_may_be_many);
	tcase_add_test(t, threads_may_touch_it_at_once);
	tcase_add_test(t, a_child_may_touch_it);
	tcase_add_test(t, there_is_no_memory_behind_a_cut);
	tcase_add_test(t, what_is_abandoned_is_no_file_any_more);
	suite_add_tcase(s, t);

	t = tcase_create("others");
	tcase_add_loop_test(t, what_is_not_ours_ends_the_process, 0,
			    sizeof(deadly) / sizeof(deadly[0]));
	tcase_add_test(t, one_that_is_sent_is_ignored_by_who_ignores_it);
	tcase_add_test(t, the_handler_before_gets_what_is_not_ours);
	tcase_add_loop_test(t, the_handler_before_has_the_mask_it_asked_for, 0,
			    2);
	tcase_add_test(t, the_handler_before_may_be_a_simple_one);
	tcase_add_test(t, a_handler_for_once_is_called_once);
	tcase_add_test(t, a_handler_set_later_is_the_only_one);
	tcase_add_test(t, a_signal_waits_and_a_fault_does_not);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
