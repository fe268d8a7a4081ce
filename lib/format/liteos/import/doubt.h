/*
 * doubt.h - frames of a buffer of LiteOS that no kernel has written
 *
 * A kernel clears a frame before it fills it, gives each event a module, and
 * clips the params to those there is room for: what is otherwise is garbage.
 * Other things are only strange: a module may be a vendor's own. Two that are
 * strange in one frame are no event either.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_DOUBT_H
#define PXT_FORMAT_LITEOS_IMPORT_DOUBT_H

#include <stdbool.h>
#include <stdint.h>

#include "format/liteos/layout.h"

enum pxt_liteos_doubt {
	PXT_LITEOS_SOUND,
	PXT_LITEOS_NO_MODULE, /* whatever the layout is */
	PXT_LITEOS_PADDED,
	PXT_LITEOS_RESERVES,
	PXT_LITEOS_TOO_MANY,
	PXT_LITEOS_STRANGE,
};

/* Look at a frame that is not blank. frame: its head, taken apart. old: the
 * numbers before LiteOS 5. */
enum pxt_liteos_doubt pxt_liteos_doubt(const struct pxt_liteos_layout *layout,
				       const uint8_t *at, bool big,
				       const struct pxt_liteos_frame *frame,
				       bool old);

#endif
