/* kill_lab.c - see kill_lab.h */
#include "kill_lab.h"

#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	ROUND_S = 60, /* more than a round can take: somebody waits for ever */
	STORY_SIZE = 1024,
	NS_PER_S = 1000000000,
};

static struct {
	const char *mode;
	uint64_t seed, luck;
	char story[STORY_SIZE];
	bool missed;
} lab_round;
static unsigned misses;

static void say_where(void)
{
	fprintf(stderr, "kill: repeat with: kill -s %" PRIu64 " %s 1\n",
		lab_round.seed, lab_round.mode);
	fprintf(stderr, "kill:  %s\n", lab_round.story);
}

/* There is nothing better left to do here than in a handler of a process that
 * hangs. */
static void give_up(int number)
{
	(void)number;
	fprintf(stderr, "kill: a round does not end\n");
	say_where();
	quick_exit(EXIT_FAILURE);
}

void lab_begin_round(uint64_t seed, const char *mode)
{
	lab_round.mode = mode;
	lab_round.seed = seed;
	lab_round.luck = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
	lab_round.story[0] = '\0';
	lab_round.missed = false;
	memset(ledger, 0, sizeof(*ledger));
	signal(SIGALRM, give_up);
	alarm(ROUND_S);
}

unsigned lab_luck(unsigned limit)
{
	uint64_t *luck = &lab_round.luck;

	*luck ^= *luck << 13;
	*luck ^= *luck >> 7;
	*luck ^= *luck << 17;
	return (unsigned)((*luck >> 32) * limit >> 32);
}

void lab_tell(const char *format, ...)
{
	size_t used = strlen(lab_round.story);
	va_list arguments;

	if (used && used + 2 < STORY_SIZE) {
		memcpy(lab_round.story + used, "; ", 3);
		used += 2;
	}
	va_start(arguments, format);
	vsnprintf(lab_round.story + used, STORY_SIZE - used, format, arguments);
	va_end(arguments);
}

void lab_miss(const char *format, ...)
{
	va_list arguments;

	if (lab_round.missed)
		return;
	lab_round.missed = true;
	misses++;
	fputs("kill: MISS: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	say_where();
}

unsigned lab_misses(void)
{
	return misses;
}

void lab_check(int error, const char *what)
{
	if (!error)
		return;
	fprintf(stderr, "kill: %s: %s\n", what, strerror(error));
	say_where();
	exit(EXIT_FAILURE);
}

int64_t lab_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

void lab_sleep_us(unsigned us)
{
	const struct timespec time = { .tv_nsec = (long)us * 1000 };

	nanosleep(&time, NULL);
}

void lab_limit_life(void)
{
	signal(SIGALRM, SIG_DFL);
	alarm(ROUND_S);
}

pid_t lab_fork(void)
{
	pid_t pid = fork();

	if (pid < 0)
		err(EXIT_FAILURE, "fork");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		lab_limit_life();
	}
	return pid;
}

void lab_await_death(pid_t pid)
{
	siginfo_t info;

	while (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | __WALL) &&
	       errno == EINTR)
		;
	if (info.si_code != CLD_KILLED || info.si_status != SIGKILL)
		lab_miss("a process ended with code %d, status %d",
			 info.si_code, info.si_status);
}

void lab_kill(pid_t pid)
{
	if (kill(pid, SIGKILL))
		err(EXIT_FAILURE, "kill");
	lab_await_death(pid);
}

void lab_reap(pid_t pid)
{
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

void lab_await_success(pid_t pid)
{
	int status = -1;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		lab_miss("a process ended with wait status %#x",
			 (unsigned)status);
}

void lab_reap_all(void)
{
	while (waitpid(-1, NULL, __WALL) > 0 || errno == EINTR)
		;
}

void lab_await(const _Atomic unsigned *word, unsigned least)
{
	while (atomic_load(word) < least)
		lab_sleep_us(50);
}
