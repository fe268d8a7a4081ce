/*
 * linkage.c - static linkage of programs
 */
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/linkage.h"

enum { HEADERS = 64 }; /* more than any linker makes */

static bool is_native(const ElfW(Ehdr) * file)
{
	const int class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;

	return !memcmp(file->e_ident, ELFMAG, SELFMAG) &&
	       file->e_ident[EI_CLASS] == class &&
	       file->e_phentsize == sizeof(ElfW(Phdr)) &&
	       file->e_phnum <= HEADERS;
}

static bool asks_for_linker(int fd, const ElfW(Ehdr) * file)
{
	ElfW(Phdr) header[HEADERS];
	const size_t size = file->e_phnum * sizeof(header[0]);

	if (pread(fd, header, size, (off_t)file->e_phoff) != (ssize_t)size)
		return true;
	for (unsigned i = 0; i < file->e_phnum; i++)
		if (header[i].p_type == PT_INTERP)
			return true;
	return false;
}

static bool is_static(int fd)
{
	ElfW(Ehdr) file;

	return pread(fd, &file, sizeof(file), 0) == (ssize_t)sizeof(file) &&
	       is_native(&file) && !asks_for_linker(fd, &file);
}

/* Directories of PATH are searched in order; an empty one is the current
 * directory. */
static int open_program(const char *command)
{
	const char *path = getenv("PATH");
	char name[PATH_MAX];
	int fd = -1;

	if (strchr(command, '/') || !path)
		return open(command, O_RDONLY | O_CLOEXEC);
	for (; fd < 0; path++) {
		const int len = (int)strcspn(path, ":");

		if (snprintf(name, sizeof(name), "%.*s%s%s", len, path,
			     len ? "/" : "", command) < (int)sizeof(name) &&
		    !access(name, X_OK))
			fd = open(name, O_RDONLY | O_CLOEXEC);
		path += len;
		if (!*path)
			break;
	}
	return fd;
}

bool linkage_is_static(const char *command)
{
	const int fd = open_program(command);
	bool found;

	if (fd < 0)
		return false;
	found = is_static(fd);
	close(fd);
	return found;
}
