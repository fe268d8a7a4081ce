/*
 * layout_mark.h - a number that stands for a description
 *
 * A template is written for data that is laid out in one way. Events of that
 * name may be described otherwise, by another program or another version: a
 * mark tells them apart. It is no proof against who wants two to have the same.
 */
#ifndef LAYOUT_MARK_H
#define LAYOUT_MARK_H

#include <stdint.h>

static inline uint32_t layout_mark(const char *description)
{
	uint32_t mark = 0x811c9dc5;

	for (; *description; description++)
		mark = (mark ^ (unsigned char)*description) * 0x01000193;
	return mark;
}

#endif
