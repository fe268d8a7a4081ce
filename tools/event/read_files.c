/*
 * read_files.c - files that options named, and that were read, besides traces
 */
#include <stddef.h>

#include "base/array.h"
#include "event/read_files.h"

static struct stat *files;
static size_t count, room;

/* Without memory a file may be replaced. */
void read_files_add(int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) ||
	    pxt_array_reserve(&files, &room, count + 1, sizeof(*files)))
		return;
	files[count++] = st;
}

bool read_files_have(const struct stat *file)
{
	for (size_t i = 0; i < count; i++)
		if (files[i].st_dev == file->st_dev &&
		    files[i].st_ino == file->st_ino)
			return true;
	return false;
}
