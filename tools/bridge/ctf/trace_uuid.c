/*
 * trace_uuid.c - the UUID of traces that libbabeltrace2 has written
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bridge/ctf/trace_uuid.h"
#include "source/ctf/folder.h"

/* Places in a packet. */
enum {
	MAGIC = 0,
	UUID = 4,
	BITS = 36, /* size of the packet */
	HEAD = 44,
	UUID_SIZE = 16,
};

static const uint32_t magic = 0xc1fc1fc1;

/* A file in memory. */
struct map {
	uint8_t *data;
	size_t len;
};

struct change {
	uint8_t before[UUID_SIZE], after[UUID_SIZE];
	bool is_real; /* the first walk only looks */
};

void ctf_uuid_print(char text[CTF_UUID_TEXT], const unsigned char uuid[16])
{
	size_t at = 0;

	for (unsigned i = 0; i < UUID_SIZE; i++)
		at += (size_t)snprintf(
			text + at, CTF_UUID_TEXT - at, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			uuid[i]);
}

static bool parse(const char *text, uint8_t uuid[UUID_SIZE])
{
	unsigned byte;

	for (unsigned i = 0; i < UUID_SIZE; i++) {
		text += *text == '-';
		if (sscanf(text, "%2x", &byte) != 1)
			return false;
		uuid[i] = (uint8_t)byte;
		text += 2;
	}
	return *text == '"';
}

static bool map_file(int folder, const char *name, struct map *map)
{
	const int fd = openat(folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	struct stat st;

	map->data = MAP_FAILED;
	if (fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	    st.st_size > 0) {
		map->len = (size_t)st.st_size;
		map->data = mmap(NULL, map->len, PROT_READ | PROT_WRITE,
				 MAP_SHARED, fd, 0);
	}
	if (fd >= 0)
		close(fd);
	return map->data != MAP_FAILED;
}

/* The text behind a word, if enough of it is there. */
static char *find_text(const struct map *map, const char *word)
{
	const size_t len = strlen(word);
	char *at = memmem(map->data, map->len, word, len);
	const size_t place = at ? (size_t)(at - (char *)map->data) + len : 0;

	return at && map->len - place >= CTF_UUID_TEXT ? at + len : NULL;
}

/* False: a packet is not as expected. */
static bool walk_packets(const struct map *map, const struct change *change)
{
	uint64_t bits;
	size_t at = 0;

	while (map->len - at >= HEAD) {
		uint8_t *packet = map->data + at;

		if (memcmp(packet + MAGIC, &magic, sizeof(magic)) ||
		    memcmp(packet + UUID, change->before, UUID_SIZE))
			return false;
		memcpy(&bits, packet + BITS, sizeof(bits));
		if (change->is_real)
			memcpy(packet + UUID, change->after, UUID_SIZE);
		if (bits / 8 < HEAD || bits / 8 > map->len - at)
			return false;
		at += bits / 8;
	}
	return at == map->len;
}

static bool walk_stream(int folder, const char *name,
			const struct change *change)
{
	struct map map;
	bool is_good;

	if (!map_file(folder, name, &map))
		return false;
	is_good = walk_packets(&map, change);
	munmap(map.data, map.len);
	return is_good;
}

static bool is_stream(const char *name)
{
	return *name != '.' && strcmp(name, "metadata") != 0;
}

static bool walk_streams(int folder, const struct change *change)
{
	const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *streams = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	bool is_good = streams;

	while (is_good && (entry = readdir(streams)))
		if (is_stream(entry->d_name))
			is_good = walk_stream(folder, entry->d_name, change);
	if (streams)
		closedir(streams);
	else if (fd >= 0)
		close(fd);
	return is_good;
}

/* All packets are looked at before the first one is changed. */
static void change_trace(int folder, const struct map *metadata)
{
	char *is = find_text(metadata, "\n\tuuid = \"");
	const char *wanted = find_text(metadata, "\n\t" CTF_LOG_UUID " = \"");
	struct change change = { .is_real = false };

	if (!is || !wanted || !parse(is, change.before) ||
	    !parse(wanted, change.after) || !walk_streams(folder, &change))
		return;
	change.is_real = true;
	if (walk_streams(folder, &change))
		memcpy(is, wanted, CTF_UUID_TEXT - 1);
}

static void set_uuid(const char *trace)
{
	const int folder = open(trace, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct map metadata;

	if (folder >= 0 && map_file(folder, "metadata", &metadata)) {
		change_trace(folder, &metadata);
		munmap(metadata.data, metadata.len);
	}
	if (folder >= 0)
		close(folder);
}

void ctf_uuids_set(const char *folder)
{
	struct ctf_folder traces = { 0 };

	if (!ctf_folder_find(&traces, folder))
		for (size_t i = 0; i < traces.count; i++)
			set_uuid(traces.trace[i]);
	ctf_folder_fini(&traces);
}
