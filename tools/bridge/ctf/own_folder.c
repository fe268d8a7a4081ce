/*
 * own_folder.c - directories that hold a written CTF trace, and nothing else
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bridge/ctf/own_folder.h"
#include "source/ctf/metadata.h"

enum { STREAM_MAGIC = 4 }; /* bytes before each packet */

/* Reads the first bytes of a regular file, that is no link. -1: it is none. */
static ssize_t read_start(int folder, const char *name, uint8_t *start,
			  size_t size)
{
	struct stat st;
	ssize_t len;
	int fd;

	/* A pipe would block, and opening a device may do something. */
	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st.st_mode))
		return -1;
	fd = openat(folder, name,
		    O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return -1;
	len = fstat(fd, &st) || !S_ISREG(st.st_mode) ?
		      -1 :
		      pread(fd, start, size, 0);
	close(fd);
	return len;
}

static bool is_metadata(int folder)
{
	uint8_t start[CTF_METADATA_START];
	const ssize_t len =
		read_start(folder, "metadata", start, sizeof(start));

	return len > 0 &&
	       ctf_metadata_guess(start, (size_t)len) == CTF_METADATA_1;
}

static bool is_stream(int folder, const char *name)
{
	static const uint8_t big[] = { 0xC1, 0xFC, 0x1F, 0xC1 };
	static const uint8_t little[] = { 0xC1, 0x1F, 0xFC, 0xC1 };
	uint8_t start[STREAM_MAGIC];

	return read_start(folder, name, start, sizeof(start)) == STREAM_MAGIC &&
	       (!memcmp(start, little, sizeof(start)) ||
		!memcmp(start, big, sizeof(start)));
}

/* A walk through the entries of a directory. */
struct walk {
	int folder;
	bool removes; /* removes files of the trace */
	bool is_deep; /* the entries are directories of traces */
};

static bool walk_folder(int parent, const char *path, bool removes,
			bool may_be_deep);

static bool visit(const struct walk *walk, const char *name)
{
	if (walk->is_deep)
		return walk_folder(walk->folder, name, walk->removes, false);
	if (!strcmp(name, "metadata"))
		return true;
	return is_stream(walk->folder, name) &&
	       (!walk->removes || !unlinkat(walk->folder, name, 0));
}

/* Goes on behind what is not the trace's, if it removes. */
static bool visit_all(const struct walk *walk, DIR *dir)
{
	const struct dirent *entry;
	bool has_any = false;
	bool is_own = true;

	while ((is_own || walk->removes) && (entry = readdir(dir))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		is_own &= visit(walk, entry->d_name);
		has_any = true;
	}
	return is_own && has_any;
}

/* The metadata is the last file to go: without it, there is no trace. */
static bool walk_folder(int parent, const char *path, bool removes,
			bool may_be_deep)
{
	struct walk walk = { .removes = removes };
	bool has_metadata;
	bool is_own;
	DIR *dir;

	walk.folder = openat(parent, path,
			     O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	dir = walk.folder < 0 ? NULL : fdopendir(walk.folder);
	if (!dir) {
		if (walk.folder >= 0)
			close(walk.folder);
		return false;
	}
	has_metadata = is_metadata(walk.folder);
	walk.is_deep = may_be_deep && !has_metadata;
	is_own = (has_metadata || walk.is_deep) && visit_all(&walk, dir);
	if (is_own && removes)
		is_own = !has_metadata || !unlinkat(walk.folder, "metadata", 0);
	closedir(dir);
	return is_own && (!removes || !unlinkat(parent, path, AT_REMOVEDIR));
}

bool ctf_own_folder_is(const char *path)
{
	return walk_folder(AT_FDCWD, path, false, true);
}

bool ctf_own_folder_remove(const char *path)
{
	return walk_folder(AT_FDCWD, path, true, true);
}
