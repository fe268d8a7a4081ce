/*
 * update.h - changing a file of templates by another one
 *
 *	* /etc/trcfmt
 *	+ 0C1 1.1 L=APPL "added, or put in place of an older one" X4
 *	- 0C2
 *
 * All of it is done, or nothing.
 */
#ifndef PXT_TEMPLATE_UPDATE_H
#define PXT_TEMPLATE_UPDATE_H

#include <stdbool.h>
#include <stddef.h>

#include "template/complaint.h"

struct pxt_text {
	const char *name; /* as the user knows the file */
	const char *text;
	size_t len;
};

struct pxt_updated {
	char *text; /* the file as it is now, to be freed */
	size_t len;
	char *undo; /* an update that takes the change back, to be freed */
	size_t undo_len;
	unsigned added, replaced, kept,
		deleted;    /* kept: newer than the input */
	unsigned deletions; /* of the input, whether there was such an id */
};

/* override: whatever the versions are. EINVAL: something is wrong in one of the
 * two, which was told. EFBIG: one is too long. ENOMEM. */
int pxt_update(const struct pxt_text *base, const struct pxt_text *update,
	       bool override, struct pxt_complaints *complaints,
	       struct pxt_updated *updated);

#endif
