/*
 * section.h - a chunk of a log that several slices have a part of
 *
 * The first worker that needs a section reads it, and others wait for that.
 */
#ifndef PXT_READING_SECTION_H
#define PXT_READING_SECTION_H

#include <pthread.h>

#include "log/log_reader_state.h"

struct pxt_section {
	struct pxt_run announced; /* constant while a slice has the section */

	/* The planning thread alone uses these. */
	unsigned slices; /* holders: slices, and the plan for a later one */
	struct pxt_section *next; /* in a list of spare ones */

	pthread_mutex_t lock; /* over the rest */
	bool is_fetched;
	int err;
	struct pxt_run fetched;
	struct pxt_log_buffers buffers; /* memory for it, and for later ones */
};

/* NULL: no memory. */
struct pxt_section *pxt_section_new(void);
void pxt_section_free(struct pxt_section *section);

/* Makes it another section; no slice has it. */
void pxt_section_begin(struct pxt_section *section, const struct pxt_run *run);

/* Returns the run in memory, valid until pxt_section_begin(), or NULL: the
 * section is damaged, or cannot be read. */
const struct pxt_run *pxt_section_fetch(struct pxt_section *section,
					const struct pxt_log_reader *log);

#endif
