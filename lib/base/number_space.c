/* number_space.c - the PID namespaces to which numbers of processes belong */
#include "base/number_space.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/own_facts.h"
#include "base/proc.h"
#include "base/text.h"

/* Since Linux 6.11: a number of the namespace, as the caller's number. */
#ifndef NS_GET_PID_FROM_PIDNS
#define NS_GET_PID_FROM_PIDNS _IOR(0xb7, 0x6, int)
#endif

/* Spaces */

static uint64_t inode_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_ino;
}

uint64_t pxt_space_own(void)
{
	uint64_t space = pxt_own_fact(PXT_OWN_SPACE);

	if (!space) {
		space = inode_of("/proc/self/ns/pid");
		pxt_own_fact_keep(PXT_OWN_SPACE, space);
	}
	return space;
}

static uint64_t space_of(pid_t here)
{
	char path[40];

	pxt_proc_path(here, "/ns/pid", path);
	return inode_of(path);
}

/* /proc may be that of a space around the caller's. */
static bool is_proc_ours(void)
{
	char number[32];
	ssize_t len = readlink("/proc/self", number, sizeof(number) - 1);

	if (len < 0)
		return false;
	number[len] = '\0';
	return pxt_text_number(number) == (uint64_t)getpid();
}

static bool is_own(uint64_t space)
{
	return !space || space == pxt_space_own();
}

bool pxt_space_is_here(uint64_t space)
{
	return is_own(space) && is_proc_ours();
}

/* Numbers */

/* The last number of the line has the smallest space. */
static int parse_number(const char *status, pid_t *number)
{
	const char *at = strstr(status, "\nNSpid:");
	pid_t last = 0;

	if (!at)
		return ESRCH;
	for (at += sizeof("\nNSpid:") - 1; *at == '\t';
	     at += strcspn(at, "\t\n"))
		last = (pid_t)pxt_text_number(++at);
	*number = last;
	return last ? 0 : ESRCH;
}

static int read_number(const char *path, pid_t *number)
{
	char text[4096];
	ssize_t len;
	int cancel, fd;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	if (fd >= 0)
		close(fd);
	pthread_setcancelstate(cancel, NULL);
	if (len < 0)
		return ESRCH;
	text[len] = '\0';
	return parse_number(text, number);
}

uint64_t pxt_space_of(pid_t here, pid_t *number)
{
	const uint64_t own = pxt_space_own();
	char path[40];
	uint64_t space;

	*number = here;
	if (here == getpid())
		return own;
	space = space_of(here);
	if (!space || (space == own && is_proc_ours()))
		return own;
	pxt_proc_path(here, "/status", path);
	return read_number(path, number) ? own : space;
}

/* Searching */

typedef bool visit_number(pid_t here, void *argument);

/* Visits the numbers that name entries of a directory, until a visit returns
 * true. */
static bool visit_numbers(const char *path, visit_number *visit, void *argument)
{
	const struct dirent *entry;
	DIR *list = opendir(path);
	bool found = false;

	while (list && !found && (entry = readdir(list)))
		if (isdigit((unsigned char)entry->d_name[0]))
			found = visit((pid_t)pxt_text_number(entry->d_name),
				      argument);
	if (list)
		closedir(list);
	return found;
}

struct search {
	uint64_t space;
	pid_t number;
	pid_t process; /* owner of the visited threads */
	pid_t here;    /* found */
};

static bool is_member(pid_t here, void *argument)
{
	struct search *search = argument;

	if (space_of(here) != search->space)
		return false;
	search->here = here;
	return true;
}

static bool has_number(pid_t thread, void *argument)
{
	struct search *search = argument;
	char path[64], file[40];
	pid_t number;

	pxt_text_copy(pxt_text_decimal(pxt_text_copy(file, "/task/"),
				       (uint64_t)thread),
		      "/status");
	pxt_proc_path(search->process, file, path);
	if (read_number(path, &number) || number != search->number)
		return false;
	search->here = thread;
	return true;
}

static bool has_thread(pid_t here, void *argument)
{
	struct search *search = argument;
	char path[40];

	if (space_of(here) != search->space)
		return false;
	search->process = here;
	pxt_proc_path(here, "/task", path);
	return visit_numbers(path, has_number, search);
}

/* ENOTSUP: the kernel cannot tell. member: a process in the space. */
static int ask_kernel(pid_t member, pid_t number, pid_t *here)
{
	char path[40];
	int fd, found, err;

	pxt_proc_path(member, "/ns/pid", path);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return ENOTSUP;
	found = ioctl(fd, NS_GET_PID_FROM_PIDNS, number);
	err = found > 0 ? 0 : errno == ESRCH ? ESRCH : ENOTSUP;
	close(fd);
	*here = found;
	return err;
}

static int search(uint64_t space, pid_t number, pid_t *here)
{
	struct search search = { .space = space, .number = number };
	int err = ENOTSUP;

	if (!visit_numbers("/proc", is_member, &search))
		return EXDEV;
	if (is_proc_ours())
		err = ask_kernel(search.here, number, here);
	if (err != ENOTSUP)
		return err;
	if (!visit_numbers("/proc", has_thread, &search))
		return ESRCH;
	*here = search.here;
	return 0;
}

int pxt_space_find(uint64_t space, pid_t number, pid_t *here)
{
	int cancel, err;

	if (number <= 0)
		return ESRCH;
	/* The caller finds itself by it in any /proc. */
	if ((number == getpid() && is_own(space)) || pxt_space_is_here(space)) {
		*here = number;
		return 0;
	}
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = search(space ? space : pxt_space_own(), number, here);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

bool pxt_space_thread_alive(uint64_t space, pid_t tid)
{
	pid_t here;
	int err;

	if (is_own(space) && !is_proc_ours())
		return !kill(tid, 0) || errno != ESRCH;
	err = pxt_space_find(space, tid, &here);
	return err ? err == EXDEV : pxt_proc_thread_alive(here);
}
