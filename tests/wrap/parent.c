/*
 * parent.c - a program with children of every kind, which knows nothing of
 * tracing
 *
 *	parent			has them
 *	parent exit STATUS	is one
 *
 * What the functions give is compared with what POSIX says. It prints "fine"
 * and exits with 42.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrap/expectation.h"

extern char **environ;
static const char *self;
static const char *volatile nowhere = (const char *)16;
static char *arguments[] = { "parent", "exit", "5", NULL };

static void must_end(pid_t child, int status)
{
	int got = 0;

	MUST(child > 0);
	errno = NONSENSE;
	MUST(waitpid(child, &got, 0) == child);
	MUST(errno == NONSENSE);
	MUST(WIFEXITED(got) && WEXITSTATUS(got) == status);
}

static void fork_ways(void)
{
	pid_t child = fork();

	if (!child)
		_exit(3);
	must_end(child, 3);
	child = _Fork();
	if (!child)
		_Exit(4);
	must_end(child, 4);
	child = fork();
	if (!child)
		exit(6);
	must_end(child, 6);
	child = fork();
	if (!child)
		quick_exit(7);
	must_end(child, 7);
}

/* Both return from vfork() on the same stack. */
static void share_stack(int depth)
{
	volatile int kept[64] = { [7] = depth };
	pid_t child = vfork();

	if (!child) {
		kept[7]++;
		_exit(depth & 0x7f);
	}
	MUST(kept[7] == depth + 1);
	must_end(child, depth & 0x7f);
	if (depth)
		share_stack(depth - 1);
	MUST(kept[7] == depth + 1);
}

static void exec_vfork(void)
{
	pid_t child = vfork();

	if (!child) {
		execv(self, arguments);
		_exit(1);
	}
	must_end(child, 5);
	child = vfork();
	if (!child) {
		execv("/none/such", arguments);
		_exit(errno == ENOENT ? 8 : 1);
	}
	must_end(child, 8);
}

static void replace(int way)
{
	const int fd = open(self, O_RDONLY | O_CLOEXEC);

	switch (way) {
	case 0:
		execve(self, arguments, environ);
		break;
	case 1:
		execv(self, arguments);
		break;
	case 2:
		execvp(self, arguments);
		break;
	case 3:
		execvpe(self, arguments, environ);
		break;
	case 4:
		execl(self, "parent", "exit", "5", NULL);
		break;
	case 5:
		execlp(self, "parent", "exit", "5", NULL);
		break;
	case 6:
		execle(self, "parent", "exit", "5", NULL, environ);
		break;
	case 7:
		fexecve(fd, arguments, environ);
		break;
	default:
		execveat(AT_FDCWD, self, arguments, environ, 0);
		break;
	}
}

static void exec_ways(void)
{
	for (int way = 0; way < 9; way++) {
		pid_t child = fork();

		if (!child) {
			replace(way);
			_exit(1);
		}
		must_end(child, 5);
	}
	MUST(execl("/none/such", "such", NULL) == -1 && errno == ENOENT);
	MUST(execve(nowhere, arguments, environ) == -1 && errno == EFAULT);
}

static void spawn_ways(void)
{
	char buffer[16] = "";
	pid_t child;
	FILE *file;

	errno = NONSENSE;
	MUST(!posix_spawn(&child, self, NULL, NULL, arguments, environ));
	must_end(child, 5);
	MUST(!posix_spawnp(NULL, self, NULL, NULL, arguments, environ));
	MUST(posix_spawn(&child, "/none/such", NULL, NULL, arguments,
			 environ) == ENOENT);
	MUST(wait(NULL) > 0);
	MUST(system(NULL));
	MUST(system("exit 9") == 9 << 8);
	file = popen("echo said; exit 10", "r");
	MUST(file && fgets(buffer, sizeof(buffer), file));
	MUST(!strcmp(buffer, "said\n"));
	MUST(pclose(file) == 10 << 8);
	MUST(!popen("true", "nonsense") && errno == EINVAL);
}

static pid_t child_of(int status)
{
	pid_t child = fork();

	if (!child)
		_exit(status);
	return child;
}

static void wait_ways(void)
{
	struct rusage usage;
	siginfo_t info;
	pid_t child;
	int status;

	child = child_of(11);
	MUST(wait(&status) == child && status == 11 << 8);
	child = child_of(12);
	MUST(wait3(&status, 0, &usage) == child && status == 12 << 8);
	child = child_of(13);
	MUST(wait4(child, NULL, 0, NULL) == child);
	child = child_of(14);
	MUST(!waitid(P_PID, (id_t)child, &info, WEXITED));
	MUST(info.si_pid == child && info.si_status == 14);
	child = child_of(15);
	MUST(!waitid(P_ALL, 0, NULL, WEXITED));
	MUST(wait(&status) == -1 && errno == ECHILD);
	MUST(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
}

/* A thread that is cancelled while it waits for a child. */
static void *wait_cancelled(void *arg)
{
	MUST(!pthread_cancel(pthread_self()));
	wait(arg);
	MUST(!"a cancellation point");
	return NULL;
}

static void cancel_wait(void)
{
	pid_t child = child_of(16);
	pthread_t thread;
	void *value;

	MUST(!pthread_create(&thread, NULL, wait_cancelled, NULL));
	MUST(!pthread_join(thread, &value) && value == PTHREAD_CANCELED);
	must_end(child, 16);
}

/* The demon's parent goes, and it is nobody's to wait for: it writes. */
static void become_daemon(void)
{
	int pipes[2];
	char byte = 0;
	pid_t child;

	MUST(!pipe(pipes));
	child = fork();
	if (!child) {
		MUST(!daemon(1, 1));
		MUST(write(pipes[1], "d", 1) == 1);
		_exit(0);
	}
	must_end(child, 0);
	MUST(read(pipes[0], &byte, 1) == 1 && byte == 'd');
}

int main(int argc, char **argv)
{
	self = argv[0];
	if (argc == 3)
		return atoi(argv[2]);
	fork_ways();
	share_stack(20);
	exec_vfork();
	exec_ways();
	spawn_ways();
	wait_ways();
	cancel_wait();
	become_daemon();
	puts("fine");
	return STATUS;
}
