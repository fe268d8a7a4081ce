/*
 * guess.h - guessing the layout of frames by plausibility
 *
 * A buffer tells the size of its frames only, which several layouts share. Each
 * layout gets points for plausible values; among equals the simplest wins.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_GUESS_H
#define PXT_FORMAT_LITEOS_IMPORT_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/layout.h"

/* False: no layout has that size. *sure: this one is convincing. */
bool pxt_liteos_guess(const uint8_t *frames, size_t count, unsigned size,
		      bool big, struct pxt_liteos_layout *layout, bool *sure);

#endif
