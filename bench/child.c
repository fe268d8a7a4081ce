/*
 * child.c - a part of a measurement that needs a process of its own
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "measure.h"

/* Fork with a line between the two. Gives the pid; in the child 0. */
static pid_t fork_with_line(int *line)
{
	pid_t parent = getpid();
	int both[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both))
		return -1;

	fflush(NULL);
	pid = fork();
	*line = both[pid ? 0 : 1];
	close(both[pid ? 1 : 0]);
	if (!pid && (prctl(PR_SET_PDEATHSIG, SIGKILL) || getppid() != parent))
		_exit(EXIT_FAILURE);
	if (pid < 0)
		close(*line);
	return pid;
}

int child_fork(struct child *child, void (*body)(int line, void *arg),
	       void *arg)
{
	int line;

	child->pid = fork_with_line(&line);
	if (child->pid < 0)
		return errno;
	if (!child->pid) {
		body(line, arg);
		_exit(EXIT_SUCCESS);
	}
	child->line = line;
	return 0;
}

int child_spawn(struct child *child, char *const *argv)
{
	int line;

	child->pid = fork_with_line(&line);
	if (child->pid < 0)
		return errno;
	if (!child->pid) {
		if (dup2(line, STDIN_FILENO) >= 0 &&
		    dup2(line, STDOUT_FILENO) >= 0)
			execvp(argv[0], argv);
		warn("%s", argv[0]);
		_exit(EXIT_FAILURE);
	}
	child->line = line;
	return 0;
}

static void wait_for(pid_t pid, struct rusage *usage, const char *who)
{
	int status;

	if (wait4(pid, &status, 0, usage) != pid)
		err(EXIT_FAILURE, "wait4");
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		errx(EXIT_FAILURE, "%s has failed", who);
}

void child_wait(struct child *child, struct rusage *usage)
{
	close(child->line);
	wait_for(child->pid, usage, "a process");
}

void child_kill(struct child *child)
{
	kill(child->pid, SIGKILL);
	waitpid(child->pid, NULL, 0);
	close(child->line);
}

void line_send(int line, const void *data, size_t len)
{
	if (send(line, data, len, MSG_NOSIGNAL) != (ssize_t)len)
		err(EXIT_FAILURE, "a process does not listen");
}

void line_receive(int line, void *data, size_t len)
{
	if (recv(line, data, len, MSG_WAITALL) != (ssize_t)len)
		errx(EXIT_FAILURE, "a process does not answer");
}

void line_go(int line)
{
	line_send(line, "", 1);
}

void line_wait(int line)
{
	char byte;

	line_receive(line, &byte, 1);
}

static double seconds(const struct timeval *time)
{
	return (double)time->tv_sec + (double)time->tv_usec / 1e6;
}

/* Read a pipe to its end. */
static void drain(int fd)
{
	static char bytes[1 << 16];

	while (read(fd, bytes, sizeof(bytes)) > 0)
		;
}

struct child_times child_run(char *const *argv, int output)
{
	struct child_times times;
	struct rusage usage;
	uint64_t begin = measure_now();
	int both[2];
	pid_t pid;

	if (pipe2(both, O_CLOEXEC))
		err(EXIT_FAILURE, "pipe2");
	fflush(NULL);
	pid = fork();
	if (pid < 0)
		err(EXIT_FAILURE, "fork");
	if (!pid) {
		if (dup2(output < 0 ? both[1] : output, STDOUT_FILENO) >= 0)
			execvp(argv[0], argv);
		warn("%s", argv[0]);
		_exit(EXIT_FAILURE);
	}
	close(both[1]);
	drain(both[0]);
	close(both[0]);
	wait_for(pid, &usage, argv[0]);

	times.wall = (double)(measure_now() - begin) / 1e9;
	times.memory = (double)usage.ru_maxrss;
	times.cpu = seconds(&usage.ru_utime) + seconds(&usage.ru_stime);
	return times;
}

bool child_succeeds(const char *line)
{
	char command[1024];

	snprintf(command, sizeof(command), "{ %s\n} > /dev/null 2>&1", line);
	return !system(command);
}
