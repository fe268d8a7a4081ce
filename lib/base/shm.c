/* shm.c - the runtime directory and its files */
#include "base/shm.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/identity.h"
#include "base/proc.h"
#include "base/shm_directory.h"
#include "base/text.h"
#include "base/wait.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum {
	LOCK_ATTEMPTS = 1000,
	LOCK_PAUSE_NS = 1000000,
};

/* The directory */

/* A privileged caller checks the owner of the process; any other caller leaves
 * that to the kernel. */
static int find_owner(pid_t pid, struct pxt_shm_directory *directory)
{
	uid_t *owner = &directory->owner;
	int err;

	*owner = geteuid();
	directory->user = *owner;
	directory->knows_users = pid;
	if (!pid)
		return 0;
	directory->users = pxt_proc_users(pid);
	err = *owner ? pxt_proc_owner(pid, owner) : pxt_proc_user(pid, owner);
	if (err)
		return err;
	if (geteuid() && *owner != geteuid())
		return EPERM;
	directory->user = pxt_proc_own_number(pid, *owner);
	return 0;
}

/* An inaccessible root is assumed to be the caller's. */
static int find_root(pid_t pid, int *root)
{
	char path[32];

	*root = -1;
	if (!pid ||
	    (pxt_proc_shares(pid, "/root") && pxt_proc_shares(pid, "/ns/mnt")))
		return 0;
	pxt_proc_path(pid, "/root", path);
	*root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (*root >= 0)
		return 0;
	return errno == ENOENT ? ESRCH : errno;
}

typedef int open_directory(struct pxt_shm_directory *directory, int *dir);

static int open_as_owner_of(struct pxt_shm_directory *directory,
			    open_directory *opened, int *dir)
{
	struct pxt_identity self;
	int err;

	err = pxt_identity_take(directory->owner, &self);
	if (err)
		return err;
	err = opened(directory, dir);
	pxt_identity_give_back(&self);
	return err;
}

static int open_process_directory(pid_t pid, open_directory *opened, int *dir)
{
	struct pxt_shm_directory directory;
	int err;

	err = find_owner(pid, &directory);
	if (!err)
		err = find_root(pid, &directory.root);
	if (err)
		return err;
	err = open_as_owner_of(&directory, opened, dir);
	if (directory.root >= 0)
		close(directory.root);
	return err;
}

int pxt_shm_directory(pid_t pid, int *dir)
{
	return open_process_directory(pid, pxt_shm_directory_make, dir);
}

int pxt_shm_find_directory_of(pid_t pid, int *dir)
{
	return open_process_directory(pid, pxt_shm_directory_find, dir);
}

int pxt_shm_find_directory(int *dir)
{
	return pxt_shm_find_users_directory(geteuid(), dir);
}

static void directory_of_user(uid_t user, struct pxt_shm_directory *directory)
{
	directory->root = -1;
	directory->owner = directory->user = user;
	directory->knows_users = false;
}

int pxt_shm_find_users_directory(uid_t user, int *dir)
{
	struct pxt_shm_directory directory;

	if (geteuid() && user != geteuid())
		return EPERM;
	directory_of_user(user, &directory);
	return open_as_owner_of(&directory, pxt_shm_directory_find, dir);
}

/* Explanations */

static int explain(const struct pxt_shm_directory *directory, char *why,
		   size_t size)
{
	struct stat st;

	*why = '\0';
	if (lstat(directory->path, &st)) {
		const int err = errno;

		snprintf(why, size, "%s",
			 err == ENOENT ? "it does not exist" : strerror(err));
		return err == ENOENT ? 0 : EPERM;
	}
	if (!S_ISDIR(st.st_mode))
		snprintf(why, size, "it is %s, and no directory",
			 S_ISLNK(st.st_mode) ? "a link" : "a file");
	else if (st.st_uid != directory->owner)
		snprintf(why, size, "it belongs to user %u",
			 (unsigned)st.st_uid);
	else if (st.st_mode & 077)
		snprintf(why, size,
			 "its mode is %04o, so that others may use it",
			 (unsigned)st.st_mode & 07777);
	return *why ? EPERM : 0;
}

int pxt_shm_explain(char *path, size_t size, char *why, size_t why_size)
{
	struct pxt_shm_directory directory;
	int err;

	directory_of_user(geteuid(), &directory);
	err = pxt_shm_directory_name(&directory);
	snprintf(path, size, "%s", directory.path);
	if (!err)
		return explain(&directory, why, why_size);
	snprintf(why, why_size, "%s",
		 err == EPERM ? "it is no absolute path" : strerror(err));
	return EPERM;
}

/* Lookups without a descriptor */

static int look_at(const char *name, struct statx *st)
{
	struct pxt_shm_directory directory;
	char *end;
	int err;

	directory_of_user(geteuid(), &directory);
	err = pxt_shm_directory_name(&directory);
	if (err)
		return err;
	end = directory.path + strlen(directory.path);
	if ((size_t)(end - directory.path) + strlen(name) + 1 >=
	    sizeof(directory.path))
		return ENAMETOOLONG;
	if (*name)
		pxt_text_copy(pxt_text_copy(end, "/"), name);
	return statx(AT_FDCWD, directory.path, AT_SYMLINK_NOFOLLOW,
		     STATX_INO | STATX_MTIME | STATX_BTIME, st) ?
		       errno :
		       0;
}

static int64_t ns_of(const struct statx_timestamp *time)
{
	return time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

int pxt_shm_birth(const char *name, struct pxt_shm_birth *birth)
{
	struct statx st;
	int err;

	err = look_at(name, &st);
	if (err)
		return err;
	birth->inode = st.stx_ino;
	birth->ns = st.stx_mask & STATX_BTIME ? ns_of(&st.stx_btime) : 0;
	return 0;
}

int pxt_shm_changed(int64_t *ns)
{
	struct statx st;
	int err;

	err = look_at("", &st);
	if (!err)
		*ns = ns_of(&st.stx_mtime);
	return err;
}

/* Directories of all users */

static int visit_user(uid_t user, pxt_shm_visit *visit, void *argument)
{
	int dir = -1, err;

	err = pxt_shm_find_users_directory(user, &dir);
	if (err)
		return err == ENOENT ? 0 : err;
	visit(user, 0, dir, argument);
	close(dir);
	return 0;
}

static bool is_users_name(const char *name, uid_t *user)
{
	static const char prefix[] = "posixtrace-";
	const size_t len = sizeof(prefix) - 1;

	if (strncmp(name, prefix, len) || !name[len] ||
	    name[len + strspn(name + len, "0123456789")])
		return false;
	*user = (uid_t)pxt_text_number(name + len);
	return true;
}

/* Directories of other owners under such a name are skipped. */
static void visit_others(pxt_shm_visit *visit, void *argument)
{
	const struct dirent *entry;
	DIR *list = opendir("/dev/shm");
	uid_t user;

	while (list && (entry = readdir(list)))
		if (is_users_name(entry->d_name, &user) && user != geteuid())
			visit_user(user, visit, argument);
	if (list)
		closedir(list);
}

/* Directories of processes that see other files, or have users of their own */

enum { WORLDS_MAX = 64 }; /* limit of such directories */

struct worlds {
	pxt_shm_visit *visit;
	void *argument;
	size_t count;
	struct stat known[WORLDS_MAX];
};

static bool is_known(struct worlds *worlds, int dir)
{
	struct stat st;

	if (fstat(dir, &st) || worlds->count == WORLDS_MAX)
		return true;
	for (size_t i = 0; i < worlds->count; i++)
		if (st.st_ino == worlds->known[i].st_ino &&
		    st.st_dev == worlds->known[i].st_dev)
			return true;
	worlds->known[worlds->count++] = st;
	return false;
}

static void visit_once(uid_t user, pid_t beside, int dir, void *argument)
{
	struct worlds *worlds = argument;

	if (!is_known(worlds, dir))
		worlds->visit(user, beside, dir, worlds->argument);
}

static void visit_world(pid_t pid, struct worlds *worlds)
{
	struct stat st;
	int dir;

	if ((pxt_proc_shares(pid, "/ns/mnt") &&
	     pxt_proc_shares(pid, "/ns/user") &&
	     pxt_proc_shares(pid, "/root")) ||
	    pxt_shm_find_directory_of(pid, &dir))
		return;
	if (!fstat(dir, &st))
		visit_once(st.st_uid, pid, dir, worlds);
	close(dir);
}

static void visit_worlds(struct worlds *worlds)
{
	const struct dirent *entry;
	DIR *list = opendir("/proc");

	while (list && (entry = readdir(list)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			visit_world((pid_t)pxt_text_number(entry->d_name),
				    worlds);
	if (list)
		closedir(list);
}

int pxt_shm_for_each_directory(pxt_shm_visit *visit, void *argument)
{
	struct worlds worlds = { .visit = visit, .argument = argument };
	int err;

	err = visit_user(geteuid(), visit_once, &worlds);
	if (!geteuid() && !pxt_shm_directory_chosen())
		visit_others(visit_once, &worlds);
	visit_worlds(&worlds);
	return err;
}

/* Files are accessed by name only as the directory's owner. */

static int be_owner(int dir, struct stat *st, struct pxt_identity *self)
{
	return fstat(dir, st) ? errno : pxt_identity_take(st->st_uid, self);
}

int pxt_shm_lock(int dir)
{
	for (int i = 0; i < LOCK_ATTEMPTS; i++) {
		if (!flock(dir, LOCK_EX | LOCK_NB))
			return 0;
		if (errno != EWOULDBLOCK && errno != EINTR)
			return errno;
		pxt_pause(LOCK_PAUSE_NS);
	}
	return EAGAIN;
}

bool pxt_shm_try_lock(int dir)
{
	return !flock(dir, LOCK_EX | LOCK_NB);
}

void pxt_shm_unlock(int dir)
{
	flock(dir, LOCK_UN);
}

static int set_size(int fd, size_t reserved, size_t length)
{
	int err = posix_fallocate(fd, 0, (off_t)reserved);

	if (!err && ftruncate(fd, (off_t)length))
		err = errno;
	return err == ENOSPC || err == EFBIG ? ENOMEM : err;
}

/* Signals interrupt the call, on some kernels. A limit on the size of files
 * raises one, which would end a program that never asked for this. */
static int reserve(int fd, size_t reserved, size_t length)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t all, before, pending, limit;
	int cancel, err;

	sigfillset(&all);
	sigemptyset(&limit);
	sigaddset(&limit, SIGXFSZ);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	sigpending(&pending);
	err = set_size(fd, reserved, length);
	if (err == ENOMEM && !sigismember(&pending, SIGXFSZ))
		sigtimedwait(&limit, NULL, &at_once);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* Modes are independent of the umask. */
static int set_mode(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return errno;
	if ((st.st_mode & 07777) != 0600 && fchmod(fd, 0600))
		return errno;
	return 0;
}

static int create(int dir, const char *name, int *out)
{
	int fd, err;

	fd = openat(dir, name,
		    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return pxt_shm_denied(errno);
	err = set_mode(fd);
	if (err) {
		close(fd);
		unlinkat(dir, name, 0);
		return err;
	}
	*out = fd;
	return 0;
}

int pxt_shm_create(int dir, const char *name, size_t reserved, size_t length,
		   int *out)
{
	struct pxt_identity self;
	struct stat st;
	int fd = -1;
	int err;

	err = be_owner(dir, &st, &self);
	if (err)
		return err;
	err = create(dir, name, &fd);
	pxt_identity_give_back(&self);
	if (err)
		return err;
	err = reserve(fd, reserved, length);
	if (err) {
		close(fd);
		pxt_shm_remove(dir, name);
		return err;
	}
	*out = fd;
	return 0;
}

/* A name may be any kind of object: it is neither waited for, nor
 * triggered by opening. */
static int open_as_owner(int dir, const char *name, struct stat *owner)
{
	struct pxt_identity self;
	int fd, err;

	err = be_owner(dir, owner, &self);
	if (err) {
		errno = err;
		return -1;
	}
	fd = openat(dir, name,
		    O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	err = errno;
	pxt_identity_give_back(&self);
	errno = err;
	return fd;
}

int pxt_shm_open(int dir, const char *name, int *out, size_t *length)
{
	struct stat owner, st;
	int fd = open_as_owner(dir, name, &owner);

	if (fd < 0)
		return pxt_shm_denied(errno);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    st.st_uid != owner.st_uid || st.st_mode & 077) {
		close(fd);
		return EPERM;
	}
	*out = fd;
	*length = (size_t)st.st_size;
	return 0;
}

/* Renames a file. The old name goes even if the new one exists, if always is
 * set. */
static int move(int dir, const char *name, const char *other, bool always)
{
	struct pxt_identity self;
	struct stat st;
	int err;

	err = be_owner(dir, &st, &self);
	if (err)
		return err;
	err = linkat(dir, name, dir, other, 0) ? errno : 0;
	if (!err || always)
		unlinkat(dir, name, 0);
	pxt_identity_give_back(&self);
	return err;
}

int pxt_shm_publish(int dir, const char *unfinished, const char *name)
{
	return move(dir, unfinished, name, true);
}

int pxt_shm_rename(int dir, const char *name, const char *other)
{
	return move(dir, name, other, false);
}

void pxt_shm_remove(int dir, const char *name)
{
	struct pxt_identity self;
	struct stat st;

	if (be_owner(dir, &st, &self))
		return;
	unlinkat(dir, name, 0);
	pxt_identity_give_back(&self);
}

static int map(int fd, size_t length, int flags, void **memory)
{
	void *mapped = mmap(NULL, length, PROT_READ | PROT_WRITE, flags, fd, 0);
	int err;

	if (mapped == MAP_FAILED)
		return errno;
	err = pxt_fault_guard(mapped, length);
	if (err) {
		munmap(mapped, length);
		return err;
	}
	*memory = mapped;
	return 0;
}

int pxt_shm_map(int fd, size_t length, void **memory)
{
	return map(fd, length, MAP_SHARED, memory);
}

/* Few pages of a long file will be written. */
int pxt_shm_map_copy(int fd, size_t length, void **memory)
{
	return map(fd, length, MAP_PRIVATE | MAP_NORESERVE, memory);
}

void pxt_shm_unmap(void *memory, size_t length)
{
	if (!memory)
		return;
	pxt_fault_forget(memory);
	munmap(memory, length);
}

int pxt_shm_populate(void *memory, size_t length)
{
	const uintptr_t page = 4096;
	uintptr_t from = (uintptr_t)memory & ~(page - 1);
	uintptr_t to = ((uintptr_t)memory + length + page - 1) & ~(page - 1);
	int saved = errno;
	int err = 0;

	if (madvise((void *)from, to - from, MADV_POPULATE_WRITE))
		err = errno;
	errno = saved;

	/* Kernels before 5.14 lack this advice: there the first access decides,
	 * as in every program. */
	return err == EINVAL ? 0 : err ? ENOMEM : 0;
}
