/* proc_image.c - reading the image of a process from /proc */
#include "session/transfer/proc_image.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/proc.h"
#include "model/image.h"

enum {
	ARGUMENTS_MAX = 256,
	COMMAND_LINE_MAX = 16384,
	HEADERS_MAX = 4096, /* bytes of an object's file to read */
	NOTES_MAX = 4096,
	PATH_SIZE = 4096,
};

/* A line of the table of mappings. */
struct mapping {
	uint64_t start, end;
	uint64_t inode;
	char path[PATH_SIZE];
};

/* Consecutive mappings of one file, and its first bytes. */
struct object {
	struct mapping mapping; /* all of them, from the first to the last */
	uint8_t head[HEADERS_MAX];
	uint8_t notes[NOTES_MAX];
};

/* Opens the file as the process sees it, maybe in another root. Anything may be
 * in its place: opening a device may have effects. */
static int open_object(pid_t pid, const struct mapping *mapping)
{
	char there[PATH_SIZE + 32];
	struct stat st;
	int path, fd = -1;

	snprintf(there, sizeof(there), "/proc/%d/root%s", (int)pid,
		 mapping->path);
	path = open(there, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (path < 0)
		return -1;
	if (!fstat(path, &st) && S_ISREG(st.st_mode) &&
	    st.st_ino == mapping->inode) {
		snprintf(there, sizeof(there), "/proc/self/fd/%d", path);
		fd = open(there, O_RDONLY | O_CLOEXEC);
	}
	close(path);
	return fd;
}

static void read_notes(struct object *object, int fd, const ElfW(Phdr) * header,
		       struct pxt_image_module *module)
{
	size_t size =
		header->p_filesz < NOTES_MAX ? header->p_filesz : NOTES_MAX;
	ssize_t len;

	if (module->id)
		return;
	len = pread(fd, object->notes, size, (off_t)header->p_offset);
	if (len > 0)
		pxt_image_find_id(module, object->notes, (size_t)len);
}

/* The base is where it would lie if nothing were added to its addresses. */
static void read_headers(struct object *object, int fd, size_t len,
			 struct pxt_image_module *module)
{
	const ElfW(Ehdr) *elf = (const void *)object->head;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	bool loaded = false;
	ElfW(Phdr) header;

	for (size_t i = 0; i < elf->e_phnum; i++) {
		size_t at = elf->e_phoff + i * sizeof(header);

		if (at < elf->e_phoff || at > len || len - at < sizeof(header))
			return;
		memcpy(&header, object->head + at, sizeof(header));
		if (header.p_type == PT_NOTE)
			read_notes(object, fd, &header, module);
		if (header.p_type != PT_LOAD)
			continue;
		if (!loaded)
			module->base -= header.p_vaddr & ~(page - 1);
		loaded = true;
		if (module->end <
		    module->base + header.p_vaddr + header.p_memsz)
			module->end =
				module->base + header.p_vaddr + header.p_memsz;
	}
}

/* A file that is gone, or not readable, still has its name and place. */
static bool is_object(struct object *object, pid_t pid,
		      struct pxt_image_module *module)
{
	int fd = open_object(pid, &object->mapping);
	ssize_t len;
	bool is;

	if (fd < 0)
		return true;
	len = pread(fd, object->head, sizeof(object->head), 0);
	is = len >= (ssize_t)sizeof(ElfW(Ehdr)) &&
	     !memcmp(object->head, ELFMAG, SELFMAG) &&
	     object->head[EI_CLASS] ==
		     (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32);
	if (is)
		read_headers(object, fd, (size_t)len, module);
	close(fd);
	return is;
}

static void add_object(struct pxt_image_builder *builder, pid_t pid,
		       struct object *object)
{
	struct pxt_image_module module = {
		.base = object->mapping.start,
		.start = object->mapping.start,
		.end = object->mapping.end,
		.path = object->mapping.path,
	};

	if (object->mapping.path[0] && is_object(object, pid, &module))
		pxt_image_add_module(builder, &module);
}

/* Only paths of files begin so. */
static bool parse_mapping(const char *line, struct mapping *mapping)
{
	unsigned long start, end, inode;
	const char *path;
	int at = 0;
	size_t len;

	if (sscanf(line, "%lx-%lx %*s %*x %*x:%*x %lu %n", &start, &end, &inode,
		   &at) != 3 ||
	    line[at] != '/')
		return false;
	path = line + at;
	len = strcspn(path, "\n");
	if (len >= sizeof(mapping->path))
		return false;
	mapping->start = start;
	mapping->end = end;
	mapping->inode = inode;
	memcpy(mapping->path, path, len);
	mapping->path[len] = '\0';
	return true;
}

static void add_objects(struct pxt_image_builder *builder, pid_t pid,
			FILE *maps, struct object *object)
{
	char line[PATH_SIZE + 128];
	struct mapping mapping;

	while (fgets(line, sizeof(line), maps)) {
		if (!parse_mapping(line, &mapping))
			continue;
		if (!strcmp(mapping.path, object->mapping.path)) {
			object->mapping.end = mapping.end;
			continue;
		}
		add_object(builder, pid, object);
		object->mapping = mapping;
	}
	add_object(builder, pid, object);
}

static void look_at_objects(struct pxt_image_builder *builder, pid_t pid)
{
	struct object *object = calloc(1, sizeof(*object));
	char path[32];
	FILE *maps;

	pxt_proc_path(pid, "/maps", path);
	maps = fopen(path, "re");
	if (object && maps)
		add_objects(builder, pid, maps, object);
	if (maps)
		fclose(maps);
	free(object);
}

static const char *without_path(const char *command)
{
	const char *slash = strrchr(command, '/');

	return slash ? slash + 1 : command;
}

int pxt_proc_image_read(pid_t here, uint32_t number, void *image, size_t size,
			size_t *len)
{
	struct pxt_image_builder builder;
	char *argv[ARGUMENTS_MAX];
	char *line = malloc(COMMAND_LINE_MAX);
	int argc, err;

	if (!line)
		return ENOMEM;
	argc = pxt_proc_arguments(here, line, COMMAND_LINE_MAX, argv,
				  ARGUMENTS_MAX);
	err = pxt_image_begin(&builder, image, size, number,
			      argc ? without_path(argv[0]) : "", argc, argv);
	if (!err) {
		look_at_objects(&builder, here);
		*len = builder.len;
	}
	free(line);
	return err;
}
