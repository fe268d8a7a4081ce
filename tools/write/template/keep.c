/* keep.c - previous versions of changed files of templates */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/out.h"
#include "common/talk.h"
#include "write/template/keep.h"

enum { MOST = 10000 }; /* files of one name */

static int refuse(const char *what, int err)
{
	talk_error(what, err);
	return command_error_status(err);
}

/* An existing file was left by a killed process, or is another user's: it must
 * not be written. */
static int write_new(const char *path, const char *text, size_t len)
{
	int fd, err;

	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return errno;
	err = out_whole(fd, text, len);
	if (!err && fsync(fd))
		err = errno;
	close(fd);
	return err;
}

static int replace(const char *path, const char *text, size_t len)
{
	char *fresh;
	int err;

	if (asprintf(&fresh, "%s.new", path) < 0)
		return ENOMEM;
	err = write_new(fresh, text, len);
	if (!err && rename(fresh, path))
		err = errno;
	if (err)
		unlink(fresh);
	free(fresh);
	return err;
}

int template_keep_replace(const char *path, const char *text, size_t len)
{
	const int err = replace(path, text, len);

	return err ? refuse(path, err) : EXIT_SUCCESS;
}

/* Finds the first free name: stem and tail, with a number between them from the
 * second on. To be freed; NULL: errno is set. */
static char *free_name(const char *stem, size_t len, const char *tail)
{
	for (unsigned i = 1; i <= MOST; i++) {
		char number[16] = "", *name;
		struct stat there;

		if (i > 1)
			snprintf(number, sizeof(number), ".%u", i);
		if (asprintf(&name, "%.*s%s%s", (int)len, stem, number, tail) <
		    0)
			return NULL;
		if (lstat(name, &there) && errno == ENOENT)
			return name;
		free(name);
	}
	errno = EEXIST;
	return NULL;
}

int template_keep_aside(const char *path)
{
	char *aside = free_name(path, strlen(path), "~");
	int status = EXIT_SUCCESS;

	if (!aside || rename(path, aside))
		status = refuse(path, errno);
	else
		talk("%s: the old file is %s now", path, aside);
	free(aside);
	return status;
}

/* "a/up.trc": "a/up.undo.trc" */
static int write_undo(const char *update, const char *undo, size_t len,
		      char **name)
{
	static const char suffix[] = ".trc";
	size_t stem_len = strlen(update);
	char *stem;
	int err;

	if (stem_len >= sizeof(suffix) &&
	    !strcmp(update + stem_len - (sizeof(suffix) - 1), suffix))
		stem_len -= sizeof(suffix) - 1;
	if (asprintf(&stem, "%.*s.undo", (int)stem_len, update) < 0)
		return ENOMEM;
	*name = free_name(stem, strlen(stem), suffix);
	err = *name ? replace(*name, undo, len) : errno;
	free(stem);
	if (err) {
		free(*name);
		*name = NULL;
	}
	return err;
}

static int write_beside(const char *path, const char *update, const char *undo,
			size_t len, char **name)
{
	const char *slash = strrchr(path, '/'), *base = strrchr(update, '/');
	char *there;
	int err;

	if (asprintf(&there, "%.*s%s", slash ? (int)(slash - path) + 1 : 0,
		     path, base ? base + 1 : update) < 0)
		return ENOMEM;
	err = write_undo(there, undo, len, name);
	free(there);
	return err;
}

int template_keep_undo(const char *update, const char *path, const char *undo,
		       size_t len, char **name)
{
	int err = EACCES;
	struct stat it;

	if (lstat(update, &it) || S_ISREG(it.st_mode))
		err = write_undo(update, undo, len, name);
	if (err == EACCES || err == EPERM || err == EROFS)
		err = write_beside(path, update, undo, len, name);
	return err ? refuse(update, err) : EXIT_SUCCESS;
}
