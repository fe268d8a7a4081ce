/* process_file.c - names of process files */
#include "stream/process_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number_space.h"
#include "base/text.h"

enum {
	UNFINISHED = sizeof("new-") - 1,
	LISTS = 4, /* limit of calls to list some 100 names each */
};

static const char unfinished[] = "new-";

void pxt_process_identify(pid_t here, uint64_t start, struct pxt_process_id *id)
{
	id->start = start;
	id->space = pxt_space_of(here, &id->pid);
}

void pxt_process_file_name(const struct pxt_process_id *id, char *name)
{
	name = pxt_text_decimal(name, (uint64_t)id->pid);
	name = pxt_text_copy(name, "-");
	name = pxt_text_decimal(name, id->start);
	if (!id->space || id->space == PXT_SPACE_FIRST)
		return;
	name = pxt_text_copy(name, "-");
	pxt_text_decimal(name, id->space);
}

void pxt_process_file_unfinished(const struct pxt_process_id *id, char *name)
{
	const struct pxt_process_id maker = {
		.pid = gettid(),
		.start = id->start,
		.space = pxt_space_own(),
	};

	memcpy(name, unfinished, UNFINISHED);
	pxt_process_file_name(&maker, name + UNFINISHED);
}

bool pxt_process_file_is_unfinished(const char *name)
{
	return !strncmp(name, unfinished, UNFINISHED);
}

bool pxt_process_file_parse(const char *name, struct pxt_process_id *id)
{
	char *end;
	long number;

	number = strtol(name, &end, 10);
	if (end == name || *end != '-' || number <= 0)
		return false;
	name = end + 1;
	id->pid = (pid_t)number;
	id->start = strtoull(name, &end, 10);
	id->space = PXT_SPACE_FIRST;
	if (end == name || !*end)
		return end != name;
	name = end + 1;
	if (*end != '-')
		return false;
	id->space = strtoull(name, &end, 10);
	return end != name && !*end;
}

static void look_for_living(const char *list, size_t len, uint64_t space,
			    uint64_t *oldest)
{
	const struct dirent64 *entry;
	struct pxt_process_id id;

	for (size_t at = 0; at < len; at += entry->d_reclen) {
		entry = (const struct dirent64 *)(const void *)(list + at);
		if (pxt_process_file_parse(entry->d_name, &id) &&
		    id.space == space && id.start < *oldest &&
		    (!kill(id.pid, 0) || errno != ESRCH))
			*oldest = id.start;
	}
}

bool pxt_process_file_any_living(int dir, uint64_t *oldest)
{
	_Alignas(struct dirent64) char list[4096];
	const uint64_t own = pxt_space_own();
	const uint64_t space = own ? own : PXT_SPACE_FIRST;
	ssize_t len = -1;

	*oldest = UINT64_MAX;
	if (!lseek(dir, 0, SEEK_SET))
		for (int i = 0; i < LISTS && len; i++) {
			len = getdents64(dir, list, sizeof(list));
			if (len < 0)
				break;
			look_for_living(list, (size_t)len, space, oldest);
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
