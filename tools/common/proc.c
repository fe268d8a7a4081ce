/*
 * proc.c - information about processes from the kernel
 */
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/proc.h"
#include "common/text.h"

enum {
	PATH_SIZE = 64,
	STAT_SIZE = 512,
	DEPTH = 256, /* numbers that are taken again could make a circle */
};

static void name_file(char path[PATH_SIZE], pid_t pid, const char *file)
{
	snprintf(path, PATH_SIZE, "/proc/%d/%s", (int)pid, file);
}

size_t proc_read(pid_t pid, const char *file, char *text, size_t size)
{
	char path[PATH_SIZE];
	size_t len = 0;
	ssize_t more;
	int fd;

	name_file(path, pid, file);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		while ((more = read(fd, text + len, size - 1 - len)) > 0)
			len += (size_t)more;
		close(fd);
	}
	text[len] = '\0';
	return len;
}

bool proc_name(pid_t pid, char *name, size_t size)
{
	const size_t len = proc_read(pid, "comm", name, size);

	if (len && name[len - 1] == '\n')
		name[len - 1] = '\0';
	return len;
}

/* The kernel's view: a privileged process belongs to root. */
static bool find_user(pid_t pid, uid_t *uid)
{
	char path[PATH_SIZE];
	struct stat st;

	name_file(path, pid, "stat");
	if (stat(path, &st))
		return false;
	*uid = st.st_uid;
	return true;
}

bool proc_is_unseen(pid_t pid)
{
	return pid > 1 << 22;
}

bool proc_is_open(pid_t pid)
{
	uid_t uid;

	return !geteuid() || proc_is_unseen(pid) ||
	       (find_user(pid, &uid) && uid == geteuid());
}

/* The parent stands behind the program's name, which may have brackets, and the
 * state. 0: none. */
static pid_t find_parent(pid_t pid)
{
	char text[STAT_SIZE];
	const char *at;
	int parent;

	proc_read(pid, "stat", text, sizeof(text));
	at = strrchr(text, ')');
	return at && sscanf(at + 1, " %*c %d", &parent) == 1 ? parent : 0;
}

bool proc_descends(pid_t pid, pid_t from)
{
	for (int i = 0; i < DEPTH && pid > 1; i++) {
		pid = find_parent(pid);
		if (pid == from)
			return true;
	}
	return false;
}

void proc_owner(pid_t pid, char *name, size_t size)
{
	const struct passwd *user;
	uid_t uid;

	if (!find_user(pid, &uid)) {
		snprintf(name, size, "another user");
		return;
	}

	user = getpwuid(uid);
	if (user)
		text_tame(name, size, user->pw_name);
	else
		snprintf(name, size, "user %u", (unsigned)uid);
}

bool proc_is_unnamed(const char *path)
{
	const char *name = strrchr(path, '/');
	size_t digits;

	if (!name || name[1] != '#')
		return false;
	digits = strspn(name + 2, "0123456789");
	return digits && !strcmp(name + 2 + digits, " (deleted)");
}
