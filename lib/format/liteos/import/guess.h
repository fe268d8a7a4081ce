/*
 * guess.h - how frames of LiteOS are laid out, by what they look like
 *
 * A buffer tells only the size of its frames, which several layouts have. Each
 * of them is tried, and gets points for what frames of that layout have in
 * common; of those with as many points the simplest wins.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_GUESS_H
#define PXT_FORMAT_LITEOS_IMPORT_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/layout.h"

/* False: no layout has that size. *sure: this one looks right. */
bool pxt_liteos_guess(const uint8_t *frames, size_t count, unsigned size,
		      bool big, struct pxt_liteos_layout *layout, bool *sure);

#endif
