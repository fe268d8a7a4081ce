/* process.c - process files */
#include "stream/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/clock.h"
#include "base/proc.h"
#include "base/shm.h"
#include "base/text.h"
#include "model/image.h"

#define MAGIC UINT64_C(0x34636f7270747870) /* "pxtproc4" */

enum {
	FILE_NAME_SIZE = 48,
	UNFINISHED = sizeof("new-") - 1,
	WORD_CHANGE = 1 << 16,
	OPEN_ATTEMPTS = 100,
	SWEEP_NAMES = 256, /* names files looked into at once */
	SWEEP_THOROUGHLY = 8,
	SWEEP_FILES = 64, /* of processes; names are looked at every time */
	SWEEP_ENTRIES = 4096, /* of a directory, by the way */
	SWEEP_SELDOM = 32,
	NEW_FOR_S = 10,
	DISOWNED_WITHIN = 1 << 20, /* ticks of start times */
	WORD_ATTEMPTS = 1000,	   /* more are somebody scribbling */
};

/* The file */

static const char unfinished[] = "new-";

static void file_name(pid_t pid, uint64_t start, char *name)
{
	name = pxt_text_decimal(name, (uint64_t)pid);
	name = pxt_text_copy(name, "-");
	pxt_text_decimal(name, start);
}

/* A process does without counts by types, where its share is small: what it
 * counts is what others read. */
static size_t mapped_length(const struct pxt_process *process)
{
	if (process->pid == getpid() &&
	    pxt_address_space_share(0) < sizeof(struct pxt_process_shared))
		return offsetof(struct pxt_process_shared, unreached_types);
	return sizeof(struct pxt_process_shared);
}

static int map_file(int fd, struct pxt_process *process)
{
	const size_t length = mapped_length(process);
	void *memory;
	int err;

	err = pxt_shm_map(fd, length, &memory);
	if (err)
		return err;
	process->shared = memory;
	process->length = length;
	return 0;
}

/* What a file is called while it is being made: one thread makes one at a
 * time. */
static void unfinished_name(uint64_t start, char *name)
{
	memcpy(name, unfinished, UNFINISHED);
	file_name(gettid(), start, name + UNFINISHED);
}

/* Only the first part is backed by memory from the start: the image is given
 * its own when it comes. */
static int create(int dir, const char *name, int *fd)
{
	return pxt_shm_create(dir, name,
			      offsetof(struct pxt_process_shared, image),
			      sizeof(struct pxt_process_shared), fd);
}

/* Nobody sees it before it is whole, and nothing of it stays in the way of
 * others if its maker is killed. */
static int make(int dir, const char *name, struct pxt_process *process)
{
	char temporary[FILE_NAME_SIZE];
	int fd, err;

	err = pxt_names_create(dir, &process->names);
	if (err)
		return err;
	unfinished_name(process->start, temporary);
	err = create(dir, temporary, &fd);
	if (err == EEXIST) {
		/* Of a thread that had the number before, and was killed. */
		pxt_shm_remove(dir, temporary);
		err = create(dir, temporary, &fd);
	}
	if (err)
		goto remove_names;
	err = map_file(fd, process);
	close(fd);
	if (err)
		goto remove;

	process->shared->length = sizeof(struct pxt_process_shared);
	process->shared->serial = pxt_proc_serial(process->pid);
	process->shared->magic = MAGIC;
	atomic_store_explicit(&process->shared->family, process->names.id,
			      memory_order_relaxed);
	err = pxt_shm_publish(dir, temporary, name);
	if (!err)
		return 0;
	pxt_shm_unmap(process->shared, process->length);
	process->shared = NULL;
	goto remove_names;

remove:
	pxt_shm_remove(dir, temporary);
remove_names:
	pxt_names_remove(dir, process->names.id);
	pxt_names_close(&process->names);
	return err;
}

/* Of a family whose file is gone, for whatever reason, this is the last. */
static int replace_names(int dir, struct pxt_process *process, uint64_t gone)
{
	int err;

	err = pxt_names_create(dir, &process->names);
	if (err)
		return err;
	if (atomic_compare_exchange_strong(&process->shared->family, &gone,
					   process->names.id))
		return 0;
	pxt_names_remove(dir, process->names.id);
	pxt_names_close(&process->names);
	return pxt_names_open(dir, gone, &process->names);
}

static int find_names(int dir, struct pxt_process *process)
{
	uint64_t family = atomic_load(&process->shared->family);
	int err;

	err = pxt_names_open(dir, family, &process->names);
	return err == ENOENT ? replace_names(dir, process, family) : err;
}

/* Without its names. */
static int open_file(int dir, const char *name, struct pxt_process *process)
{
	size_t length;
	int fd, err;

	err = pxt_shm_open(dir, name, &fd, &length);
	if (err)
		return err;
	err = length == sizeof(struct pxt_process_shared) ?
		      map_file(fd, process) :
		      EBADMSG;
	close(fd);
	if (err)
		return err;

	if (process->shared->magic != MAGIC) {
		pxt_process_close(process);
		return EBADMSG;
	}
	atomic_thread_fence(memory_order_acquire);
	return 0;
}

static int find(int dir, const char *name, struct pxt_process *process)
{
	int err;

	err = open_file(dir, name, process);
	if (err)
		return err;
	err = find_names(dir, process);
	if (err)
		pxt_process_close(process);
	return err;
}

static void begin(struct pxt_process *process, int dir, pid_t pid,
		  uint64_t start, char *name)
{
	*process = (struct pxt_process){
		.pid = pid,
		.start = start,
		.dir = dir,
	};
	file_name(pid, start, name);
}

/* A number that is given to another within a hundredth of a second comes with
 * the same start time. */
static bool is_predecessors(const struct pxt_process *process)
{
	const uint64_t then = process->shared->serial;
	const uint64_t now = then ? pxt_proc_serial(process->pid) : 0;

	return now && now != then;
}

/* ESTALE: there is one, of an earlier process. */
static int find_own(int dir, const char *name, struct pxt_process *process)
{
	int err;

	err = find(dir, name, process);
	if (!err && is_predecessors(process)) {
		pxt_process_close(process);
		err = ESTALE;
	}
	return err;
}

/* ENOENT: now there is none. EEXIST: somebody else was quicker, and may have
 * made the process's own; the lock, so that it is not taken for the other. */
static int make_room(int dir, const char *name, struct pxt_process *process)
{
	int err;

	err = pxt_shm_lock(dir);
	if (err)
		return err;
	err = find_own(dir, name, process);
	if (!err) {
		pxt_process_close(process);
		err = EEXIST;
	} else if (err == ESTALE) {
		pxt_shm_remove(dir, name);
		err = ENOENT;
	}
	pxt_shm_unlock(dir);
	return err;
}

int pxt_process_find(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process)
{
	char name[FILE_NAME_SIZE];
	int err;

	begin(process, dir, pid, start, name);
	err = find_own(dir, name, process);
	return err == ESTALE ? ENOENT : err;
}

int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process)
{
	char name[FILE_NAME_SIZE];
	int err = EEXIST;

	begin(process, dir, pid, start, name);

	/* Others may make it, or remove it, at this moment. */
	for (int i = 0; i < OPEN_ATTEMPTS && err == EEXIST; i++) {
		err = find_own(dir, name, process);
		if (err == ESTALE)
			err = make_room(dir, name, process);
		if (err == ENOENT)
			err = make(dir, name, process);
	}
	return err;
}

void pxt_process_close(struct pxt_process *process)
{
	struct pxt_process_shared *shared = process->shared;

	process->shared = NULL;
	atomic_signal_fence(memory_order_seq_cst); /* a fork may come between */
	pxt_shm_unmap(shared, process->length);
	pxt_names_close(&process->names);
}

/* A family's names go with its last member: if there was another than this, a
 * sweep finds out. */
void pxt_process_remove(int dir, const struct pxt_process *process)
{
	struct pxt_names names = process->names;
	char name[FILE_NAME_SIZE];

	file_name(process->pid, process->start, name);
	pxt_shm_remove(dir, name);
	if (names.shared && pxt_names_end(&names, 0))
		pxt_names_remove(dir, names.id);
}

void pxt_process_discard(int dir, pid_t pid, uint64_t start)
{
	char name[FILE_NAME_SIZE];

	file_name(pid, start, name);
	pxt_shm_remove(dir, name);
}

/* All files of a directory */

static bool parse_name(const char *name, pid_t *pid, uint64_t *start)
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

static DIR *list_files(int dir)
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

/* Names are looked for when they are needed: those of a family that is nowhere
 * would be made anew, whoever scribbled its number there. */
static int open_to_visit(int dir, pid_t pid, uint64_t start,
			 struct pxt_process *process)
{
	char name[FILE_NAME_SIZE];

	begin(process, dir, pid, start, name);
	return open_file(dir, name, process);
}

void pxt_process_for_each(int dir, pxt_process_visit *visit, void *argument)
{
	struct pxt_process process;
	struct dirent *entry;
	uint64_t start;
	pid_t pid;
	DIR *list = list_files(dir);

	while (list && (entry = readdir(list)))
		if (parse_name(entry->d_name, &pid, &start) &&
		    !open_to_visit(dir, pid, start, &process)) {
			visit(&process, argument);
			pxt_process_close(&process);
		}
	if (list)
		closedir(list);
}

int pxt_process_find_pid(int dir, pid_t pid, struct pxt_process *process)
{
	uint64_t start, latest = 0;
	struct dirent *entry;
	DIR *list = list_files(dir);
	pid_t other;

	while (list && (entry = readdir(list)))
		if (parse_name(entry->d_name, &other, &start) && other == pid &&
		    start > latest)
			latest = start;
	if (list)
		closedir(list);
	return latest ? pxt_process_find(dir, pid, latest, process) : ENOENT;
}

struct kin {
	const struct pxt_process *of;
	bool any;
};

static void look_for_kin(struct pxt_process *process, void *argument)
{
	struct kin *kin = argument;

	kin->any |= (process->pid != kin->of->pid ||
		     process->start != kin->of->start) &&
		    atomic_load(&process->shared->family) == kin->of->names.id;
}

void pxt_process_remove_dead(int dir, const struct pxt_process *process)
{
	struct kin kin = { .of = process };
	char name[FILE_NAME_SIZE];

	pxt_process_for_each(dir, look_for_kin, &kin);
	if (!kin.any) {
		pxt_process_remove(dir, process);
		return;
	}
	file_name(process->pid, process->start, name);
	pxt_shm_remove(dir, name);
}

static uint64_t count_streams(const struct pxt_process *process)
{
	uint64_t count = 0;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		count += atomic_load(&process->shared->slot[i].nonce) != 0;
	return count;
}

bool pxt_process_has_stream(const struct pxt_process *process, uint64_t nonce)
{
	bool found = false;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		found |= atomic_load_explicit(&process->shared->slot[i].nonce,
					      memory_order_relaxed) == nonce;
	return found;
}

/* What is new may be about to be finished: a process file, or a names file
 * whose process file is not there yet. */
static bool is_old(int dir, const char *name)
{
	struct stat st;

	return !fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) &&
	       time(NULL) - st.st_ctime > NEW_FOR_S;
}

/* To ask whether there is such a process is cheap, to ask for its start time is
 * not: whether the number has been given to another is found out for a few at
 * a time, drawn by lot, so that all have their turn. */
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

/* Each is drawn as likely as any other, however many come. */
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

/* *family: whose names it uses, if it can be read. */
static bool is_traced(int dir, pid_t pid, uint64_t start, uint64_t *family)
{
	struct pxt_process process;
	bool traced;

	if (open_to_visit(dir, pid, start, &process))
		return false;
	traced = count_streams(&process);
	*family = atomic_load(&process.shared->family);
	pxt_process_close(&process);
	return traced;
}

/* What is not of this version, or half made by somebody who died, has
 * nothing to tell. */
static bool is_left_over(int dir, const char *name, struct suspects *suspects,
			 uint64_t *family)
{
	uint64_t start;
	pid_t pid;

	if (!strncmp(name, unfinished, UNFINISHED))
		return is_old(dir, name);
	if (!parse_name(name, &pid, &start))
		return false;
	if (!kill(pid, 0) || errno != ESRCH) {
		suspect(suspects, pid, start);
		return false;
	}
	return !is_traced(dir, pid, start, family);
}

/* Names that nobody is known to use. */
struct family {
	uint64_t id;
	uint32_t joins; /* before the processes were looked through */
};

struct sweep {
	struct family family[SWEEP_NAMES];
	size_t count;
};

/* Names that are new may have a process file soon; but not those that others
 * have joined: then there was one. What cannot be read is of nobody. */
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

/* The file of a process that has ended goes, and its names with it, if it was the
 * last to use them: that they had a file shows that they are not about to get
 * one. */
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
	char name[FILE_NAME_SIZE];

	for (size_t i = 0; i < suspects->count && i < SWEEP_THOROUGHLY; i++) {
		const pid_t pid = suspects->drawn[i].pid;
		const uint64_t start = suspects->drawn[i].start;
		uint64_t family = 0;

		if (pxt_proc_alive(pid, start) ||
		    is_traced(dir, pid, start, &family))
			continue;
		file_name(pid, start, name);
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
	uint64_t family = atomic_load(&process->shared->family);
	struct sweep *sweep = argument;

	for (size_t i = 0; i < sweep->count; i++)
		if (sweep->family[i].id == family)
			sweep->family[i] = sweep->family[--sweep->count];
}

/* At most so many entries are looked at. */
static void sweep_entries(int dir, uint64_t most)
{
	struct suspects suspects = {
		.lot = (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) | 1,
	};
	struct sweep sweep = { .count = 0 };
	struct dirent *entry;
	DIR *list = list_files(dir);

	while (list && most && (entry = readdir(list))) {
		uint64_t id = pxt_names_id(entry->d_name);
		uint64_t family = 0;

		if (is_left_over(dir, entry->d_name, &suspects, &family))
			sweep_file(&sweep, dir, entry->d_name, family);
		else if (id)
			suspect_family(&sweep, dir, id,
				       is_old(dir, entry->d_name));
		most--;
	}
	if (list)
		closedir(list);
	sweep_suspects(&sweep, dir, &suspects);

	/* Every process file has to be opened for that. Few names are left by
	 * the dead, and they can wait. */
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

/* Streams */

/* P3: who was killed between the two has changed a slot only. */
static void change_word(struct pxt_process *process)
{
	_Atomic uint64_t *word = &process->shared->word;
	uint64_t old = atomic_load(word);
	unsigned attempts = 0;
	uint64_t new;

	do
		new = ((old & ~UINT64_C(0xffff)) + WORD_CHANGE) |
		      count_streams(process);
	while (!atomic_compare_exchange_weak(word, &old, new) &&
	       ++attempts < WORD_ATTEMPTS);
}

void pxt_process_touch(struct pxt_process *process)
{
	change_word(process);
}

int pxt_process_add_stream(struct pxt_process *process, unsigned number,
			   uint64_t nonce, uint64_t heirs_since)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t none = 0;

		/* P1; and P4, if somebody looks before the number is there. */
		if (!atomic_compare_exchange_strong_explicit(
			    &process->shared->slot[i].nonce, &none, nonce,
			    memory_order_relaxed, memory_order_relaxed))
			continue;
		atomic_store_explicit(&process->shared->slot[i].number, number,
				      memory_order_relaxed);
		atomic_store_explicit(&process->shared->slot[i].heirs_since,
				      heirs_since, memory_order_relaxed);
		change_word(process);
		return 0;
	}
	return EAGAIN;
}

/* P3 */
static void mend_word(struct pxt_process *process)
{
	uint64_t word = atomic_load(&process->shared->word);

	if ((word & 0xffff) != count_streams(process))
		change_word(process);
}

bool pxt_process_drop_stream(struct pxt_process *process, uint64_t nonce)
{
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++) {
		uint64_t old = nonce;

		if (atomic_load_explicit(&process->shared->slot[i].nonce,
					 memory_order_relaxed) != nonce) /* P4 */
			continue;
		/* The next stream of the slot may have no heirs. */
		atomic_store_explicit(&process->shared->slot[i].heirs_since, 0,
				      memory_order_relaxed);
		if (atomic_compare_exchange_strong(
			    &process->shared->slot[i].nonce, &old, 0))
			change_word(process); /* P2 */
		return true;
	}
	mend_word(process);
	return false;
}

/* The nonce before the time: a stream that takes the slot over meanwhile has
 * no heirs of the last one. */
static bool is_inherited(const struct pxt_process *parent, size_t i,
			 uint64_t born, uint64_t *nonce)
{
	uint64_t since;

	*nonce = atomic_load(&parent->shared->slot[i].nonce);
	since = atomic_load(&parent->shared->slot[i].heirs_since);
	return *nonce && since && since <= born;
}

bool pxt_process_heir(const struct pxt_process *parent, size_t slot,
		      uint64_t born, struct pxt_process_heir *heir)
{
	if (!is_inherited(parent, slot, born, &heir->nonce))
		return false;
	heir->number = atomic_load(&parent->shared->slot[slot].number);
	return true;
}

bool pxt_process_has_heirs(const struct pxt_process *parent, uint64_t born)
{
	uint64_t nonce;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		if (is_inherited(parent, i, born, &nonce))
			return true;
	return false;
}

/* Has it left the parent since, the child must not keep it either: whoever
 * drops a stream looks for heirs after that. */
static void inherit_one(struct pxt_process *child, struct pxt_process *parent,
			size_t i, uint64_t nonce)
{
	const uint64_t ever = 1; /* its children are younger than it is */
	uint32_t number = atomic_load(&parent->shared->slot[i].number);

	if (pxt_process_add_stream(child, number, nonce, ever))
		return;
	atomic_thread_fence(memory_order_seq_cst);
	if (atomic_load(&parent->shared->slot[i].nonce) != nonce)
		pxt_process_drop_stream(child, nonce);
}

void pxt_process_inherit(struct pxt_process *child, struct pxt_process *parent,
			 uint64_t born)
{
	uint64_t nonce;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		if (is_inherited(parent, i, born, &nonce))
			inherit_one(child, parent, i, nonce);
}

static uint64_t pack_child(pid_t child, uint64_t born)
{
	return (uint64_t)child << 32 | (born & UINT32_MAX);
}

void pxt_process_disown(struct pxt_process *parent, pid_t child, uint64_t now)
{
	uint32_t next = atomic_fetch_add_explicit(
		&parent->shared->disowned_next, 1, memory_order_relaxed);

	atomic_store_explicit(
		&parent->shared->disowned[next % PXT_PROCESS_DISOWNED],
		pack_child(child, now), memory_order_relaxed);
}

/* It was disowned right after its birth. */
bool pxt_process_disowned(const struct pxt_process *parent, pid_t child,
			  uint64_t born)
{
	const uint64_t wanted = pack_child(child, born);

	for (size_t i = 0; i < PXT_PROCESS_DISOWNED; i++)
		if (atomic_load_explicit(&parent->shared->disowned[i],
					 memory_order_relaxed) -
			    wanted <=
		    DISOWNED_WITHIN)
			return true;
	return false;
}

/* Names */

/* The family changes when the process executes another program. */
static struct pxt_names *names_of(struct pxt_process *process)
{
	uint64_t family = atomic_load_explicit(&process->shared->family,
					       memory_order_seq_cst);
	struct pxt_names now;

	if (family != process->names.id && process->dir >= 0 &&
	    !pxt_names_open(process->dir, family, &now)) {
		pxt_names_close(&process->names);
		process->names = now;
	}
	return &process->names;
}

/* One of the types that this program has opened, from now on. ENOSPC: it has
 * as many as it may. */
static int claim(struct pxt_process *process, uint32_t type)
{
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		_Atomic uint32_t *entry = &process->shared->opened[i];
		uint32_t old =
			atomic_load_explicit(entry, memory_order_relaxed);

		if (!old && atomic_compare_exchange_strong_explicit(
				    entry, &old, type, memory_order_relaxed,
				    memory_order_relaxed))
			return 0;
		if (old == type)
			return 0;
	}
	return ENOSPC;
}

static bool may_open_more(const struct pxt_process *process)
{
	return !atomic_load_explicit(
		&process->shared->opened[PXT_EVENT_NAMED_MAX - 1],
		memory_order_relaxed);
}

int pxt_process_open_name(struct pxt_process *process, const char *name,
			  uint32_t *type)
{
	struct pxt_names *names = names_of(process);
	int err;

	err = pxt_names_find(names, name, type);
	if (err)
		err = may_open_more(process) ?
			      pxt_names_add(names, name, type) :
			      ENOSPC;
	if (!err)
		err = claim(process, *type);
	if (err != ENOSPC)
		return err;
	*type = PXT_EVENT_UNNAMED;
	return 0;
}

bool pxt_process_has_type(struct pxt_process *process, uint32_t type)
{
	return pxt_names_has(names_of(process), type);
}

int pxt_process_name(struct pxt_process *process, uint32_t type, char *name)
{
	return pxt_names_get(names_of(process), type, name);
}

int pxt_process_describe(struct pxt_process *process, uint32_t type,
			 const char *text)
{
	struct pxt_names *names = names_of(process);

	return pxt_names_has(names, type) ?
		       pxt_descriptions_add(names, type, text) :
		       EINVAL;
}

int pxt_process_refuse(struct pxt_process *process, uint32_t type,
		       const char *text)
{
	struct pxt_names *names = names_of(process);

	return pxt_names_has(names, type) ?
		       pxt_descriptions_refuse(names, type, text) :
		       EINVAL;
}

int pxt_process_description(struct pxt_process *process, uint32_t type,
			    char *text)
{
	return pxt_descriptions_get(names_of(process), type, text);
}

int pxt_process_next_description(struct pxt_process *process, uint32_t *at,
				 uint32_t *type, char *text)
{
	return pxt_descriptions_next(names_of(process), at, type, text);
}

void pxt_process_keep_names(struct pxt_process *child,
			    const struct pxt_process *parent)
{
	if (names_of(child)->id != parent->names.id) {
		pxt_names_copy(&child->names, &parent->names);
		pxt_descriptions_copy(&child->names, &parent->names);
	}
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++) {
		uint32_t type = atomic_load_explicit(&parent->shared->opened[i],
						     memory_order_relaxed);

		if (!type || claim(child, type))
			return;
	}
}

static int take_names(struct pxt_process *process, int dir, uint64_t family)
{
	struct pxt_names names;
	int err;

	if (process->names.id == family)
		return 0;
	err = pxt_names_open(dir, family, &names);
	if (err)
		return err;
	pxt_names_remove(dir, process->names.id);
	pxt_names_close(&process->names);
	process->names = names;
	atomic_store_explicit(&process->shared->family, names.id,
			      memory_order_seq_cst);
	return 0;
}

int pxt_process_join_family(struct pxt_process *process, int dir,
			    struct pxt_names *family)
{
	int err;

	if (!pxt_names_begin_join(family))
		return ESTALE;
	err = take_names(process, dir, family->id);
	pxt_names_end_join(family);
	return err;
}

/* Another may have done it, or do it now: then this one is of no use. */
static void begin_family(struct pxt_process *process, int dir)
{
	uint64_t old = process->names.id;
	struct pxt_names names;

	if (pxt_names_create(dir, &names))
		return;
	if (!atomic_compare_exchange_strong(&process->shared->family, &old,
					    names.id))
		pxt_names_remove(dir, names.id);
	pxt_names_close(&names);
}

void pxt_process_forget_names(struct pxt_process *process, int dir)
{
	for (size_t i = 0; i < PXT_EVENT_NAMED_MAX; i++)
		if (atomic_load_explicit(&process->shared->opened[i],
					 memory_order_relaxed))
			atomic_store_explicit(&process->shared->opened[i], 0,
					      memory_order_relaxed);
	/* Who made a stream at this moment looks for the family once more
	 * before it uses a name. */
	if (!pxt_process_traced(atomic_load_explicit(&process->shared->word,
						     memory_order_seq_cst)))
		begin_family(process, dir);
	names_of(process);
}

/* The image */

void pxt_process_set_image(struct pxt_process *process, const void *image,
			   size_t len)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t version = atomic_load_explicit(&shared->image_version,
						memory_order_relaxed) |
			   1;

	if (len > PXT_PROCESS_IMAGE || pxt_shm_populate(shared->image, len))
		return;

	/* A reader that sees any of the new bytes finds the version odd, or
	 * changed, when it looks again. */
	atomic_store_explicit(&shared->image_version, version,
			      memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	memcpy(shared->image, image, len);
	atomic_store_explicit(&shared->image_length, (uint32_t)len,
			      memory_order_relaxed);
	atomic_store_explicit(&shared->image_version, version + 1,
			      memory_order_release);
}

void pxt_process_forget_image(struct pxt_process *process)
{
	struct pxt_process_shared *shared = process->shared;
	uint32_t old = atomic_load_explicit(&shared->image_version,
					    memory_order_relaxed);

	/* Odd: the new program is telling it. Counted on: who has the old
	 * image sees that there is another. */
	if (old & 1 || !atomic_compare_exchange_strong_explicit(
			       &shared->image_version, &old, old | 1,
			       memory_order_relaxed, memory_order_relaxed))
		return;
	atomic_store_explicit(&shared->image_length, 0, memory_order_relaxed);
	atomic_store_explicit(&shared->image_version, old + 2,
			      memory_order_release);
}

/* Up to so many bytes of it, from one on. *len: all that there are. */
static int read_part(const struct pxt_process *process, void *part,
		     size_t from, size_t size, size_t *len, uint32_t *version)
{
	const struct pxt_process_shared *shared = process->shared;
	uint32_t before, after, length;

	before = atomic_load_explicit(&shared->image_version,
				      memory_order_acquire);
	length = atomic_load_explicit(&shared->image_length,
				      memory_order_relaxed);
	if (!before || before & 1 || length <= from ||
	    length > PXT_PROCESS_IMAGE)
		return ENODATA;

	memcpy(part, shared->image + from,
	       length - from < size ? length - from : size);
	atomic_thread_fence(memory_order_acquire);
	after = atomic_load_explicit(&shared->image_version,
				     memory_order_relaxed);
	if (after != before)
		return ENODATA;
	*len = length;
	*version = before;
	return 0;
}

static int read_image(const struct pxt_process *process, void *image,
		      size_t room, size_t *len, uint32_t *version)
{
	int err = read_part(process, image, 0, room, len, version);

	return !err && *len > room ? ENODATA : err;
}

int pxt_process_get_program_name(const struct pxt_process *process, char *name,
				 size_t size)
{
	uint32_t version;
	size_t len;

	memset(name, 0, size);
	return read_part(process, name, PXT_IMAGE_NAME, size - 1, &len,
			 &version);
}

int pxt_process_get_image(const struct pxt_process *process, void *image,
			  size_t *len, uint32_t *version)
{
	return read_image(process, image, PXT_PROCESS_IMAGE, len, version);
}

/* Directly from one file to the other: this may be a signal handler. */
void pxt_process_copy_image(struct pxt_process *to,
			    const struct pxt_process *from)
{
	const uint32_t pid = (uint32_t)to->pid;
	uint8_t *image = to->shared->image;
	uint32_t version;
	size_t len;

	len = atomic_load_explicit(&from->shared->image_length,
				   memory_order_relaxed);
	if (len > PXT_PROCESS_IMAGE || pxt_shm_populate(image, len) ||
	    read_image(from, image, len, &len, &version) || len < 4)
		return;
	for (int i = 0; i < 4; i++)
		image[i] = (uint8_t)(pid >> 8 * i);
	atomic_store_explicit(&to->shared->image_length, (uint32_t)len,
			      memory_order_relaxed);
	atomic_store_explicit(&to->shared->image_version, 2,
			      memory_order_release);
}
