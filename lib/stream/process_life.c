/* process_life.c - whether a process lives, seen from here or not */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/number_space.h"
#include "base/proc.h"
#include "base/resident.h"
#include "base/shm.h"
#include "stream/process.h"

enum { PAGE = 4096 };

bool pxt_process_is_own(const struct pxt_process *process)
{
	return process->here == getpid();
}

pid_t pxt_process_number(const struct pxt_process *process)
{
	pid_t here = process->here;

	if (!here && pxt_space_find(process->id.space, process->id.pid, &here))
		return 0;
	return here;
}

pid_t pxt_process_unseen_number(const struct pxt_process_id *id)
{
	const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
	const uint64_t mixed =
		((uint64_t)id->pid * odd + id->start) * odd + id->space;

	return (pid_t)(PXT_PROCESS_UNSEEN | (mixed * odd) >> 34);
}

int pxt_process_find_unseen(int dir, pid_t number, struct pxt_process_id *id)
{
	const struct dirent *entry;
	DIR *list = pxt_process_file_list(dir);
	bool found = false;

	while (list && !found && (entry = readdir(list)))
		found = pxt_process_file_parse(entry->d_name, id) &&
			pxt_process_unseen_number(id) == number &&
			pxt_process_id_lives(dir, id);
	if (list)
		closedir(list);
	return found ? 0 : ESRCH;
}

/* A lock of the file's first byte, which a mapping keeps for as long as it
 * exists: so the process needs no descriptor for it. A child does not get the
 * mapping, nor does the next program. */

static void *kept PXT_RESIDENT;

static bool is_kept(int dir, const struct pxt_process_id *id)
{
	struct flock lock = { .l_type = F_WRLCK, .l_len = 1 };
	char name[PXT_PROCESS_FILE_NAME];
	bool found;
	size_t length;
	int fd;

	pxt_process_file_name(id, name);
	if (pxt_shm_open(dir, name, &fd, &length))
		return false;
	found = !fcntl(fd, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK;
	close(fd);
	return found;
}

static int keep(int fd)
{
	struct flock lock = { .l_type = F_RDLCK, .l_len = 1 };
	void *page;

	if (fcntl(fd, F_OFD_SETLK, &lock))
		return errno;
	page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		return errno;
	madvise(page, PAGE, MADV_DONTFORK);
	kept = page;
	return 0;
}

int pxt_process_keep(int dir, const struct pxt_process *process)
{
	char name[PXT_PROCESS_FILE_NAME];
	size_t length;
	int fd, err;

	pxt_process_keep_no_more(false);
	pxt_process_file_name(&process->id, name);
	err = pxt_shm_open(dir, name, &fd, &length);
	if (err)
		return err;
	err = keep(fd);
	close(fd);
	return err;
}

void pxt_process_keep_no_more(bool is_forked)
{
	void *page = kept;

	kept = NULL;
	if (page && !is_forked)
		munmap(page, PAGE);
}

/* A number that is seen from here tells all; otherwise the lock does. */
bool pxt_process_id_lives(int dir, const struct pxt_process_id *id)
{
	pid_t here;
	int err;

	err = pxt_space_find(id->space, id->pid, &here);
	if (err == EXDEV)
		return is_kept(dir, id);
	return !err && pxt_proc_alive(here, id->start);
}

bool pxt_process_lives(const struct pxt_process *process)
{
	if (process->here)
		return pxt_proc_alive(process->here, process->id.start);
	return pxt_process_id_lives(process->dir, &process->id);
}
