/*
 * event_spool.h - the events of a ThreadX trace, until they are written
 *
 * A piece of them is in memory, all others are in a file without a name: memory
 * is bounded, and a few events make no file.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_EVENT_SPOOL_H
#define PXT_FORMAT_THREADX_EXPORT_EVENT_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PXT_THREADX_STAMP = 3 };

/* The words of an event slot. Its stamp has 64 bits at any width. */
struct pxt_threadx_words {
	uint64_t word[8];
};

/* Zero at first. All but events is private. */
struct pxt_threadx_event_spool {
	uint64_t events;

	unsigned width; /* bytes of a word; 0: no event so far */
	uint8_t *piece; /* owned: the events from first on */
	uint64_t first;
	size_t count;
	size_t unsaved; /* the last events of the piece, not in the file */
	bool has_file;
	int fd;
	int err; /* the file's first error; 0: none */
};

void pxt_threadx_event_spool_fini(struct pxt_threadx_event_spool *spool);

/* Appends an event, with the same width each time: words lose what is beyond.
 * ENOMEM. Or an error of the file. */
int pxt_threadx_event_spool_add(struct pxt_threadx_event_spool *spool,
				unsigned width,
				const struct pxt_threadx_words *words);

/* Finds an event, which is quick in their order. ENOMEM. Or an error of the
 * file. */
int pxt_threadx_event_spool_get(struct pxt_threadx_event_spool *spool,
				uint64_t index,
				struct pxt_threadx_words *words);

#endif
