/*
 * layout_mark.h - a hash of a description
 *
 * A template is for data of one layout. Events of the same name may be
 * described differently by another program or version: this mark distinguishes
 * them. It is not secure against deliberate collisions.
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
