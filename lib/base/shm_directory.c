/* shm_directory.c - where the runtime directory of a user is, and may be used */
#include "base/shm_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/text.h"

#ifndef ST_RDONLY
#define ST_RDONLY 1
#endif

enum { CANDIDATES = 3 };

const char *pxt_shm_directory_chosen(void)
{
	const char *chosen = secure_getenv("POSIXTRACE_DIR");

	return chosen && *chosen ? chosen : NULL;
}

static int name_chosen(const char *chosen, struct pxt_shm_directory *directory)
{
	char *end;

	if (strlen(chosen) >= sizeof(directory->path))
		return ENAMETOOLONG;
	end = pxt_text_copy(directory->path, chosen);
	while (end > directory->path + 1 && end[-1] == '/')
		*--end = '\0';
	return chosen[0] == '/' ? 0 : EPERM;
}

static uint64_t users_of(struct pxt_shm_directory *directory)
{
	if (!directory->knows_users)
		directory->users = pxt_proc_users(0);
	directory->knows_users = true;
	return directory->users;
}

/* A trailing slash would follow a link. EPERM: not an absolute path, though it
 * exists. ENOENT: there is no such candidate. */
static int name_candidate(struct pxt_shm_directory *directory, unsigned n)
{
	const char *chosen = pxt_shm_directory_chosen();
	char *end;

	if (chosen)
		return n ? ENOENT : name_chosen(chosen, directory);
	if (n >= CANDIDATES || (n == 1 && !users_of(directory)))
		return ENOENT;
	end = pxt_text_copy(directory->path, n < 2 ? "/dev/shm/posixtrace-" :
						     "/tmp/posixtrace-");
	end = pxt_text_decimal(end, directory->user);
	if (n)
		pxt_text_decimal(pxt_text_copy(end, "-"), users_of(directory));
	return 0;
}

/* Opens the next name of a path in its directory; -1: errno. */
static int step(int dir, const char *name, size_t len, int flags)
{
	char text[NAME_MAX + 1] = ".";

	if (len > NAME_MAX)
		return errno = ENAMETOOLONG, -1;
	if (len == 2 && name[0] == '.' && name[1] == '.')
		return errno = EPERM, -1;
	if (len)
		*(char *)mempcpy(text, name, len) = '\0';
	return openat(dir, text, flags | O_NOFOLLOW | O_CLOEXEC);
}

/* A filter of system calls may deny openat2(), as RestrictSUIDSGID= of systemd
 * does. Without that call all links are refused, so that none leads out. */
static int walk(int root, const char *path, int flags)
{
	int dir = root, next, err;
	bool last;

	do {
		size_t len;

		path += strspn(path, "/");
		len = strcspn(path, "/");
		last = !path[len];
		next = step(dir, path, len,
			    last ? flags : O_PATH | O_DIRECTORY);
		err = errno;
		if (dir != root)
			close(dir);
		errno = err;
		dir = next;
		path += len;
	} while (dir >= 0 && !last);
	return dir;
}

/* The path is resolved in the process's root and mounts. Links there cannot
 * lead out. */
static int open_at(const struct pxt_shm_directory *directory, const char *path,
		   int flags)
{
	struct open_how how = {
		.flags = (uint64_t)flags | O_CLOEXEC,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};
	int fd;

	if (directory->root < 0)
		return open(path, flags | O_CLOEXEC);
	fd = (int)syscall(SYS_openat2, directory->root, path, &how,
			  sizeof(how));
	return fd < 0 && (errno == ENOSYS || errno == EPERM) ?
		       walk(directory->root, path, flags) :
		       fd;
}

/* mkdir() refuses existing names, symbolic links included. */
static int make_directory(struct pxt_shm_directory *directory)
{
	char *name = strrchr(directory->path, '/');
	int parent, err;

	if (directory->root < 0)
		return mkdir(directory->path, 0700) ? errno : 0;
	*name = '\0';
	parent = open_at(directory,
			 name == directory->path ? "/" : directory->path,
			 O_PATH | O_DIRECTORY);
	*name = '/';
	if (parent < 0)
		return errno;
	err = mkdirat(parent, name + 1, 0700) ? errno : 0;
	close(parent);
	return err;
}

static int check_directory(const struct stat *st, uid_t owner)
{
	return S_ISDIR(st->st_mode) && st->st_uid == owner &&
			       !(st->st_mode & 077) ?
		       0 :
		       EPERM;
}

/* A umask may have locked out the owner. */
static int unlock_directory(const struct pxt_shm_directory *directory)
{
	char self[32];
	struct stat st;
	int path, err;

	path = open_at(directory, directory->path,
		       O_PATH | O_DIRECTORY | O_NOFOLLOW);
	if (path < 0)
		return errno;
	err = fstat(path, &st) ? errno : check_directory(&st, directory->owner);
	pxt_text_decimal(pxt_text_copy(self, "/proc/self/fd/"), (uint64_t)path);
	if (!err && ((st.st_mode & 0700) == 0700 || chmod(self, 0700)))
		err = EPERM;
	close(path);
	return err;
}

static bool is_read_only(int dir)
{
	struct statfs fs;

	return !fstatfs(dir, &fs) && fs.f_flags & ST_RDONLY;
}

static int open_candidate(const struct pxt_shm_directory *directory, int *dir)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
	struct stat st;
	int fd, err;

	fd = open_at(directory, directory->path, flags);
	if (fd < 0 && errno == EACCES && !unlock_directory(directory))
		fd = open_at(directory, directory->path, flags);
	if (fd < 0)
		return pxt_shm_denied(errno);
	err = fstat(fd, &st) ? errno : check_directory(&st, directory->owner);
	if (!err && (st.st_mode & 0700) != 0700 && fchmod(fd, 0700))
		err = EPERM;
	if (!err && is_read_only(fd))
		err = EROFS;
	if (err) {
		close(fd);
		return err;
	}
	*dir = fd;
	return 0;
}

/* A process that has users of its own, who may have the numbers of others, does
 * not insist on a directory that is such an other's. */
static bool is_anothers(const struct pxt_shm_directory *directory)
{
	const int fd = open_at(directory, directory->path,
			       O_PATH | O_DIRECTORY | O_NOFOLLOW);
	struct stat st;
	bool is;

	if (fd < 0)
		return false;
	is = !fstat(fd, &st) && st.st_uid != directory->owner;
	close(fd);
	return is;
}

static bool is_next_due(struct pxt_shm_directory *directory, int err)
{
	return err == ENOENT || err == EROFS || err == EACCES ||
	       (err == EPERM && users_of(directory) && is_anothers(directory));
}

static int make_candidate(struct pxt_shm_directory *directory, int *dir)
{
	const int err = make_directory(directory);

	return !err || err == EEXIST ? open_candidate(directory, dir) : err;
}

static int open_directory(struct pxt_shm_directory *directory, bool makes,
			  int *dir)
{
	int first = ENOENT, err = ENOENT;

	for (unsigned n = 0; n < CANDIDATES && is_next_due(directory, err);
	     n++) {
		const int none = name_candidate(directory, n);

		if (none == ENOENT)
			continue;
		err = none ? none : open_candidate(directory, dir);
		if (err == ENOENT && makes)
			err = make_candidate(directory, dir);
		if (!n)
			first = err;
	}
	return pxt_shm_denied(is_next_due(directory, err) ? first : err);
}

int pxt_shm_directory_find(struct pxt_shm_directory *directory, int *dir)
{
	return open_directory(directory, false, dir);
}

int pxt_shm_directory_make(struct pxt_shm_directory *directory, int *dir)
{
	return open_directory(directory, true, dir);
}

static bool can_be_made(const struct pxt_shm_directory *directory)
{
	char parent[sizeof(directory->path)];

	pxt_text_copy(parent, directory->path);
	*strrchr(parent, '/') = '\0';
	return !faccessat(AT_FDCWD, parent, W_OK, AT_EACCESS);
}

/* Names the directory that exists; without one, that which would be made, or else
 * the first. */
int pxt_shm_directory_name(struct pxt_shm_directory *directory)
{
	int dir = -1;

	if (!pxt_shm_directory_find(directory, &dir)) {
		close(dir);
		return 0;
	}
	for (unsigned n = 0; n < CANDIDATES && !pxt_shm_directory_chosen(); n++)
		if (!name_candidate(directory, n) && can_be_made(directory))
			return 0;
	return name_candidate(directory, 0);
}
