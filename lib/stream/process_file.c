/* process_file.c - names of process files */
#include "stream/process_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

enum { UNFINISHED = sizeof("new-") - 1 };

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
