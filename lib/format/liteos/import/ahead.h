/*
 * ahead.h - what comes later in a stream of LiteOS
 *
 * Some things are known only by what follows. As far as it is there, or can be
 * read now, it is looked at, and left for those that read it.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_AHEAD_H
#define PXT_FORMAT_LITEOS_IMPORT_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/feed.h"
#include "format/liteos/message.h"

/* The event counts of so many events of this session at most. *all: there are
 * no more that count, now or later. */
size_t pxt_liteos_ahead_counts(struct pxt_feed *feed,
			       enum pxt_liteos_endian order, uint32_t *counts,
			       size_t most, bool *all);

/* The clock of the next session, in hertz; 0: nobody knows. */
uint32_t pxt_liteos_ahead_clock(struct pxt_feed *feed,
				enum pxt_liteos_endian order);

#endif
