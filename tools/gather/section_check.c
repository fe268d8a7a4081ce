/*
 * section_check.c - what is wrong with a section that came from elsewhere
 */
#include "gather/section_check.h"

/* A million sections a second for eight years. No log has more, and a larger
 * number would make those that follow look old. */
#define NUMBER_MOST (UINT64_C(1) << 48)
#define PLACE_MOST (UINT64_C(1) << 62)

/* Numbers do not grow with places in a log that overwrites itself. */
bool section_check_place(uint64_t number, uint64_t at)
{
	return number <= NUMBER_MOST && at % 8 == 0 && at < PLACE_MOST;
}

const char *section_check_head(struct section *section,
			       const unsigned char *uuid,
			       const unsigned char *bytes, uint64_t len,
			       uint64_t at)
{
	if (len < SECTION_HEAD || !section_parse(section, bytes, uuid))
		return "not a section of this log";
	if (section_size(section) != len)
		return "its length is not what it says";
	if (section->type == SECTION_HEADER)
		return "a HEADER among the sections";
	if (!section_check_place(section->number, at))
		return "its number or place cannot be right";
	section->at = at;
	return NULL;
}

const char *section_check_payload(const struct section *section,
				  const unsigned char *bytes)
{
	return section_has(section, bytes + SECTION_HEAD) ? NULL : "checksum";
}
