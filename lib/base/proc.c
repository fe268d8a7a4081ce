/* proc.c - reading /proc */
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATE_FIELD = 3, START_FIELD = 22 };

static ssize_t slurp(const char *path, char *text, size_t size)
{
	ssize_t len = -1;
	int cancel, fd;

	/* Functions that are no cancellation points come this way. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		len = read(fd, text, size - 1);
		close(fd);
	}
	pthread_setcancelstate(cancel, NULL);
	if (len >= 0)
		text[len] = '\0';
	return len;
}

int pxt_proc_start_time(pid_t pid, uint64_t *start)
{
	char path[32];
	char text[1024];
	char *at;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (pid <= 0 || slurp(path, text, sizeof(text)) <= 0)
		return ESRCH;

	/* The name in parentheses may itself hold spaces and parentheses. */
	at = strrchr(text, ')');
	if (!at || strlen(at) < 3 || at[2] == 'Z' || at[2] == 'X')
		return ESRCH;
	at += 2;
	for (int field = STATE_FIELD; field < START_FIELD; field++) {
		at = strchr(at, ' ');
		if (!at)
			return ESRCH;
		at++;
	}
	*start = strtoull(at, NULL, 10);
	return 0;
}

bool pxt_proc_alive(pid_t pid, uint64_t start)
{
	uint64_t now;

	return !pxt_proc_start_time(pid, &now) && now == start;
}

int pxt_proc_owner(pid_t pid, uid_t *owner)
{
	char path[32];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d", (int)pid);
	if (stat(path, &st))
		return ESRCH;
	*owner = st.st_uid;
	return 0;
}
