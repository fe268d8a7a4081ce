/*
 * log_overtaken.h - events that were overwritten before a reader came to them
 *
 * The order of a log tells how many events were overwritten since it began, or
 * was cleared; the reader counts all events up to its position, these included.
 * Where more were overwritten than the reader has come past, the difference was
 * never read, and becomes a LOSS among the runs. So does a chunk that was announced
 * by its head, and was overwritten before its records were read.
 */
#ifndef PXT_LOG_OVERTAKEN_H
#define PXT_LOG_OVERTAKEN_H

#include <stdbool.h>

#include "log/log_format.h"
#include "log/log_path.h"
#include "model/merge.h"

/* Zero at first. */
struct pxt_log_overtaken {
	uint64_t passed;  /* events up to the position, read or not */
	uint64_t dropped; /* events of announced chunks, not told yet */
	uint64_t lost;	  /* events of the LOSSes that were passed */
	bool is_whole;	  /* the log was whole when reading began */
	bool moved;	  /* something was overwritten since then */
	bool ever;	  /* a LOSS was told */
	/* Ticks and their times, of the header or of a chunk */
	struct pxt_context clock;
	uint64_t clock_ticks;
};

/* The reader begins behind so many events. */
void pxt_log_overtaken_begin(struct pxt_log_overtaken *overtaken,
			     const struct pxt_log_header *header,
			     uint64_t passed);

/* The reader has come to the head of a chunk; and has loaded a chunk. */
void pxt_log_overtaken_pass(struct pxt_log_overtaken *overtaken,
			    const struct pxt_log_chunk *chunk);
void pxt_log_overtaken_note_clock(struct pxt_log_overtaken *overtaken,
				  const struct pxt_run *run);

/* The path is about to follow this order. ENOMEM. */
int pxt_log_overtaken_follow(struct pxt_log_overtaken *overtaken,
			     struct pxt_merge *merge,
			     const struct pxt_log_path *path,
			     const struct pxt_log_order *order);

/* Tells what was dropped. ENOMEM. */
int pxt_log_overtaken_tell(struct pxt_log_overtaken *overtaken,
			   struct pxt_merge *merge);

/* The log has ended: tells what else was in it, the losses told by overwritten
 * sections included if reading began where the log did. *news: something was told.
 * ENODATA if nothing fails. ENOMEM. */
int pxt_log_overtaken_end(struct pxt_log_overtaken *overtaken,
			  struct pxt_merge *merge,
			  const struct pxt_log_end *end, bool *news);

/* Runs that are a LOSS: what has no section has no number. */
bool pxt_log_overtaken_is_loss(const struct pxt_run *run);

/* Bytes of the buffer for pxt_log_overtaken_load(), which makes the run's data. */
size_t pxt_log_overtaken_span(void);
void pxt_log_overtaken_load(struct pxt_run *run, uint8_t *buffer);

#endif
