/*
 * log_kept.h - the names, processes and descriptions of a log, as the section
 * END has them
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
	size_t len;
	size_t size;
	uint32_t count;
};

struct pxt_log_kept {
	struct pxt_log_entries names;
	struct pxt_log_entries processes;
	struct pxt_log_entries descriptions;
	bool incomplete; /* END has no room for all */
};

/* Make room, before the entry is written to the file: what was written must
 * not fail to be kept. ENOMEM. */
int pxt_log_kept_reserve_name(struct pxt_log_kept *kept, size_t len);
int pxt_log_kept_reserve_process(struct pxt_log_kept *kept, size_t len);
int pxt_log_kept_reserve_description(struct pxt_log_kept *kept, size_t len);

/* After reserve: a name or a description as encoded, an image. */
void pxt_log_kept_add_name(struct pxt_log_kept *kept, const void *name,
			   size_t len);
void pxt_log_kept_add_process(struct pxt_log_kept *kept, const void *image,
			      size_t len);
void pxt_log_kept_add_description(struct pxt_log_kept *kept,
				  const void *description, size_t len);

/* Write sections NAME, PROCESS and DESCRIPTION for all of them. */
int pxt_log_kept_put(const struct pxt_log_kept *kept,
		     struct pxt_log_sink *sink);

void pxt_log_kept_fini(struct pxt_log_kept *kept);

#endif
