/*
 * threadx.h - ThreadX figures of a source
 *
 * Any source with such events: a dump of the buffer, a log made from one, or a
 * log of firmware on Linux, where each process is a system. Among several
 * systems, the first counts.
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
};

struct threadx {
	struct source *source; /* borrowed, as are these two */
	struct fields *fields;
	struct labels *labels;
	bool is_met; /* a ThreadX system was found */
	unsigned origin;
	pid_t pid;	 /* process, on Linux; 0: all of the origin */
	uint64_t others; /* events of other ThreadX systems */
	bool is_beyond;	 /* there are more events than the limit: no figures */
	uint8_t verdict[FIELDS_TYPES];
	struct pxt_threadx_shapes *shapes;
	trace_event_id_t *type; /* types by id */

	struct threadx_trace trace;
	struct threadx_figures figures;
};

/* The memory is allocated at the first event of ThreadX. */
void threadx_init(struct threadx *threadx, struct source *source,
		  struct fields *fields, struct labels *labels);
void threadx_fini(struct threadx *threadx);

/* True if events of that type, described so far, are ThreadX's. */
bool threadx_want(struct threadx *threadx, trace_event_id_t type);

/* Adds such an event. ENOMEM. */
int threadx_add(struct threadx *threadx,
		const struct posix_trace_item_np *item);

/* Ends the input. ENOMEM. */
int threadx_end(struct threadx *threadx);

/* Makes the tables, if there is such a system; for people only if there were
 * events, and only significant rows. Returns their number. The caller releases
 * them. */
size_t threadx_tables(struct threadx *threadx,
		      struct figures_table made[THREADX_TABLES],
		      bool for_people);

/* Prints remarks: differences from TraceX. */
void threadx_remarks(struct threadx *threadx, FILE *out);

#endif
