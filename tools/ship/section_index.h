/*
 * section_index.h - the sections that a file or a batch has, by their numbers
 *
 * A section that comes again is compared with the one that came first.
 */
#ifndef SHIP_SECTION_INDEX_H
#define SHIP_SECTION_INDEX_H

#include "source/section.h"

/* Zero at first. */
struct section_index {
	struct section *list; /* in order of numbers */
	size_t count, room;
	uint64_t at; /* end of the last one that was read from a file */
};

void section_index_fini(struct section_index *index);

/* Adds what a log's file has from `from` up to `end`, behind what was read
 * before. */
int section_index_read(struct section_index *index, int fd,
		       const unsigned char *uuid, uint64_t from, uint64_t end);

/* The section of that number; NULL: it is not there. */
const struct section *section_index_find(const struct section_index *index,
					 uint64_t number);

/* True if a section of that number is there, and has other bytes. */
bool section_index_differs(const struct section_index *index,
			   const struct section *section);

#endif
