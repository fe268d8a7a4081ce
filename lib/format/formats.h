/* formats.h - the formats that there are, one for each other system */
#ifndef PXT_FORMAT_FORMATS_H
#define PXT_FORMAT_FORMATS_H

#include "format/format.h"

/* NULL ends the list. */
extern const struct pxt_format *const pxt_formats[];

/* The format of that name, or NULL. */
const struct pxt_format *pxt_format_find(const char *name);

/* The format whose probe is the most sure, and how sure that is. NULL: no
 * format knows these bytes. */
const struct pxt_format *pxt_format_guess(const struct pxt_probe *probe,
					  unsigned *sure);

#endif
