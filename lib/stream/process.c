/* process.c - process files */
#include "stream/process.h"

#include <dirent.h>
#include <errno.h>
#include <unistd.h>

#include "base/address_space.h"
#include "base/number_space.h"
#include "base/proc.h"
#include "base/shm.h"

#define MAGIC UINT64_C(0x36636f7270747870) /* "pxtproc6" */

/* The file */

/* A process with a small share maps no counts by types: only others read
 * those. */
static size_t mapped_length(const struct pxt_process *process)
{
	if (pxt_process_is_own(process) &&
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

/* Memory is reserved for the first part only: the image reserves its own
 * later. */
static int create(int dir, const char *name, int *fd)
{
	return pxt_shm_create(dir, name,
			      offsetof(struct pxt_process_shared, image),
			      sizeof(struct pxt_process_shared), fd);
}

static uint64_t serial_of(const struct pxt_process *process)
{
	return process->here ? pxt_proc_serial(process->here) : 0;
}

/* The file gets its name when it is complete, so that a killed maker leaves
 * nothing in the way. */
static int make(int dir, const char *name, struct pxt_process *process)
{
	char temporary[PXT_PROCESS_FILE_NAME];
	int fd, err;

	err = pxt_names_create(dir, &process->names);
	if (err)
		return err;
	pxt_process_file_unfinished(&process->id, temporary);
	err = create(dir, temporary, &fd);
	if (err == EEXIST) {
		/* Left by an earlier thread of that number, which was
		 * killed. */
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
	process->shared->serial = serial_of(process);
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

/* A family whose file is missing, for whatever reason, ends here. */
static int replace_names(int dir, struct pxt_process *process, uint64_t gone)
{
	int err;

	err = pxt_names_create(dir, &process->names);
	if (err)
		return err;
	if (atomic_compare_exchange_strong_explicit(
		    &process->shared->family, &gone, process->names.id,
		    memory_order_seq_cst, memory_order_seq_cst))
		return 0;
	pxt_names_remove(dir, process->names.id);
	pxt_names_close(&process->names);
	return pxt_names_open(dir, gone, &process->names);
}

static int find_names(int dir, struct pxt_process *process)
{
	uint64_t family = atomic_load_explicit(&process->shared->family,
					       memory_order_seq_cst);
	int err;

	err = pxt_names_open(dir, family, &process->names);
	return err == ENOENT ? replace_names(dir, process, family) : err;
}

/* Opens a file without its names. */
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

static void begin(struct pxt_process *process, int dir,
		  const struct pxt_process_id *id, char *name)
{
	*process = (struct pxt_process){
		.id = *id,
		.here = pxt_space_is_here(id->space) ? id->pid : 0,
		.dir = dir,
	};
	pxt_process_file_name(id, name);
}

static void begin_here(struct pxt_process *process, int dir, pid_t here,
		       uint64_t start, char *name)
{
	struct pxt_process_id id;

	pxt_process_identify(here, start, &id);
	begin(process, dir, &id, name);
	process->here = here;
}

/* A number that is reused within a hundredth of a second has the same start
 * time. */
static bool is_predecessors_file(const struct pxt_process *process)
{
	const uint64_t then = process->shared->serial;
	const uint64_t now = then ? serial_of(process) : 0;

	return now && now != then;
}

/* ESTALE: a file of an earlier process. */
static int find_own_file(int dir, const char *name, struct pxt_process *process)
{
	int err;

	err = find(dir, name, process);
	if (!err && is_predecessors_file(process)) {
		pxt_process_close(process);
		err = ESTALE;
	}
	return err;
}

static bool is_gone(const struct pxt_process *process)
{
	return atomic_load_explicit(&process->shared->program,
				    memory_order_seq_cst) == PXT_PROGRAM_GONE;
}

/* ESTALE: likewise, or it is about to go. */
static int find_staying_file(int dir, const char *name,
			     struct pxt_process *process)
{
	int err;

	err = find_own_file(dir, name, process);
	if (!err && is_gone(process)) {
		pxt_process_close(process);
		err = ESTALE;
	}
	return err;
}

uint64_t pxt_process_count_streams(const struct pxt_process *process)
{
	uint64_t count = 0;

	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		count += atomic_load_explicit(&process->shared->slot[i].nonce,
					      memory_order_seq_cst) != 0;
	return count;
}

/* P6. The holders first: a stream takes the place of its holder. false: the
 * file stays, with that program. */
static bool settle(int dir, struct pxt_process *process, uint64_t program)
{
	if (atomic_load_explicit(&process->shared->holders,
				 memory_order_seq_cst) ||
	    pxt_process_count_streams(process)) {
		atomic_store_explicit(&process->shared->program, program,
				      memory_order_seq_cst);
		return false;
	}
	pxt_process_remove(dir, process);
	return true;
}

/* ENOENT: now there is none. EEXIST: somebody else was quicker, and may have
 * made the process's own; the lock, so that it is not taken for the other. */
static int make_room(int dir, const char *name, struct pxt_process *process)
{
	int err;

	err = pxt_shm_lock(dir); /* P7 */
	if (err)
		return err;
	err = find_own_file(dir, name, process);
	if (!err) {
		err = is_gone(process) &&
				      settle(dir, process, PXT_PROGRAM_NONE) ?
			      ENOENT :
			      EEXIST;
		pxt_process_close(process);
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
	char name[PXT_PROCESS_FILE_NAME];
	int err;

	begin_here(process, dir, pid, start, name);
	err = find_own_file(dir, name, process);
	return err == ESTALE ? ENOENT : err;
}

int pxt_process_find_id(int dir, const struct pxt_process_id *id,
			struct pxt_process *process)
{
	char name[PXT_PROCESS_FILE_NAME];
	int err;

	begin(process, dir, id, name);
	err = find_own_file(dir, name, process);
	return err == ESTALE ? ENOENT : err;
}

static int open_named(int dir, const char *name, struct pxt_process *process)
{
	int err = EEXIST;

	/* Other processes may make or remove it at this moment. */
	for (int i = 0; i < PXT_PROCESS_ATTEMPTS && err == EEXIST; i++) {
		err = find_staying_file(dir, name, process);
		if (err == ESTALE)
			err = make_room(dir, name, process);
		if (err == ENOENT)
			err = make(dir, name, process);
	}
	return err;
}

int pxt_process_open(int dir, pid_t pid, uint64_t start,
		     struct pxt_process *process)
{
	char name[PXT_PROCESS_FILE_NAME];

	begin_here(process, dir, pid, start, name);
	return open_named(dir, name, process);
}

int pxt_process_open_id(int dir, const struct pxt_process_id *id,
			struct pxt_process *process)
{
	char name[PXT_PROCESS_FILE_NAME];

	begin(process, dir, id, name);
	return open_named(dir, name, process);
}

void pxt_process_close(struct pxt_process *process)
{
	struct pxt_process_shared *shared = process->shared;

	process->shared = NULL;
	atomic_signal_fence(memory_order_seq_cst); /* a fork may come between */
	pxt_shm_unmap(shared, process->length);
	pxt_names_close(&process->names);
}

int pxt_process_hold(struct pxt_process *process)
{
	atomic_fetch_add_explicit(&process->shared->holders, 1,
				  memory_order_seq_cst); /* P5 */
	if (!is_gone(process))
		return 0;
	pxt_process_release(process);
	return ESTALE;
}

void pxt_process_release(struct pxt_process *process)
{
	atomic_fetch_sub_explicit(&process->shared->holders, 1,
				  memory_order_seq_cst);
}

int pxt_process_set_program(struct pxt_process *process, uint64_t program)
{
	uint64_t old = atomic_load_explicit(&process->shared->program,
					    memory_order_seq_cst);

	while (old != PXT_PROGRAM_GONE) /* P8 */
		if (atomic_compare_exchange_weak_explicit(
			    &process->shared->program, &old, program,
			    memory_order_seq_cst, memory_order_seq_cst))
			return 0;
	return ESTALE;
}

/* The lock is not waited for, as a program may be ending. The file of an
 * earlier process of the number has gone: the name is its successor's. */
bool pxt_process_retire(int dir, struct pxt_process *process, uint64_t program)
{
	uint64_t old = program;
	bool gone;

	if (is_predecessors_file(process) || !pxt_shm_try_lock(dir))
		return false;
	gone = atomic_compare_exchange_strong_explicit(
		       &process->shared->program, &old, PXT_PROGRAM_GONE,
		       memory_order_seq_cst, memory_order_seq_cst) &&
	       settle(dir, process, program);
	pxt_shm_unlock(dir);
	return gone;
}

/* The names of a family are removed with its last member: a sweep finds out if
 * this was the last. */
void pxt_process_remove(int dir, const struct pxt_process *process)
{
	struct pxt_names names = process->names;
	char name[PXT_PROCESS_FILE_NAME];

	pxt_process_file_name(&process->id, name);
	pxt_shm_remove(dir, name);
	if (names.shared && pxt_names_end(&names, 0))
		pxt_names_remove(dir, names.id);
}

void pxt_process_discard(int dir, const struct pxt_process_id *id)
{
	char name[PXT_PROCESS_FILE_NAME];

	pxt_process_file_name(id, name);
	pxt_shm_remove(dir, name);
}

/* All files of a directory */

/* Opens an existing file without its names, which are opened on demand: a
 * damaged family number would otherwise create a family. */
static int find_without_names(int dir, const struct pxt_process_id *id,
			      struct pxt_process *process)
{
	char name[PXT_PROCESS_FILE_NAME];

	begin(process, dir, id, name);
	return open_file(dir, name, process);
}

/* The beginning of a file, as far as a summary needs it. */
struct head {
	uint64_t magic;
	_Alignas(64) uint64_t word;
	_Alignas(64) struct {
		uint64_t nonce, heirs_since;
		uint32_t number;
	} slot[PXT_PROCESS_SLOTS];
	uint64_t family;
};

_Static_assert(offsetof(struct head, slot) ==
			       offsetof(struct pxt_process_shared, slot) &&
		       offsetof(struct head, family) ==
			       offsetof(struct pxt_process_shared, family),
	       "the same layout");

static int read_head(int dir, const char *name, struct head *head)
{
	size_t length;
	int fd, err;

	err = pxt_shm_open(dir, name, &fd, &length);
	if (err)
		return err;
	if (length != sizeof(struct pxt_process_shared) ||
	    pread(fd, head, sizeof(*head), 0) != sizeof(*head) ||
	    head->magic != MAGIC)
		err = EBADMSG;
	close(fd);
	return err;
}

int pxt_process_summarize(int dir, const struct pxt_process_id *id,
			  struct pxt_process_summary *summary)
{
	char name[PXT_PROCESS_FILE_NAME];
	struct head head;
	int err;

	pxt_process_file_name(id, name);
	err = read_head(dir, name, &head);
	if (err)
		return err;
	summary->family = head.family;
	summary->streams = 0;
	for (size_t i = 0; i < PXT_PROCESS_SLOTS; i++)
		summary->streams += head.slot[i].nonce != 0;
	return 0;
}

void pxt_process_for_each(int dir, pxt_process_visit *visit, void *argument)
{
	struct pxt_process process;
	struct pxt_process_id id;
	struct dirent *entry;
	DIR *list = pxt_process_file_list(dir);

	while (list && (entry = readdir(list)))
		if (pxt_process_file_parse(entry->d_name, &id) &&
		    !find_without_names(dir, &id, &process)) {
			visit(&process, argument);
			pxt_process_close(&process);
		}
	if (list)
		closedir(list);
}

int pxt_process_find_pid(int dir, uint64_t space, pid_t pid,
			 struct pxt_process *process)
{
	struct pxt_process_id latest = { 0 }, id;
	struct dirent *entry;
	DIR *list = pxt_process_file_list(dir);

	if (!space)
		space = pxt_space_own();
	if (!space)
		space = PXT_SPACE_FIRST;
	while (list && (entry = readdir(list)))
		if (pxt_process_file_parse(entry->d_name, &id) &&
		    id.space == space && id.pid == pid &&
		    id.start > latest.start)
			latest = id;
	if (list)
		closedir(list);
	if (!latest.start)
		return ENOENT;
	return pxt_process_find_id(dir, &latest, process);
}

struct kin {
	const struct pxt_process *of;
	bool any;
};

static bool is_same(const struct pxt_process_id *a,
		    const struct pxt_process_id *b)
{
	return a->pid == b->pid && a->start == b->start && a->space == b->space;
}

static void look_for_kin(struct pxt_process *process, void *argument)
{
	struct kin *kin = argument;

	kin->any |=
		!is_same(&process->id, &kin->of->id) &&
		atomic_load_explicit(&process->shared->family,
				     memory_order_seq_cst) == kin->of->names.id;
}

void pxt_process_remove_dead(int dir, const struct pxt_process *process)
{
	struct kin kin = { .of = process };
	char name[PXT_PROCESS_FILE_NAME];

	pxt_process_for_each(dir, look_for_kin, &kin);
	if (!kin.any) {
		pxt_process_remove(dir, process);
		return;
	}
	pxt_process_file_name(&process->id, name);
	pxt_shm_remove(dir, name);
}
