/* runtime.c - what is wrong with the directory where streams are kept */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/runtime.h"
#include "common/talk.h"

enum { REASON_MAX = 100 };

static void name_directory(char *path, size_t size)
{
	const char *chosen = getenv("POSIXTRACE_DIR");
	size_t len;

	if (chosen && *chosen)
		snprintf(path, size, "%s", chosen);
	else
		snprintf(path, size, "/dev/shm/posixtrace-%u",
			 (unsigned)geteuid());
	/* A slash at the end would have a link followed. */
	for (len = strlen(path); len > 1 && path[len - 1] == '/'; len--)
		path[len - 1] = '\0';
}

static void find_reason(const char *path, char reason[REASON_MAX])
{
	struct stat st;

	if (path[0] != '/')
		snprintf(reason, REASON_MAX, "it is no absolute path");
	else if (lstat(path, &st))
		snprintf(reason, REASON_MAX, "%s", strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		snprintf(reason, REASON_MAX, "it is %s, and no directory",
			 S_ISLNK(st.st_mode) ? "a link" : "a file");
	else if (st.st_uid != geteuid())
		snprintf(reason, REASON_MAX, "it belongs to user %u",
			 (unsigned)st.st_uid);
	else if (st.st_mode & 077)
		snprintf(reason, REASON_MAX,
			 "its mode is %04o, so that others may use it",
			 (unsigned)st.st_mode & 07777);
	else
		snprintf(reason, REASON_MAX, "it is another process's");
}

int runtime_refuse(void)
{
	char path[4096], reason[REASON_MAX];

	name_directory(path, sizeof(path));
	find_reason(path, reason);
	talk("%s: %s: %s; it has to be a directory of the process's user, "
	     "with mode 0700, and no link",
	     path, strerror(EPERM), reason);
	return EXIT_DENIED;
}
