/*
 * signal_handlers.c - a program that handles signals in every way, and knows
 *nothing of tracing
 *
 *	signal_handlers
 *
 * What the functions give, and what handlers find, is compared with what POSIX
 * says. It prints "fine" and exits with 42.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrap/expectation.h"

static volatile sig_atomic_t simple_got, full_got, depth, on_stack;
static volatile int value;
static char *stack_begin, *stack_end;
static sigjmp_buf home;

static void simple(int signal)
{
	simple_got = signal;
	errno = EIO;
}

static void other(int signal)
{
	simple_got = -signal;
}

static void full(int signal, siginfo_t *info, void *context)
{
	char here;

	MUST(info->si_signo == signal && context);
	full_got = signal;
	value = info->si_value.sival_int;
	on_stack = &here >= stack_begin && &here < stack_end;
}

static void jump(int signal)
{
	siglongjmp(home, signal);
}

/* Of another handler inside of this one */
static void nest(int signal)
{
	depth++;
	if (depth < 3)
		MUST(!raise(depth == 1 ? SIGUSR2 : SIGHUP));
	MUST(signal);
}

static struct sigaction action_of(void (*handler)(int signal), int flags)
{
	struct sigaction action = { .sa_flags = flags };

	sigemptyset(&action.sa_mask);
	action.sa_handler = handler;
	return action;
}

static void act(void)
{
	struct sigaction action = action_of(simple, SA_RESTART), old;

	MUST(!sigaction(SIGUSR1, &action, &old));
	MUST(old.sa_handler == SIG_DFL);
	MUST(!raise(SIGUSR1) && simple_got == SIGUSR1);

	action = action_of(NULL, SA_SIGINFO);
	action.sa_sigaction = full;
	MUST(!sigaction(SIGUSR1, &action, &old));
	MUST(old.sa_handler == simple && old.sa_flags & SA_RESTART);
	MUST(!sigqueue(getpid(), SIGUSR1, (union sigval){ 4711 }));
	MUST(full_got == SIGUSR1 && value == 4711);
	MUST(!sigaction(SIGUSR1, NULL, &old));
	MUST(old.sa_sigaction == full && old.sa_flags & SA_SIGINFO);
	MUST(!sigaction(SIGUSR1, &old, NULL));
	MUST(!sigaction(SIGUSR1, NULL, &old) && old.sa_sigaction == full);

	action = action_of(simple, SA_RESETHAND);
	MUST(!sigaction(SIGUSR1, &action, NULL));
	MUST(!kill(getpid(), SIGUSR1) && simple_got == SIGUSR1);
	MUST(!sigaction(SIGUSR1, NULL, &old) && old.sa_handler == SIG_DFL);
	MUST(sigaction(SIGKILL, &action, NULL) == -1 && errno == EINVAL);
}

static void set(void)
{
	MUST(signal(SIGUSR1, simple) == SIG_DFL);
	MUST(signal(SIGUSR1, other) == simple);
	MUST(!raise(SIGUSR1) && simple_got == -SIGUSR1);
	MUST(signal(SIGUSR1, SIG_IGN) == other);
	MUST(!raise(SIGUSR1));
	MUST(signal(SIGUSR1, SIG_DFL) == SIG_IGN);
	MUST(signal(SIGKILL, simple) == SIG_ERR && errno == EINVAL);
	MUST(signal(1000, simple) == SIG_ERR && errno == EINVAL);
}

static void leave_by_jump(void)
{
	const struct sigaction action = action_of(jump, 0);
	sigset_t mask;

	MUST(!sigaction(SIGUSR2, &action, NULL));
	for (volatile int i = 0; i < 20; i++)
		if (!sigsetjmp(home, 1))
			MUST(raise(SIGUSR2) && !"it jumps");
	MUST(!sigprocmask(SIG_BLOCK, NULL, &mask));
	MUST(!sigismember(&mask, SIGUSR2));
}

static void nest_some(void)
{
	const struct sigaction action = action_of(nest, SA_NODEFER);

	MUST(!sigaction(SIGUSR1, &action, NULL));
	MUST(!sigaction(SIGUSR2, &action, NULL));
	MUST(!sigaction(SIGHUP, &action, NULL));
	MUST(!raise(SIGUSR1) && depth == 3);
}

static void use_stack(void)
{
	stack_t stack = { .ss_size = (size_t)SIGSTKSZ };
	struct sigaction action = { .sa_flags = SA_SIGINFO | SA_ONSTACK };

	stack.ss_sp = malloc(stack.ss_size);
	stack_begin = stack.ss_sp;
	stack_end = stack_begin + stack.ss_size;
	MUST(stack.ss_sp && !sigaltstack(&stack, NULL));
	action.sa_sigaction = full;
	MUST(!sigaction(SIGHUP, &action, NULL));
	MUST(!raise(SIGHUP) && full_got == SIGHUP && on_stack);
	stack.ss_flags = SS_DISABLE;
	MUST(!sigaltstack(&stack, NULL));
	free(stack_begin);
}

static void wait_for_them(void)
{
	const struct timespec now = { 0, 0 };
	sigset_t set, none;
	siginfo_t info;
	int got = 0;

	signal(SIGUSR1, simple);
	sigemptyset(&none);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	MUST(!pthread_sigmask(SIG_BLOCK, &set, NULL));
	errno = NONSENSE;
	MUST(!raise(SIGUSR2) && !sigwait(&set, &got) && got == SIGUSR2);
	MUST(!pthread_kill(pthread_self(), SIGUSR1));
	MUST(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_signo == SIGUSR1);
	MUST(!tgkill(getpid(), gettid(), SIGUSR1));
	MUST(sigtimedwait(&set, NULL, &now) == SIGUSR1);
	MUST(!pthread_sigqueue(pthread_self(), SIGUSR1,
			       (union sigval){ 4712 }));
	MUST(sigtimedwait(&set, &info, &now) == SIGUSR1);
	MUST(info.si_value.sival_int == 4712 && errno == NONSENSE);
	MUST(sigtimedwait(&set, &info, &now) == -1 && errno == EAGAIN);

	simple_got = 0;
	MUST(!raise(SIGUSR1) && !simple_got);
	MUST(sigsuspend(&none) == -1 && errno == EINTR);
	MUST(simple_got == SIGUSR1);
	MUST(!pthread_sigmask(SIG_UNBLOCK, &set, NULL));
}

static void *pause_cancelled(void *arg)
{
	MUST(!pthread_cancel(pthread_self()));
	pause();
	MUST(!"a cancellation point");
	return arg;
}

static void cancel_wait(void)
{
	pthread_t thread;
	void *result;

	MUST(!pthread_create(&thread, NULL, pause_cancelled, NULL));
	MUST(!pthread_join(thread, &result) && result == PTHREAD_CANCELED);
}

static void fail(void)
{
	MUST(kill(getpid(), 1000) == -1 && errno == EINVAL);
	MUST(pthread_kill(pthread_self(), 1000) == EINVAL);
	MUST(killpg(-1, SIGUSR1) == -1 && errno == EINVAL);
}

/* A handler that comes at any moment, while another thread changes whose it
 * is: of two kinds, either of which finds what it was promised. */
static volatile sig_atomic_t stop;

static void *change(void *arg)
{
	const struct sigaction one = action_of(simple, SA_RESTART);
	struct sigaction another = { .sa_flags = SA_SIGINFO | SA_RESTART };

	another.sa_sigaction = full;
	while (!stop) {
		MUST(!sigaction(SIGALRM, &one, NULL));
		MUST(!sigaction(SIGALRM, &another, NULL));
	}
	return arg;
}

static void change_beside(void)
{
	pthread_t thread;

	signal(SIGALRM, simple);
	MUST(!pthread_create(&thread, NULL, change, NULL));
	for (int i = 0; i < 2000; i++)
		MUST(!raise(SIGALRM));
	stop = 1;
	MUST(!pthread_join(thread, NULL));
}

/* A child keeps its parent's handlers. */
static void fork_with(void)
{
	pid_t child;
	int status;

	signal(SIGUSR1, other);
	child = fork();
	if (!child) {
		simple_got = 0;
		MUST(!raise(SIGUSR1) && simple_got == -SIGUSR1);
		MUST(signal(SIGUSR1, SIG_DFL) == other);
		_exit(0);
	}
	MUST(waitpid(child, &status, 0) == child && !status);
}

int main(void)
{
	act();
	set();
	leave_by_jump();
	nest_some();
	use_stack();
	wait_for_them();
	cancel_wait();
	fail();
	change_beside();
	fork_with();
	puts("fine");
	return STATUS;
}
