/*
 * logfile.c - the file a recording goes to
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/temporary.h"
#include "common/command.h"
#include "common/link.h"
#include "common/talk.h"
#include "write/logfile.h"

enum { OWNER_ONLY = 0600 };

static int create_new(const char *path, int *fd)
{
	*fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY,
		   OWNER_ONLY);
	return *fd < 0 ? errno : 0;
}

/* Finds the file to be replaced: the target of a link, unless another user may
 * have made the link. A path that is not a link now is replaced whatever it
 * becomes. */
static int find_target(struct logfile *file)
{
	switch (link_kind(file->path)) {
	case LINK_SHARED:
		return ELOOP;
	case LINK_OWN:
		file->target = realpath(file->path, NULL);
		return file->target ? 0 : errno;
	case LINK_NONE:
		break;
	}
	file->target = strdup(file->path);
	return file->target ? 0 : ENOMEM;
}

/* Makes a file in the directory of the one to be replaced, which is there unless
 * the file is new. */
static int create_beside(struct logfile *file)
{
	struct stat st;
	int err;

	err = find_target(file);
	if (err)
		return err;
	if (lstat(file->target, &st)) {
		if (errno != ENOENT || !file->is_new)
			return errno;
	} else if (file->is_new) {
		return EEXIST;
	} else if (!S_ISREG(st.st_mode)) {
		return ENOTSUP;
	}

	if (asprintf(&file->beside, "%s.%d", file->target, (int)getpid()) < 0) {
		file->beside = NULL;
		return ENOMEM;
	}
	return create_new(file->beside, &file->fd);
}

static void forget(struct logfile *file)
{
	unfinished_end(file->unfinished);
	free(file->path);
	free(file->beside);
	free(file->target);
	*file = (struct logfile){ .fd = -1 };
}

int logfile_create(struct logfile *file, const char *path, bool force)
{
	int err;

	*file = (struct logfile){ .path = strdup(path), .fd = -1 };
	if (!file->path)
		return ENOMEM;

	err = create_new(path, &file->fd);
	if (err == EEXIST && force)
		err = create_beside(file);
	if (err)
		forget(file);
	return err;
}

int logfile_create_beside(struct logfile *file, const char *path, bool force)
{
	struct stat st;
	int err;

	*file = (struct logfile){ .path = strdup(path), .fd = -1 };
	if (!file->path)
		return ENOMEM;
	file->is_new = lstat(path, &st);
	err = file->is_new || force ? create_beside(file) : EEXIST;
	if (err)
		forget(file);
	return err;
}

/* fd: of a file without a name, which is taken; or -1, with errno. */
static int take(struct logfile *file, int fd, const char *path)
{
	int err = fd < 0 ? errno : 0;

	*file = (struct logfile){ .fd = fd, .unnamed = true };
	if (!err)
		file->path = strdup(path);
	if (!err && file->path)
		return 0;
	if (fd >= 0)
		close(fd);
	forget(file);
	return err ? err : ENOMEM;
}

int logfile_create_unnamed(struct logfile *file, const char *path)
{
	int fd, err;

	err = pxt_temporary_open(&fd);
	if (err)
		*file = (struct logfile){ .fd = -1 };
	return err ? err : take(file, fd, path);
}

int logfile_create_in_memory(struct logfile *file, const char *name)
{
	return take(file, memfd_create(name, MFD_CLOEXEC), name);
}

static int open_hidden(const char *path)
{
	char *copy = strdup(path);
	int fd;

	if (!copy)
		return -1;
	fd = open(dirname(copy), O_RDWR | O_TMPFILE | O_CLOEXEC, OWNER_ONLY);
	free(copy);
	return fd;
}

int logfile_create_hidden(struct logfile *file, const char *path)
{
	return take(file, open_hidden(path), path);
}

static int give_name(int fd, const char *path)
{
	char link[32];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) ?
		       errno :
		       0;
}

static int replace(int fd, const char *path)
{
	char *beside;
	int err;

	if (asprintf(&beside, "%s.%d", path, (int)getpid()) < 0)
		return ENOMEM;
	err = give_name(fd, beside);
	if (!err && rename(beside, path)) {
		err = errno;
		unlink(beside);
	}
	free(beside);
	return err;
}

int logfile_publish(int fd, const char *path, bool force)
{
	int err = give_name(fd, path);

	return err == EEXIST && force ? replace(fd, path) : err;
}

int logfile_refuse(const char *path, int err)
{
	switch (err) {
	case EEXIST:
		talk("%s: exists already; --force replaces it", path);
		return EXIT_MISUSE;
	case ENOTSUP:
		talk("%s: not a regular file, and not replaced", path);
		return EXIT_MISUSE;
	case ELOOP:
		talk("%s: a link in a directory that others can write to, and "
		     "not followed",
		     path);
		return EXIT_MISUSE;
	}
	talk_error(path, err);
	return command_error_status(err);
}

const char *logfile_name(const struct logfile *file)
{
	return file->beside ? file->beside : file->path;
}

void logfile_guard(struct logfile *file)
{
	file->unfinished = unfinished_file(logfile_name(file));
}

/* Renaming always replaces on some filesystems. */
static int give_target(const struct logfile *file)
{
	if (file->is_new) {
		if (!renameat2(AT_FDCWD, file->beside, AT_FDCWD, file->target,
			       RENAME_NOREPLACE))
			return 0;
		if (errno != EINVAL && errno != ENOSYS)
			return errno;
	}
	return rename(file->beside, file->target) ? errno : 0;
}

int logfile_keep(struct logfile *file)
{
	int err;

	err = file->beside ? give_target(file) : 0;
	if (err)
		return err;

	unfinished_end(file->unfinished);
	file->unfinished = NULL;
	free(file->beside);
	file->beside = NULL;
	return 0;
}

void logfile_drop(struct logfile *file)
{
	if (file->fd < 0)
		return;
	if (!file->unnamed)
		unlink(logfile_name(file));
	logfile_close(file);
}

uint64_t logfile_size(const struct logfile *file)
{
	struct stat st;

	return fstat(file->fd, &st) ? 0 : (uint64_t)st.st_size;
}

void logfile_close(struct logfile *file)
{
	if (!file->path)
		return;
	close(file->fd);
	forget(file);
}
