/*
 * pager.c - paging long output on a terminal
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/own_signals.h"
#include "common/pager.h"
#include "common/talk.h"

/* The user's pager, "" for none, NULL for the default. */
static const char *choose(void)
{
	const char *name = getenv("POSIXTRACE_PAGER");

	return name ? name : getenv("PAGER");
}

static bool is_none(const char *name)
{
	return name && (!*name || !strcmp(name, "cat"));
}

/* Checked here, as the shell would find out too late. Anything more than a name
 * and its options is left to the shell. */
static bool is_there(const char *name)
{
	static const char look[] = "command -v \"$1\" > /dev/null";
	char word[256];
	int status;
	pid_t pid;

	snprintf(word, sizeof(word), "%.*s", (int)strcspn(name, " "), name);
	if (strpbrk(word, "\t\"'`$\\;|&<>()=*?[#~{"))
		return true;
	pid = fork();
	if (!pid) {
		execl("/bin/sh", "sh", "-c", look, "sh", word, (char *)NULL);
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || !status)
		return true;
	talk("%s: no such pager", word);
	return false;
}

/* True if options of less, as "-S -FRX" or "FRX", let colours pass. Letters
 * behind one that takes a value belong to it. */
static bool passes_by(const char *options)
{
	static const char taking[] = "\"#DOPTbhjkoptxyz", end[] = " $";
	size_t len;

	for (; *options; options += len + (options[len] != '\0')) {
		len = strcspn(options, end);
		if (!strncasecmp(options, "--raw", 5))
			return true;
		if (strcspn(options, "Rr") < strcspn(options, taking) &&
		    strcspn(options, "Rr") < len && strncmp(options, "--", 2) &&
		    strncmp(options, "-+", 2))
			return true;
	}
	return false;
}

/* Pagers are assumed to show colours, as in git; except less without -R. */
static bool passes_colour(const char *name)
{
	const char *options = getenv("LESS");
	size_t len;

	if (!name || !options)
		return true;
	len = strcspn(name, " ");
	if (len < 4 || strncmp(name + len - 4, "less", 4) ||
	    (len > 4 && name[len - 5] != '/'))
		return true;
	return passes_by(options) || passes_by(name + len);
}

/* In the child: the user's pager is a shell command. */
static void exec_pager(const char *name)
{
	setenv("LESS", "FRX", 0);
	setenv("LV", "-c", 0);
	own_signals_restore();
	if (name)
		execl("/bin/sh", "sh", "-c", name, (char *)NULL);
	else
		execlp("less", "less", "-FRX", (char *)NULL);
}

/* Forks a pager that reads from in. A close-on-exec pipe tells whether it could
 * be executed. */
static pid_t spawn(const char *name, int in)
{
	int report[2];
	char failed;
	pid_t pid;

	if (pipe2(report, O_CLOEXEC))
		return -1;

	pid = fork();
	if (!pid) {
		dup2(in, STDIN_FILENO);
		exec_pager(name);
		if (write(report[1], "", 1) < 0)
			_exit(2);
		_exit(1);
	}

	close(report[1]);
	if (pid > 0 && read(report[0], &failed, 1) == 1) {
		waitpid(pid, NULL, 0);
		pid = -1;
	}
	close(report[0]);
	return pid;
}

void pager_start(struct pager *pager)
{
	const char *name = choose();
	int text[2];
	pid_t pid;

	*pager = (struct pager){ .passes_colour = true };
	if (is_none(name) || (name && !is_there(name)) ||
	    pipe2(text, O_CLOEXEC))
		return;

	pid = spawn(name, text[0]);
	if (pid > 0) {
		pager->pid = pid;
		pager->passes_colour = passes_colour(name);
		dup2(text[1], STDOUT_FILENO);
		signal(SIGINT, SIG_IGN);
		signal(SIGQUIT, SIG_IGN);
		signal(SIGPIPE, SIG_IGN);
	}
	close(text[0]);
	close(text[1]);
}

bool pager_runs(const struct pager *pager)
{
	return pager->pid > 0;
}

void pager_finish(struct pager *pager)
{
	int null;

	if (!pager_runs(pager))
		return;

	/* /dev/null takes the place, so that stdout stays a descriptor. */
	null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDOUT_FILENO);
		close(null);
	} else {
		close(STDOUT_FILENO);
	}

	while (waitpid(pager->pid, NULL, 0) < 0 && errno == EINTR)
		;
	pager->pid = 0;
}
