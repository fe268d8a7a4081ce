/*
 * lookahead.h - looking at frames behind a configuration record
 *
 * Frames that have not arrived are not awaited.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_LOOKAHEAD_H
#define PXT_FORMAT_RKH_IMPORT_LOOKAHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/config.h"
#include "format/rkh/events.h"

/* True if the frames have pointers of four bytes where the record says eight:
 * no release writes those. */
bool pxt_rkh_lookahead_is_short(const uint8_t *data, size_t len,
				const struct pxt_rkh_config *config,
				enum pxt_rkh_dialect dialect);

/* The stamp of the first valid frame. False: none. */
bool pxt_rkh_lookahead_stamp(const uint8_t *data, size_t len,
			     const struct pxt_rkh_config *config,
			     uint64_t *stamp);

#endif
