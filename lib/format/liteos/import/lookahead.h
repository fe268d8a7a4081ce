/*
 * lookahead.h - looking ahead in a stream of LiteOS
 *
 * Some facts depend on later messages. Those available now are examined, and
 * left in the feed.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_LOOKAHEAD_H
#define PXT_FORMAT_LITEOS_IMPORT_LOOKAHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/feed.h"
#include "format/liteos/message.h"

/* Collects the counters of this session's next events, at most `most`. *all: no
 * more will count. */
size_t pxt_liteos_lookahead_counts(struct pxt_feed *feed,
				   enum pxt_liteos_endian order,
				   uint32_t *counts, size_t most, bool *all);

/* The clock of the next session in hertz; 0: unknown. */
uint32_t pxt_liteos_lookahead_clock(struct pxt_feed *feed,
				    enum pxt_liteos_endian order);

#endif
