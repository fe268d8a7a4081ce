/*
 * processes.h - the processes and the directory of tests of process files
 */
#ifndef TESTS_STREAM_PROCESSES_H
#define TESTS_STREAM_PROCESSES_H

#include <check.h>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "little_space.h"
#include "sanitizers.h"
#include "stream/process.h"
#include "stream/process_image.h"
#include "stream/process_names.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"
#include "stream/unreached.h"

enum {
	MANY = 4,
	NAMES = 200,
	FILES = 300,
	LIVING = 24,
	TRACED = 100,
	SWEEPS = 1000, /* far more than chance would have it */
	LATER_S = 60,
	NOBODYS_START = 98, /* no process began then */
	MAKINGS = SANITIZED ? 50 : 200,
	DROPS = SANITIZED ? 2000 : 20000,
	RACES = SANITIZED ? 200 : 1000,
	IMAGES = 2000,
};

static int dir;
static struct pxt_process process;
static uint64_t start;

static inline void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_proc_start_time(getpid(), &start), 0);
	ck_assert_int_eq(pxt_process_open(dir, getpid(), start, &process), 0);
}

static inline void teardown(void)
{
	pxt_process_remove(dir, &process);
	pxt_process_close(&process);
	close(dir);
}

/* What is new may yet be needed. The library asks us what time it is. */
static time_t ahead;

time_t time(time_t *now)
{
	struct timespec clock;

	clock_gettime(CLOCK_REALTIME, &clock);
	if (now)
		*now = clock.tv_sec + ahead;
	return clock.tv_sec + ahead;
}

static inline void sweep_later(void)
{
	ahead = LATER_S;
	pxt_process_sweep(dir);
	ahead = 0;
}

static inline uint32_t open_in(struct pxt_process *where, const char *name)
{
	uint32_t type;

	ck_assert_int_eq(pxt_process_open_name(where, name, &type), 0);
	return type;
}

static inline uint32_t open_name(const char *name)
{
	return open_in(&process, name);
}

static inline unsigned streams_of(const struct pxt_process *which)
{
	return atomic_load(&which->shared->word) & 0xffff;
}

/* Files */

static inline void file_name(pid_t pid, uint64_t began, char *name)
{
	sprintf(name, "%d-%llu", (int)pid, (unsigned long long)began);
}

static inline bool has_file(pid_t pid, uint64_t began)
{
	char name[64];

	file_name(pid, began, name);
	return !faccessat(dir, name, F_OK, 0);
}

static inline bool has_names(uint64_t id)
{
	char name[64];

	sprintf(name, "names-%016llx", (unsigned long long)id);
	return !faccessat(dir, name, F_OK, 0);
}

static inline int open_file(pid_t pid, uint64_t began, int flags)
{
	char name[64];
	int fd;

	file_name(pid, began, name);
	fd = openat(dir, name, flags, 0600);
	ck_assert_int_ge(fd, 0);
	return fd;
}

/* How many files of names there are. */
static inline unsigned count_names(void)
{
	struct dirent *entry;
	unsigned count = 0;
	DIR *list = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY));

	ck_assert_ptr_nonnull(list);
	while ((entry = readdir(list)))
		count += pxt_names_id(entry->d_name) != 0;
	closedir(list);
	return count;
}

static inline void open_other(pid_t pid, uint64_t began,
			      struct pxt_process *other)
{
	ck_assert_int_eq(pxt_process_open(dir, pid, began, other), 0);
}

static inline void let_go(struct pxt_process *other)
{
	pxt_process_remove(dir, other);
	pxt_process_close(other);
}

/* Many at once: each child works with what it has opened itself. */

static inline void *share(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	ck_assert_ptr_ne(memory, MAP_FAILED);
	return memory;
}

static pthread_barrier_t *barrier;

static inline void make_barrier(unsigned count)
{
	pthread_barrierattr_t attr;

	barrier = share(sizeof(*barrier));
	pthread_barrierattr_init(&attr);
	pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	ck_assert_int_eq(pthread_barrier_init(barrier, &attr, count), 0);
}

static pid_t member[MANY];

static inline void make_children(int (*work)(unsigned who))
{
	for (unsigned i = 0; i < MANY; i++) {
		member[i] = fork();
		ck_assert_int_ge(member[i], 0);
		if (!member[i])
			_exit(work(i));
	}
}

static inline void wait_for_children(void)
{
	int status;

	for (int i = 0; i < MANY; i++) {
		ck_assert_int_eq(waitpid(member[i], &status, 0), member[i]);
		ck_assert_int_eq(status, 0);
	}
}

static unsigned listed; /* entries of directories */

/* In the place of the C library's. */
struct dirent *readdir(DIR *list)
{
	static struct dirent *(*next)(DIR * list);

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "readdir");
	listed++;
	return next(list);
}

/* Heirs */

static struct pxt_process heir;

static inline void make_heir(void)
{
	open_other(1, NOBODYS_START, &heir);
}

static inline void let_heir_go(void)
{
	let_go(&heir);
}

static inline TCase *new_case(const char *name)
{
	TCase *t = tcase_create(name);

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	return t;
}

#endif
