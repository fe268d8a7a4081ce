/* process_file.c - names of process files */
#include "stream/process_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum {
	UNFINISHED = sizeof("new-") - 1,
	LISTS = 4, /* limit of calls to list some 100 names each */
};

static const char unfinished[] = "new-";

void pxt_process_file_name(pid_t pid, uint64_t start, char *name)
{
	name = pxt_text_decimal(name, (uint64_t)pid);
	name = pxt_text_copy(name, "-");
	pxt_text_decimal(name, start);
}

void pxt_process_file_unfinished(uint64_t start, char *name)
{
	memcpy(name, unfinished, UNFINISHED);
	pxt_process_file_name(gettid(), start, name + UNFINISHED);
}

bool pxt_process_file_is_unfinished(const char *name)
{
	return !strncmp(name, unfinished, UNFINISHED);
}

bool pxt_process_file_parse(const char *name, pid_t *pid, uint64_t *start)
{
	char *end;
	long number;

	number = strtol(name, &end, 10);
	if (end == name || *end != '-' || number <= 0)
		return false;
	name = end + 1;
	*pid = (pid_t)number;
	*start = strtoull(name, &end, 10);
	return end != name && !*end;
}

static void look_for_living(const char *list, size_t len, uint64_t *oldest)
{
	const struct dirent64 *entry;
	uint64_t start;
	pid_t pid;

	for (size_t at = 0; at < len; at += entry->d_reclen) {
		entry = (const struct dirent64 *)(const void *)(list + at);
		if (pxt_process_file_parse(entry->d_name, &pid, &start) &&
		    start < *oldest && (!kill(pid, 0) || errno != ESRCH))
			*oldest = start;
	}
}

bool pxt_process_file_any_living(int dir, uint64_t *oldest)
{
	_Alignas(struct dirent64) char list[4096];
	ssize_t len = -1;

	*oldest = UINT64_MAX;
	if (!lseek(dir, 0, SEEK_SET))
		for (int i = 0; i < LISTS && len; i++) {
			len = getdents64(dir, list, sizeof(list));
			if (len < 0)
				break;
			look_for_living(list, (size_t)len, oldest);
		}
	if (len)
		*oldest = 0;
	return *oldest != UINT64_MAX;
}

DIR *pxt_process_file_list(int dir)
{
	DIR *list;
	int fd;

	fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	list = fdopendir(fd);
	if (!list)
		close(fd);
	return list;
}
