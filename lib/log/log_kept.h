/*
 * log_kept.h - the names, processes and so on of a log, as the section END has
 * them
 *
 * The writer keeps them: for END, and because what is overwritten or cleared
 * takes them along.
 */
#ifndef PXT_LOG_KEPT_H
#define PXT_LOG_KEPT_H

#include "log/log_sink.h"

/* Encoded entries, one behind the other. */
struct pxt_log_entries {
	uint8_t *data;
	size_t len, room;
	uint32_t count;
};

struct pxt_log_kept {
	struct pxt_log_entries entries[PXT_LOG_RECAPPED];
	bool incomplete; /* END has no room for all */
};

/* Make room, before the entry is written to the file: what was written must
 * not fail to be kept. ENOMEM. */
int pxt_log_kept_reserve(struct pxt_log_kept *kept, enum pxt_log_recapped what,
			 size_t len);

/* After reserve: an entry as the payload of its section has it. */
void pxt_log_kept_add(struct pxt_log_kept *kept, enum pxt_log_recapped what,
		      const void *data, size_t len);

/* Bytes of all entries, as END has them. */
size_t pxt_log_kept_length(const struct pxt_log_kept *kept);

/* Write sections for all of them. */
int pxt_log_kept_put(const struct pxt_log_kept *kept,
		     struct pxt_log_sink *sink);

/* The type of these sections. */
uint32_t pxt_log_kept_type(enum pxt_log_recapped what);

void pxt_log_kept_fini(struct pxt_log_kept *kept);

#endif
