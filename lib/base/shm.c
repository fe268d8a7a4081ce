/* shm.c - the runtime directory and its files */
#include "base/shm.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/text.h"
#include "base/wait.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum {
	LOCK_ATTEMPTS = 1000,
	LOCK_PAUSE_NS = 1000000,
};

enum { ROOT_SIZE = 32 };

/* In another root, the same name is another directory. */
static void root_path(pid_t pid, char *root)
{
	struct stat here, there;

	root[0] = '\0';
	if (!pid || geteuid())
		return;
	pxt_proc_path(pid, "/root", root);
	if (!stat("/", &here) && !stat(root, &there) &&
	    here.st_dev == there.st_dev && here.st_ino == there.st_ino)
		root[0] = '\0';
}

static int directory_path(pid_t pid, uid_t owner, char *path, size_t size)
{
	const char *chosen = secure_getenv("POSIXTRACE_DIR");
	char root[ROOT_SIZE];
	char *at;

	root_path(pid, root);
	at = pxt_text_copy(path, root);
	if (!chosen || chosen[0] != '/') {
		at = pxt_text_copy(at, "/dev/shm/posixtrace-");
		pxt_text_decimal(at, owner);
		return 0;
	}
	if (strlen(chosen) >= size - sizeof(root))
		return ENAMETOOLONG;
	pxt_text_copy(at, chosen);
	return 0;
}

/* A privileged caller makes the directory for its user. mkdir() refuses what
 * exists, symbolic links included; what it made is empty and closed. */
static int make_directory(const char *path, uid_t owner)
{
	if (mkdir(path, 0700))
		return errno == EEXIST ? 0 : errno;
	if (owner != geteuid() && lchown(path, owner, (gid_t)-1))
		return errno;
	return 0;
}

static int open_directory(const char *path, uid_t owner, int *dir)
{
	struct stat st;
	int fd;

	fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == ENOTDIR || errno == EACCES ?
			       EPERM :
			       errno;
	if (fstat(fd, &st) || st.st_uid != owner || st.st_mode & 077) {
		close(fd);
		return EPERM;
	}
	*dir = fd;
	return 0;
}

int pxt_shm_directory(pid_t pid, int *dir)
{
	uid_t owner = geteuid();
	char path[4096];
	int err;

	if (pid) {
		err = pxt_proc_owner(pid, &owner);
		if (err)
			return err;
		if (geteuid() && owner != geteuid())
			return EPERM;
	}

	err = directory_path(pid, owner, path, sizeof(path));
	if (err)
		return err;
	err = open_directory(path, owner, dir);
	if (err != ENOENT)
		return err;
	err = make_directory(path, owner);
	if (err)
		return err;
	return open_directory(path, owner, dir);
}

int pxt_shm_find_directory(int *dir)
{
	char path[4096];
	int err;

	err = directory_path(0, geteuid(), path, sizeof(path));
	return err ? err : open_directory(path, geteuid(), dir);
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

void pxt_shm_unlock(int dir)
{
	flock(dir, LOCK_UN);
}

static int prepare(int dir, int fd, size_t reserved, size_t length)
{
	struct stat st;
	int err;

	if (fstat(dir, &st))
		return errno;
	if (st.st_uid != geteuid() && fchown(fd, st.st_uid, (gid_t)-1))
		return errno;
	err = posix_fallocate(fd, 0, (off_t)reserved);
	if (err)
		return err == ENOSPC ? ENOMEM : err;
	if (ftruncate(fd, (off_t)length))
		return errno == EFBIG ? ENOMEM : errno;
	return 0;
}

int pxt_shm_create(int dir, const char *name, size_t reserved, size_t length,
		   int *out)
{
	int fd, err;

	fd = openat(dir, name,
		    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return errno;
	err = prepare(dir, fd, reserved, length);
	if (err) {
		close(fd);
		unlinkat(dir, name, 0);
		return err;
	}
	*out = fd;
	return 0;
}

int pxt_shm_open(int dir, const char *name, int *out, size_t *length)
{
	struct stat owner, st;
	int fd;

	fd = openat(dir, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return errno == ELOOP || errno == EACCES ? EPERM : errno;
	if (fstat(dir, &owner) || fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    st.st_uid != owner.st_uid || st.st_mode & 077) {
		close(fd);
		return EPERM;
	}
	*out = fd;
	*length = (size_t)st.st_size;
	return 0;
}

int pxt_shm_publish(int dir, const char *unfinished, const char *name)
{
	int err = linkat(dir, unfinished, dir, name, 0) ? errno : 0;

	unlinkat(dir, unfinished, 0);
	return err;
}

void pxt_shm_remove(int dir, const char *name)
{
	unlinkat(dir, name, 0);
}

static int map(int fd, size_t length, int flags, void **memory)
{
	void *mapped =
		mmap(NULL, length, PROT_READ | PROT_WRITE, flags, fd, 0);

	if (mapped == MAP_FAILED)
		return errno;
	*memory = mapped;
	return 0;
}

int pxt_shm_map(int fd, size_t length, void **memory)
{
	return map(fd, length, MAP_SHARED, memory);
}

/* Little of a long file will be written to. */
int pxt_shm_map_copy(int fd, size_t length, void **memory)
{
	return map(fd, length, MAP_PRIVATE | MAP_NORESERVE, memory);
}

void pxt_shm_unmap(void *memory, size_t length)
{
	if (memory)
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

	/* A kernel before 5.14 does not know the advice: then the first
	 * touch decides, as it does for every program there. */
	return err == EINVAL ? 0 : err ? ENOMEM : 0;
}
