/*
 * gap_chunk.h - a section that stands for others, which are gone
 *
 * A chunk whose only record is a LOSS of unknown size: every reader tells it, with
 * the time in which events are missing. It has the number of the last section that
 * is gone.
 */
#ifndef SHIP_GAP_CHUNK_H
#define SHIP_GAP_CHUNK_H

#include "source/preface.h"

enum { GAP_CHUNK = 256 }; /* bytes, at most */

/* Makes it; since: time of the last event before; until: ticks of the first event
 * behind. False: times of this log are not known here. */
bool gap_chunk_make(unsigned char bytes[GAP_CHUNK], struct section *section,
		    const struct preface *preface, int64_t since,
		    uint64_t until);

/* True for a section that was made so. bytes: section_size() of them. */
bool gap_chunk_is(const struct section *section, const unsigned char *bytes);

#endif
