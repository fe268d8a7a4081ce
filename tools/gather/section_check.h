/*
 * section_check.h - what is wrong with a section that came from elsewhere
 */
#ifndef SECTION_CHECK_H
#define SECTION_CHECK_H

#include "source/section.h"

enum { SECTION_NOT_PLACED = 0 };

/* Takes the head of a section; `at`: its offset in the log, or
 * SECTION_NOT_PLACED. NULL, or what is wrong with it: a text that has room for
 * the section's name before it. */
const char *section_check_head(struct section *section,
			       const unsigned char *uuid,
			       const unsigned char *bytes, uint64_t len,
			       uint64_t at);

/* The same of its payload. */
const char *section_check_payload(const struct section *section,
				  const unsigned char *bytes);

/* True if a section of that number may lie there. */
bool section_check_place(uint64_t number, uint64_t at);

#endif
