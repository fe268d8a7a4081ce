/*
 * doubt.h - invalid frames in LiteOS's buffer
 *
 * A kernel clears a frame before filling it, gives each event a module, and
 * clips params to the available slots: frames that contradict are garbage.
 * Other oddities are only doubts, as modules may be a vendor's own. Two doubts
 * make a frame invalid, too.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_DOUBT_H
#define PXT_FORMAT_LITEOS_IMPORT_DOUBT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/liteos/layout.h"

enum pxt_liteos_doubt {
	PXT_LITEOS_SOUND,
	PXT_LITEOS_NO_MODULE, /* independent of the layout */
	PXT_LITEOS_PADDED,
	PXT_LITEOS_RESERVES,
	PXT_LITEOS_TOO_MANY,
	PXT_LITEOS_STRANGE,
};

/* Examines a frame that is not blank. frame: its head, taken apart. old:
 * numbers before LiteOS 5. */
enum pxt_liteos_doubt pxt_liteos_doubt(const struct pxt_liteos_layout *layout,
				       const uint8_t *at, bool big,
				       const struct pxt_liteos_frame *frame,
				       bool old);

#endif
