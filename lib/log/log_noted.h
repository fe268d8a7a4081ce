/*
 * log_noted.h - the notes that a log has told so far
 *
 * Keeps copies until fini: what was given out stays valid. There are as many as
 * PXT_LOG_NOTES_MAX, and what is more is left out.
 */
#ifndef PXT_LOG_NOTED_H
#define PXT_LOG_NOTED_H

#include "log/log_format.h"

enum {
	PXT_LOG_NOTES_MAX = 4096,
	PXT_LOG_NOTES_BYTES = 16 << 20, /* with those that were replaced */
};

struct pxt_noted;

struct pxt_log_noted {
	struct pxt_noted *first, **last; /* as they were told */
	void *tree;
	unsigned count;
	size_t bytes;
};

/* The latest of an origin and a key is the one that counts, in the place of
 * the first. EBADMSG: data is no note. ENOMEM. */
int pxt_log_noted_add(struct pxt_log_noted *noted, const void *data,
		      size_t len);

/* Those of an origin, as they were told, from 0 on. NULL: no more. */
const struct pxt_log_note *pxt_log_noted_get(const struct pxt_log_noted *noted,
					     uint32_t origin, unsigned index);

void pxt_log_noted_fini(struct pxt_log_noted *noted);

#endif
