/*
 * threadx.h - the figures of what a source has of ThreadX
 *
 * Of whatever source has such events: a dump of the buffer, or a log that was
 * made of one. Where it has several systems, it is the first one.
 */
#ifndef FIGURES_THREADX_THREADX_H
#define FIGURES_THREADX_THREADX_H

#include "event/fields.h"
#include "event/labels.h"
#include "figures/figures_table.h"
#include "figures/threadx/figures.h"
#include "format/threadx/record.h"

enum {
	THREADX_TABLES = 3,
	THREADX_ORIGINS = 64, /* others are no ThreadX */
};

struct threadx {
	struct source *source; /* borrowed, and these two */
	struct fields *fields;
	struct labels *labels;
	bool is_met; /* a system that is ThreadX */
	unsigned origin;
	uint64_t others; /* of other systems that are ThreadX, too */
	uint8_t verdict[THREADX_ORIGINS];
	struct pxt_threadx_shapes *shapes;
	trace_event_id_t *type; /* of each id */

	struct threadx_trace trace;
	struct threadx_figures figures;
};

/* Nothing happens before the first event of ThreadX. */
void threadx_init(struct threadx *threadx, struct source *source,
		  struct fields *fields, struct labels *labels);
void threadx_fini(struct threadx *threadx);

/* An event. ENOMEM. */
int threadx_add(struct threadx *threadx,
		const struct posix_trace_item_np *item);

/* All have come. ENOMEM. */
int threadx_end(struct threadx *threadx);

/* The tables, if there is such a system; for people only if there was any event,
 * and those rows that say something. Gives how many there are. They are the caller's to fini. */
size_t threadx_tables(struct threadx *threadx,
		      struct figures_table made[THREADX_TABLES],
		      bool for_people);

/* What people have to know of them: where TraceX shows other numbers. */
void threadx_remarks(struct threadx *threadx, FILE *out);

#endif
