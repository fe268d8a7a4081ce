/* formats.h - the list of formats */
#ifndef PXT_FORMAT_FORMATS_H
#define PXT_FORMAT_FORMATS_H

#include "format/format.h"

/* NULL ends the list. */
extern const struct pxt_format *const pxt_formats[];

/* Finds a format by name, or returns NULL. */
const struct pxt_format *pxt_format_find(const char *name);

/* Returns the format whose probe is the most certain, and its certainty. NULL:
 * no format recognizes these bytes. */
const struct pxt_format *pxt_format_guess(const struct pxt_probe *probe,
					  unsigned *sure);

#endif
