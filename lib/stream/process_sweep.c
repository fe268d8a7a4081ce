/* process_sweep.c - removing files of processes that have ended */
#include "stream/process_sweep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/shm.h"
#include "stream/process_file.h"

enum {
	SWEEP_NAMES = 256, /* names files examined at once */
	SWEEP_THOROUGHLY = 8,
	SWEEP_FILES = 64, /* process files examined; names are examined every
			   * time */
	SWEEP_ENTRIES = 4096, /* limit of entries in a casual sweep */
	SWEEP_SELDOM = 32,
	NEW_FOR_S = 10,
};

/* New files may be unfinished: process files, or names files without their
 * process file. */
static bool is_old(int dir, const char *name)
{
	struct stat st;

	return !fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) &&
	       time(NULL) - st.st_ctime > NEW_FOR_S;
}

/* Checking that a process exists is cheap, checking its start time is not:
 * reused numbers are looked for in a random sample, so that each file gets its
 * turn. */
struct suspects {
	uint64_t lot;
	uint64_t count;
	struct {
		pid_t pid;
		uint64_t start;
	} drawn[SWEEP_THOROUGHLY];
};

static uint64_t draw(struct suspects *suspects)
{
	suspects->lot ^= suspects->lot << 13;
	suspects->lot ^= suspects->lot >> 7;
	suspects->lot ^= suspects->lot << 17;
	return suspects->lot % suspects->count;
}

/* Reservoir sampling: each is equally likely, whatever their number. */
static void suspect(struct suspects *suspects, pid_t pid, uint64_t start)
{
	uint64_t i = suspects->count++;

	if (i >= SWEEP_THOROUGHLY)
		i = draw(suspects);
	if (i >= SWEEP_THOROUGHLY)
		return;
	suspects->drawn[i].pid = pid;
	suspects->drawn[i].start = start;
}

/* *family: the family of names, if it can be read. */
static bool is_traced(int dir, pid_t pid, uint64_t start, uint64_t *family)
{
	struct pxt_process process;
	bool traced;

	if (pxt_process_find_without_names(dir, pid, start, &process))
		return false;
	traced = pxt_process_count_streams(&process);
	*family = atomic_load_explicit(&process.shared->family,
				       memory_order_seq_cst);
	pxt_process_close(&process);
	return traced;
}

/* Files of another version, or unfinished ones of a dead maker, have no
 * contents to preserve. */
static bool is_leftover_file(int dir, const char *name,
			     struct suspects *suspects, uint64_t *family)
{
	uint64_t start;
	pid_t pid;

	if (pxt_process_file_is_unfinished(name))
		return is_old(dir, name);
	if (!pxt_process_file_parse(name, &pid, &start))
		return false;
	if (!kill(pid, 0) || errno != ESRCH) {
		suspect(suspects, pid, start);
		return false;
	}
	return !is_traced(dir, pid, start, family);
}

/* Names without a known user. */
struct family {
	uint64_t id;
	uint32_t joins; /* before the search through the processes */
};

struct sweep {
	struct family family[SWEEP_NAMES];
	size_t count;
};

/* New names may get a process file soon, unless others have joined: then there
 * was one. An unreadable file has no users. */
static void suspect_family(struct sweep *sweep, int dir, uint64_t id,
			   bool is_old)
{
	struct family family = { .id = id };
	struct pxt_names names;
	bool over = is_old;

	if (!pxt_names_open(dir, id, &names)) {
		over = pxt_names_are_quiet(&names, &family.joins) &&
		       (is_old || family.joins);
		pxt_names_close(&names);
	}
	for (size_t i = 0; i < sweep->count && over; i++)
		over = sweep->family[i].id != id;
	if (over && sweep->count < SWEEP_NAMES)
		sweep->family[sweep->count++] = family;
}

/* Removes the file of a process that has ended, and its names if it was their
 * last user: names that had a file are not new. */
static void sweep_file(struct sweep *sweep, int dir, const char *name,
		       uint64_t family)
{
	pxt_shm_remove(dir, name);
	if (family)
		suspect_family(sweep, dir, family, true);
}

static void sweep_suspects(struct sweep *sweep, int dir,
			   const struct suspects *suspects)
{
	char name[PXT_PROCESS_FILE_NAME];

	for (size_t i = 0; i < suspects->count && i < SWEEP_THOROUGHLY; i++) {
		const pid_t pid = suspects->drawn[i].pid;
		const uint64_t start = suspects->drawn[i].start;
		uint64_t family = 0;

		if (pxt_proc_alive(pid, start) ||
		    is_traced(dir, pid, start, &family))
			continue;
		pxt_process_file_name(pid, start, name);
		sweep_file(sweep, dir, name, family);
	}
}

static void remove_family(int dir, const struct family *family)
{
	struct pxt_names names;
	bool over = true;

	if (!pxt_names_open(dir, family->id, &names)) {
		over = pxt_names_end(&names, family->joins);
		pxt_names_close(&names);
	}
	if (over)
		pxt_names_remove(dir, family->id);
}

static void spare_family(struct pxt_process *process, void *argument)
{
	uint64_t family = atomic_load_explicit(&process->shared->family,
					       memory_order_seq_cst);
	struct sweep *sweep = argument;

	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->family[i].id == family)
			sweep->family[i] = sweep->family[--sweep->count];
}

/* Examines a limited number of entries. */
static void sweep_entries(int dir, uint64_t most)
{
	struct suspects suspects = {
		.lot = (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) | 1,
	};
	struct sweep sweep = { .count = 0 };
	struct dirent *entry;
	DIR *list = pxt_process_file_list(dir);

	while (list && most && (entry = readdir(list))) {
		uint64_t id = pxt_names_id(entry->d_name);
		uint64_t family = 0;

		if (is_leftover_file(dir, entry->d_name, &suspects, &family))
			sweep_file(&sweep, dir, entry->d_name, family);
		else if (id)
			suspect_family(&sweep, dir, id,
				       is_old(dir, entry->d_name));
		most--;
	}
	if (list)
		closedir(list);
	sweep_suspects(&sweep, dir, &suspects);

	/* Every process file has to be opened for this. Few names are left by
	 * dead processes, and they can wait. */
	if (!most ||
	    (suspects.count > SWEEP_FILES && pxt_proc_now() % SWEEP_SELDOM))
		return;
	if (sweep.count)
		pxt_process_for_each(dir, spare_family, &sweep);
	for (size_t i = 0; i < sweep.count; i++)
		remove_family(dir, &sweep.family[i]);
}

void pxt_process_sweep(int dir)
{
	sweep_entries(dir, SWEEP_ENTRIES);
}

void pxt_process_sweep_all(int dir)
{
	sweep_entries(dir, UINT64_MAX);
}
