/*
 * folder.c - the output of an exporter whose format is a directory
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/command.h"
#include "common/link.h"
#include "common/talk.h"
#include "write/export/folder.h"
#include "write/logfile.h"

enum { OWNER_ONLY = 0700, NOT_OTHERS = 077, DESCRIPTORS = 16 };

static int remove_entry(const char *path, const struct stat *st, int flag,
			struct FTW *place)
{
	(void)st;
	(void)flag;
	(void)place;
	remove(path);
	return 0;
}

/* Links are removed, and not followed. */
static void remove_all(const char *path)
{
	nftw(path, remove_entry, DESCRIPTORS, FTW_DEPTH | FTW_PHYS);
}

static int refuse(const char *path, int err)
{
	if (err != ENOTSUP)
		return logfile_refuse(path, err);
	talk("%s: is not only such a trace, and is not replaced", path);
	return EXIT_MISUSE;
}

/* Tells whether the name is free, or what has it may be replaced. Returns an
 * error number. */
static int check(const struct export_folder *folder)
{
	struct stat st;

	if (lstat(folder->path, &st))
		return errno == ENOENT ? 0 : errno;
	if (!folder->force)
		return EEXIST;
	return S_ISDIR(st.st_mode) &&
			       folder->exporter->owns_folder(folder->path) ?
		       0 :
		       ENOTSUP;
}

static void forget(struct export_folder *folder)
{
	if (folder->path)
		umask(folder->umask);
	unfinished_end(folder->unfinished);
	free(folder->path);
	free(folder->beside);
	*folder = (struct export_folder){ .path = NULL };
}

static int make(struct export_folder *folder, const char *path)
{
	size_t len = strlen(path);

	while (len > 1 && path[len - 1] == '/')
		len--;
	folder->path = strndup(path, len);
	if (!folder->path)
		return ENOMEM;
	/* Libraries that write into it have modes of their own. */
	folder->umask = umask(NOT_OTHERS);
	if (asprintf(&folder->beside, "%s.%d", folder->path, (int)getpid()) <
	    0) {
		folder->beside = NULL;
		return ENOMEM;
	}
	if (mkdir(folder->beside, OWNER_ONLY))
		return errno;
	folder->unfinished = unfinished_folder(folder->beside);
	return 0;
}

int export_folder_open(struct export_folder *folder, const char *path,
		       const struct pxt_exporter *exporter, bool force)
{
	int err;

	*folder = (struct export_folder){
		.exporter = exporter,
		.force = force,
	};
	err = make(folder, path);
	if (err) {
		forget(folder);
		return refuse(path, err);
	}
	err = check(folder);
	if (err) {
		export_folder_drop(folder);
		return refuse(path, err);
	}
	return EXIT_SUCCESS;
}

/* Finds the only entry of a directory, to be freed. NULL: it has none, or
 * several, or no memory. */
static char *find_only(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	char *found = NULL;
	unsigned count = 0;

	if (!dir)
		return NULL;
	while ((entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (!count++ &&
		    asprintf(&found, "%s/%s", path, entry->d_name) < 0)
			found = NULL;
	}
	closedir(dir);
	if (count == 1)
		return found;
	free(found);
	return NULL;
}

/* A directory that is all there is takes the place of the one around it. */
static void flatten(struct export_folder *folder)
{
	char *only = find_only(folder->beside);
	struct stat st;
	char *aside;

	if (only && !lstat(only, &st) && S_ISDIR(st.st_mode) &&
	    asprintf(&aside, "%s.%d", folder->beside, (int)getpid()) >= 0) {
		if (!rename(only, aside) && !rmdir(folder->beside))
			rename(aside, folder->beside);
		free(aside);
	}
	free(only);
}

static uint64_t *measured;

static int measure(const char *path, const struct stat *st, int flag,
		   struct FTW *place)
{
	(void)path;
	(void)place;
	if (flag == FTW_F)
		*measured += (uint64_t)st->st_size;
	return 0;
}

/* Returns an error number. The old directory, if any, is then in beside. */
static int publish(const struct export_folder *folder)
{
	int err;

	if (!renameat2(AT_FDCWD, folder->beside, AT_FDCWD, folder->path,
		       RENAME_NOREPLACE))
		return 0;
	err = errno;
	/* A file system may know no such flag; it replaces empty directories
	 * only. */
	if (err == EINVAL &&
	    !renameat(AT_FDCWD, folder->beside, AT_FDCWD, folder->path))
		return 0;
	if (err != EEXIST)
		return err;
	err = check(folder);
	if (err)
		return err;
	return renameat2(AT_FDCWD, folder->beside, AT_FDCWD, folder->path,
			 RENAME_EXCHANGE) ?
		       errno :
		       0;
}

/* Files that others put there meanwhile are not the trace's. */
static void remove_old(const struct export_folder *folder)
{
	struct stat st;

	if (!lstat(folder->beside, &st) &&
	    !folder->exporter->remove_folder(folder->beside))
		talk("%s: has what was not part of the old trace, and is left",
		     folder->beside);
}

int export_folder_keep(struct export_folder *folder, uint64_t *bytes)
{
	int err;

	flatten(folder);
	*bytes = 0;
	measured = bytes;
	nftw(folder->beside, measure, DESCRIPTORS, FTW_PHYS);
	/* The name may be that of the user's directory then. */
	unfinished_end(folder->unfinished);
	folder->unfinished = NULL;
	err = publish(folder);
	if (err)
		return refuse(folder->path, err);
	remove_old(folder);
	forget(folder);
	return EXIT_SUCCESS;
}

void export_folder_drop(struct export_folder *folder)
{
	if (folder->beside)
		remove_all(folder->beside);
	forget(folder);
}
