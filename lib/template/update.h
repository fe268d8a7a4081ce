/*
 * update.h - updating a file of templates
 *
 *	* /etc/trcfmt
 *	+ 0C1 1.1 L=APPL "added, or put in place of an older one" X4
 *	- 0C2
 *
 * An update is applied as a whole, or not at all.
 */
#ifndef PXT_TEMPLATE_UPDATE_H
#define PXT_TEMPLATE_UPDATE_H

#include <stdbool.h>
#include <stddef.h>

#include "template/complaint.h"

/* A file of templates, or an update of one. */
struct pxt_file {
	const char *name; /* the user's name of the file */
	const char *text;
	size_t len;
};

struct pxt_updated {
	char *text; /* the updated file, to be freed */
	size_t len;
	char *undo; /* an update that undoes the change, to be freed */
	size_t undo_len;
	unsigned added, replaced, kept,
		deleted;    /* not replaced: newer than the update */
	unsigned deletions; /* for each deletion of the update, whether the id
			     * existed */
};

/* override: ignore versions. EINVAL: one of the two has errors, which are
 * reported. EFBIG: one is too long. ENOMEM. */
int pxt_update(const struct pxt_file *base, const struct pxt_file *update,
	       bool override, struct pxt_complaints *complaints,
	       struct pxt_updated *updated);

#endif
