/*
 * folder.c - directories that are CTF traces
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "common/command.h"
#include "common/talk.h"
#include "source/ctf/folder.h"
#include "source/ctf/metadata.h"

enum {
	DEPTH = 6,
	MOST_ENTRIES = 1 << 16, /* entries of all directories together */
	MOST_TRACES = 1 << 10,
};

void ctf_folder_fini(struct ctf_folder *folder)
{
	for (size_t i = 0; i < folder->count; i++)
		free(folder->trace[i]);
	free(folder->trace);
	*folder = (struct ctf_folder){ 0 };
}

/* Opens the file "metadata" of a directory. -1: none. */
static int open_metadata(const char *path)
{
	struct stat st;
	char *name;
	int fd;

	if (asprintf(&name, "%s/metadata", path) < 0)
		return -1;
	/* A pipe of that name would block. */
	fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	free(name);
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static enum ctf_metadata_kind guess(const char *path)
{
	uint8_t start[CTF_METADATA_START];
	const int fd = open_metadata(path);
	ssize_t len;

	if (fd < 0)
		return CTF_METADATA_NONE;
	len = pread(fd, start, sizeof(start), 0);
	close(fd);
	return len > 0 ? ctf_metadata_guess(start, (size_t)len) :
			 CTF_METADATA_NONE;
}

/* A walk through the directories. */
struct walk {
	struct ctf_folder *folder;
	unsigned entries;
	int err;
};

static void add_trace(struct walk *walk, const char *path)
{
	struct ctf_folder *folder = walk->folder;

	if (folder->count == MOST_TRACES) {
		folder->is_cut = true;
		return;
	}
	walk->err =
		pxt_array_reserve(&folder->trace, &folder->room,
				  folder->count + 1, sizeof(*folder->trace));
	if (walk->err)
		return;
	folder->trace[folder->count] = strdup(path);
	if (folder->trace[folder->count])
		folder->count++;
	else
		walk->err = ENOMEM;
}

static void look(struct walk *walk, const char *path)
{
	switch (guess(path)) {
	case CTF_METADATA_1:
		add_trace(walk, path);
		break;
	case CTF_METADATA_2:
		walk->folder->has_ctf_2 = true;
		break;
	case CTF_METADATA_NONE:
		break;
	}
}

static void visit(struct walk *walk, const char *path, unsigned depth);

/* Links are not followed: they may lead back. */
static void visit_entry(struct walk *walk, const char *path, const char *name,
			unsigned depth)
{
	struct stat st;
	char *entry;

	if (asprintf(&entry, "%s/%s", path, name) < 0) {
		walk->err = ENOMEM;
		return;
	}
	if (!lstat(entry, &st)) {
		if (S_ISDIR(st.st_mode) && depth < DEPTH)
			visit(walk, entry, depth + 1);
		else if (S_ISREG(st.st_mode))
			walk->folder->bytes += (uint64_t)st.st_size;
	}
	free(entry);
}

static void visit(struct walk *walk, const char *path, unsigned depth)
{
	struct dirent **entry;
	const int count = scandir(path, &entry, NULL, alphasort);

	if (count < 0) {
		if (!depth)
			walk->err = errno;
		return;
	}
	look(walk, path);
	for (int i = 0; i < count; i++) {
		if (*entry[i]->d_name != '.' && !walk->err &&
		    !walk->folder->is_cut) {
			walk->folder->is_cut = ++walk->entries > MOST_ENTRIES;
			visit_entry(walk, path, entry[i]->d_name, depth);
		}
		free(entry[i]);
	}
	free(entry);
}

int ctf_folder_find(struct ctf_folder *folder, const char *path)
{
	struct walk walk = { .folder = folder };

	visit(&walk, path, 0);
	if (walk.err)
		ctf_folder_fini(folder);
	return walk.err;
}

bool ctf_folder_is_trace(const char *path)
{
	struct ctf_folder folder = { 0 };
	bool is;

	is = !ctf_folder_find(&folder, path) &&
	     (folder.count || folder.has_ctf_2);
	ctf_folder_fini(&folder);
	return is;
}

/* Reads a whole file, or a byte more than metadata may have. */
static uint8_t *read_all(int fd, size_t *len)
{
	uint8_t *data = NULL;
	size_t room = 0;
	ssize_t got = 1;

	for (*len = 0; got > 0 && *len <= CTF_METADATA_MAX;
	     *len += (size_t)got) {
		if (pxt_array_reserve(&data, &room, *len + (64 << 10), 1)) {
			got = -1;
			break;
		}
		got = read(fd, data + *len, 64 << 10);
		if (got <= 0)
			break;
	}
	if (got < 0) {
		free(data);
		data = NULL;
	}
	return data;
}

static int check(const char *path)
{
	const int fd = open_metadata(path);
	const char *refusal;
	uint8_t *data;
	size_t len;

	data = fd < 0 ? NULL : read_all(fd, &len);
	if (fd >= 0)
		close(fd);
	if (!data) {
		talk("%s: its metadata cannot be read", path);
		return EXIT_SYSTEM;
	}
	refusal = ctf_metadata_refusal(data, len);
	free(data);
	if (!refusal)
		return EXIT_SUCCESS;
	talk("%s: its metadata %s, and is not read", path, refusal);
	return EXIT_DAMAGED;
}

int ctf_folder_check(const struct ctf_folder *folder)
{
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < folder->count && !status; i++)
		status = check(folder->trace[i]);
	return status;
}
