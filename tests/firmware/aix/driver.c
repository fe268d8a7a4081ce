/*
 * driver.c - does to the trace what its arguments say, and tells the results
 *
 *	"start -ad" "on 0" "off 0" "stop 0"		control
 *	"hook 01000000 5" "gen 1 01000000 text"		records
 *	"ishookon 0 01000000"
 *	"unreadable 1 01000000 8"	records so many bytes that are not there
 *	"many 1500"	records as many hooks, each with an id of its own
 *	"files 3"	limits the number of descriptors
 *	"daemon DIR"	goes there, and closes all descriptors but the first three
 *	"exec"		does the rest as another program
 *	"child"		does the rest in a child, and ends when it has ended
 *	"exit"		ends at once, by _exit()
 *	"wait FILE"	until there is such a file
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/trcctl.h>
#include <sys/trcmacros.h>

static void tell(const char *what, int result)
{
	if (result < 0)
		printf("%s: -1 %s\n", what, strerrorname_np(errno));
	else
		printf("%s: %d\n", what, result);
	fflush(stdout);
	errno = 0;
}

static void control(const char *what, char *rest)
{
	const int channel = (int)strtol(rest, NULL, 0);

	if (!strcmp(what, "start"))
		tell(what, trcstart(*rest ? rest : NULL));
	else if (!strcmp(what, "on"))
		tell(what, trcon(channel));
	else if (!strcmp(what, "off"))
		tell(what, trcoff(channel));
	else if (!strcmp(what, "stop"))
		tell(what, trcstop(channel));
}

static void hook(const char *what, char *rest)
{
	const long first = strtol(rest, &rest, 16);
	const unsigned long second = strtoul(rest, &rest, 16);

	rest += *rest == ' ';
	if (!strcmp(what, "hook"))
		TRCHKL1(first, second);
	else if (!strcmp(what, "gen"))
		TRCGEN(first, second, 1, strlen(rest), rest);
	else if (!strcmp(what, "ishookon"))
		tell(what, trc_ishookon((int)first, (long)second));
}

/* The first page of a process has no memory. */
static void record_unreadable(char *rest)
{
	const int channel = (int)strtol(rest, &rest, 0);
	const unsigned long word = strtoul(rest, &rest, 16);
	char *const nowhere = (char *)16;

	TRCGEN(channel, word, 1, strtoul(rest, NULL, 0), nowhere);
}

static void record_many(char *rest)
{
	const unsigned long count = strtoul(rest, NULL, 0);

	for (unsigned long i = 0; i < count; i++)
		TRCHKL1((0x1000 + i) << 16, i);
}

static void limit_files(char *rest)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = strtoul(rest, NULL, 0);
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void become_daemon(const char *directory)
{
	enum { MANY = 1024 };

	if (chdir(directory))
		puts("not there");
	for (int fd = 3; fd < MANY; fd++)
		close(fd);
}

static void special(const char *what, char *rest)
{
	if (!strcmp(what, "unreadable"))
		record_unreadable(rest);
	else if (!strcmp(what, "many"))
		record_many(rest);
	else if (!strcmp(what, "files"))
		limit_files(rest);
	else if (!strcmp(what, "daemon"))
		become_daemon(rest);
}

static void run_child(void)
{
	const pid_t child = fork();
	int status;

	if (!child)
		return;
	if (waitpid(child, &status, 0) < 0 || status)
		puts("the child has failed");
	exit(EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *what = argv[i];
		char *rest = argv[i] + strcspn(argv[i], " ");

		if (*rest)
			*rest++ = '\0';
		if (!strcmp(what, "child"))
			run_child();
		else if (!strcmp(what, "exec"))
			execv("/proc/self/exe", argv + i);
		else if (!strcmp(what, "exit"))
			_exit(0);
		else if (!strcmp(what, "wait"))
			while (access(rest, F_OK))
				usleep(10000);
		control(what, rest);
		hook(what, rest);
		special(what, rest);
	}
	return EXIT_SUCCESS;
}
