/*
 * log_names.c - the sections of a log that give names
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ship/nats/log_names.h"

/* Types besides those of section.h */
enum {
	TYPE_NAME = 2,
	TYPE_PROCESS = 3,
	TYPE_DESCRIPTION = 7,
	TYPE_NOTE = 11,
};

static bool gives_names(uint32_t type)
{
	return type == TYPE_NAME || type == TYPE_PROCESS ||
	       (type >= TYPE_DESCRIPTION && type <= TYPE_NOTE);
}

/* Finds the section there, or the next one. ENODATA: there is none. */
static int find(int fd, const struct preface *preface, uint64_t at,
		uint64_t end, struct section *section)
{
	unsigned char head[SECTION_HEAD];

	if (section_read(fd, head, sizeof(head), at) == SECTION_HEAD &&
	    section_parse(section, head, preface->uuid)) {
		section->at = at;
		return 0;
	}
	return section_search(fd, preface->uuid, at, end, 0, section);
}

/* Reads it whole. False: it is not sound, or another now. */
static bool read_whole(int fd, const struct section *section,
		       unsigned char *bytes)
{
	const size_t len = SECTION_HEAD + section->len;

	memset(bytes + len, 0, section_size(section) - len);
	return section_read(fd, bytes, len, section->at) == (long)len &&
	       section_u64(bytes + 16) == section->number &&
	       section_has(section, bytes + SECTION_HEAD);
}

int log_names_walk(int fd, const struct preface *preface, uint64_t last,
		   int (*give)(void *context, const struct section *section,
			       const unsigned char *bytes),
		   void *context)
{
	uint64_t at = preface->len, room = LOG_NAMES_MOST;
	struct section section;
	struct stat st;
	int err = 0;

	if (fstat(fd, &st))
		return 0;
	while (!err && !find(fd, preface, at, (uint64_t)st.st_size, &section)) {
		const size_t size = section_size(&section);
		unsigned char *bytes;

		at = section.at + size;
		if (preface->appends && section.number > last)
			break;
		if (section.number > last || size > room ||
		    !gives_names(section.type))
			continue;
		bytes = malloc(size);
		if (!bytes)
			return ENOMEM;
		if (read_whole(fd, &section, bytes)) {
			room -= size;
			err = give(context, &section, bytes);
		}
		free(bytes);
	}
	return err;
}
