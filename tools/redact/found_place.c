/* found_place.c - the place in a log where a value was found */
#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "redact/found_place.h"

enum {
	DESCRIPTION = 7, /* a type of sections */
	AROUND = 16,	 /* bytes beside a value that are looked at */
};

static const char *const names[] = {
	[SECTION_HEADER] = "HEADER",
	[2] = "NAME",
	[3] = "PROCESS",
	[SECTION_CHUNK] = "CHUNK",
	[SECTION_END] = "END",
	[SECTION_SEGMENT] = "SEGMENT",
	[DESCRIPTION] = "DESCRIPTION",
	[8] = "ORIGIN",
	[9] = "THREAD",
	[10] = "OBJECT",
	[11] = "NOTE",
};

void found_place_init(struct found_place *place, int fd)
{
	struct stat file;

	*place = (struct found_place){ .fd = fd };
	place->is_log = !preface_read(&place->preface, fd) && !fstat(fd, &file);
	if (place->is_log)
		place->end = (uint64_t)file.st_size;
}

/* False: there is no section behind the latest one. */
static bool go_on(struct found_place *place)
{
	const struct preface *preface = &place->preface;
	const struct section last = place->section;
	const uint64_t from =
		last.at ? last.at + section_size(&last) : preface->len;

	return !section_search(place->fd, preface->uuid, from, place->end,
			       last.at ? last.number : preface->last,
			       &place->section);
}

static const char *name_of(uint32_t type)
{
	const char *name =
		type < sizeof(names) / sizeof(*names) ? names[type] : NULL;

	return name ? name : "a section";
}

const char *found_place_move(struct found_place *place, uint64_t offset)
{
	if (!place->is_log)
		return name_of(0);
	if (offset < place->preface.len)
		return name_of(SECTION_HEADER);
	while (!place->section.at ||
	       offset >= place->section.at + section_size(&place->section))
		if (!go_on(place)) {
			place->is_log = false;
			return name_of(0);
		}
	return name_of(place->section.type);
}

/* Constants */

/* Reads what is beside a value, without blanks next to it; 0: nothing. */
static char beside(const struct found_place *place, uint64_t at, int step)
{
	char byte;

	for (int i = 0; i < AROUND; i++, at += (uint64_t)(int64_t)step) {
		if (section_read(place->fd, &byte, 1, at) != 1)
			return 0;
		if (!isspace((unsigned char)byte))
			return byte;
	}
	return 0;
}

static bool is_one_of(char byte, const char *bytes)
{
	return byte && strchr(bytes, byte);
}

bool found_place_is_constant(const struct found_place *place, uint64_t offset,
			     uint64_t len)
{
	const uint32_t type = place->section.type;

	return place->is_log && (type == DESCRIPTION || type == SECTION_END) &&
	       is_one_of(beside(place, offset - 1, -1), "{,") &&
	       is_one_of(beside(place, offset + len, 1), "=,}");
}
