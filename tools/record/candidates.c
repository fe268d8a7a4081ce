/*
 * candidates.c - processes that a name may mean
 */
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/pid.h"
#include "common/proc.h"
#include "common/talk.h"
#include "common/text.h"
#include "record/candidates.h"

enum { COMMAND_MAX = 256 };

static bool is_base(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return !strcmp(slash ? slash + 1 : path, name);
}

static bool is_of_kernel(pid_t pid, const char *name)
{
	char text[32];

	return proc_name(pid, text, sizeof(text)) && !strcmp(text, name);
}

static bool is_of_arguments(pid_t pid, const char *name)
{
	char text[PATH_MAX];

	return proc_read(pid, "cmdline", text, sizeof(text)) &&
	       is_base(text, name);
}

static bool is_of_program(pid_t pid, const char *name)
{
	char link[64], path[PATH_MAX];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	len = readlink(link, path, sizeof(path) - 1);
	if (len <= 0)
		return false;
	path[len] = '\0';
	return is_base(path, name);
}

/* Zombies have no command. */
static bool lives(pid_t pid)
{
	char text[2];

	return proc_read(pid, "cmdline", text, sizeof(text));
}

static bool has_name(pid_t pid, const char *name)
{
	return pid != getpid() && lives(pid) &&
	       (is_of_kernel(pid, name) || is_of_arguments(pid, name) ||
		is_of_program(pid, name));
}

size_t candidates_find(const char *name, pid_t pids[CANDIDATES_MAX])
{
	struct dirent *entry;
	size_t count = 0;
	DIR *list;

	list = opendir("/proc");
	if (!list)
		return 0;
	while ((entry = readdir(list))) {
		pid_t pid = (pid_t)atoi(entry->d_name);

		if (!isdigit((unsigned char)entry->d_name[0]) ||
		    !has_name(pid, name))
			continue;
		if (count < CANDIDATES_MAX)
			pids[count] = pid;
		count++;
	}
	closedir(list);
	return count;
}

static void read_command(pid_t pid, char *command, size_t size)
{
	char text[COMMAND_MAX];
	const size_t len = proc_read(pid, "cmdline", text, sizeof(text));

	for (size_t i = 0; i + 1 < len; i++)
		if (!text[i])
			text[i] = ' ';
	text_tame(command, size, text);
}

void candidates_list(const pid_t *pids, size_t count)
{
	char command[COMMAND_MAX];
	char owner[64];

	for (size_t i = 0; i < count && i < CANDIDATES_MAX; i++) {
		proc_owner(pids[i], owner, sizeof(owner));
		read_command(pids[i], command, sizeof(command));
		talk_plain("%7d  %-8s  %s", (int)pids[i], owner, command);
	}
	if (count > CANDIDATES_MAX)
		talk_plain("        and %zu more", count - CANDIDATES_MAX);
}

/* Lists several processes of one name. */
static void tell_all(const char *name, const pid_t *pids, size_t count)
{
	talk("%s: %zu processes have that name; name one by its number:", name,
	     count);
	candidates_list(pids, count);
}

int candidates_choose(const char *process, pid_t *pid)
{
	pid_t found[CANDIDATES_MAX];
	size_t count;

	if (pid_parse(process, pid))
		return EXIT_SUCCESS;
	count = candidates_find(process, found);
	if (count == 1) {
		*pid = found[0];
		return EXIT_SUCCESS;
	}
	if (count) {
		tell_all(process, found, count);
		return EXIT_MISUSE;
	}
	talk("%s: no process has that name", process);
	return EXIT_NO_TARGET;
}

pid_t candidates_must_choose(const char *process)
{
	pid_t pid;
	int status = candidates_choose(process, &pid);

	if (status)
		exit(status);
	return pid;
}
