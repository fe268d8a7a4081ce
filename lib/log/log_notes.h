/*
 * log_notes.h - notes read from a log
 *
 * Copies are kept until fini: borrowed results stay valid. At most
 * PXT_LOG_NOTES_MAX notes are kept.
 */
#ifndef PXT_LOG_NOTES_H
#define PXT_LOG_NOTES_H

#include "log/log_format.h"

enum {
	PXT_LOG_NOTES_MAX = 4096,
	PXT_LOG_NOTES_BYTES = 16 << 20, /* including replaced ones */
};

struct pxt_log_note_node;

struct pxt_log_notes {
	struct pxt_log_note_node *first, **last; /* in order of arrival */
	void *tree;
	unsigned count;
	size_t bytes;
};

/* The latest note of an origin and key counts, in the place of the first.
 * EBADMSG: data is invalid. ENOMEM. */
int pxt_log_notes_add(struct pxt_log_notes *notes, const void *data,
		      size_t len);

/* Returns the notes of an origin by index, in order of arrival. NULL: no
 * more. */
const struct pxt_log_note *pxt_log_notes_get(const struct pxt_log_notes *notes,
					     uint32_t origin, unsigned index);

void pxt_log_notes_fini(struct pxt_log_notes *notes);

#endif
