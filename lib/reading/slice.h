/*
 * slice.h - the items of a log in a span of ticks
 *
 * A slice has all sections that may have an event in its span, and is decoded
 * by one worker without regard to others, up to the times of its first items:
 * see timeline.h.
 */
#ifndef PXT_READING_SLICE_H
#define PXT_READING_SLICE_H

#include <urcu/wfcqueue.h>

#include <trace_reading_np.h>

#include "reading/section.h"

struct pxt_slice {
	struct cds_wfcq_node node; /* in a queue of the crew */
	struct pxt_slice *next;	   /* behind it, or in a list of spare ones */
	uint64_t number;	   /* slices are numbered one by one */
	bool is_done;		   /* for the thread that asks for batches */
	bool is_to_take;	   /* has a turn, for the worker to take it */

	/* The plan. */
	const struct pxt_log_reader *log;
	uint64_t from, to;  /* ticks: from the one to before the other;
			    * UINT64_MAX: to the end */
	uint64_t horizon;   /* events up to it are not delivered */
	bool is_behind_end; /* items are behind the last floor of the log */
	struct pxt_section **sections; /* in the order of their arrival */
	size_t sections_count, sections_room;

	/* The result. */
	bool is_broken; /* not to be decoded on its own */
	struct posix_trace_item_np *items;
	size_t count, items_room;
	int64_t *times_ns; /* times of the items before they are settled */
	size_t times_room;
	int64_t last_ns; /* time of the last one, as if nothing were before */
	struct posix_trace_batch_np batch; /* without items before a time */

	/* The turn. */
	bool is_taken;
	int err; /* of taking; or 0 */
};

/* Decodes slices, one after another. */
struct pxt_decoder {
	struct pxt_source source; /* first */
	struct pxt_merge *merge;
	struct pxt_slice *slice;
};

/* ENOMEM. */
int pxt_decoder_init(struct pxt_decoder *decoder);
void pxt_decoder_fini(struct pxt_decoder *decoder);

/* Decodes a slice. If its sections are damaged, or not what their heads say, it
 * is broken: a merge of the whole log has to tell what is there. jitter_ns: of
 * pxt_merge_settle_time(), for the times of items as if nothing were before. */
void pxt_decoder_run(struct pxt_decoder *decoder, struct pxt_slice *slice,
		     uint64_t jitter_ns);

/* Adds a section. ENOMEM. */
int pxt_slice_add(struct pxt_slice *slice, struct pxt_section *section);

/* The time by which items, of events or losses, are in order. */
int64_t pxt_slice_get_time(const struct posix_trace_item_np *item);
void pxt_slice_set_time(struct posix_trace_item_np *item, int64_t time_ns);

/* NULL: no memory. */
struct pxt_slice *pxt_slice_new(void);
void pxt_slice_free(struct pxt_slice *slice);

/* Gives the memory of a slice without sections back, until it is used again. */
void pxt_slice_shrink(struct pxt_slice *slice);

#endif
