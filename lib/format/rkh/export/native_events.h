/*
 * native_events.h - events of RKH as frames again
 *
 * Events have everything that their frames had. Where the format leaves no
 * choice, the bytes are the same. Where a log lacks the configuration record
 * one is made, and records of the names that events need; the numbers of records
 * begin anew then.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_NATIVE_EVENTS_H
#define PXT_FORMAT_RKH_EXPORT_NATIVE_EVENTS_H

#include "format/export.h"
#include "format/rkh/export/late_start.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/options.h"
#include "format/rkh/plan.h"

/* Zero at first, except start. */
struct pxt_rkh_native_events {
	enum pxt_rkh_dialect dialect;
	struct pxt_rkh_options
		import_options; /* settings that outweighed the records */
	struct pxt_rkh_options options;	  /* settings of this export */
	struct pxt_rkh_late_start *start; /* borrowed */
	struct pxt_rkh_config config;	  /* before any record */
	struct pxt_rkh_plan plan[PXT_RKH_EVENTS];
	/* The last description of each event, and whether it has fields that the
	 * plan has not. */
	const struct posix_trace_layout_np *layout[PXT_RKH_EVENTS];
	bool has_more[PXT_RKH_EVENTS];
	uint64_t end;	/* end of the previous frame in its stream */
	bool is_broken; /* an omission preceded */
	uint8_t seq;	/* next number, where there was none */

	bool has_lost;	/* a loss came since the last event */
	uint64_t lost;	/* events of these losses */
	bool has_seq;	/* events have numbers of their own */
	bool is_silent; /* a loss before the last event left no gap */
	bool is_large;	/* a loss before it was more than a number tells */

	/* Numbers of posts: as a reader counts them, and the log's. */
	uint64_t posts, first_post, last_post;

	/* A late start: the log begins behind its configuration record. */
	bool is_imported; /* from a stream of RKH */
	bool has_begun;
	bool is_late;	  /* a record was made, and none has come since */
	bool may_restart; /* numbers may begin anew */
	uint8_t own_seq;  /* next number in the log */
	uint8_t shift;	  /* added to it in the stream */
};

/* The dialect of an origin's events. */
enum pxt_rkh_dialect pxt_rkh_native_events_dialect(struct pxt_view *view,
						   unsigned origin);

/* Begins with the first event. given: the user's settings for writing. */
void pxt_rkh_native_events_begin(struct pxt_rkh_native_events *events,
				 struct pxt_rkh_writer *writer,
				 const struct pxt_rkh_options *options,
				 struct pxt_view *view, unsigned origin);

void pxt_rkh_native_events_put(struct pxt_rkh_native_events *events,
			       struct pxt_rkh_writer *writer,
			       struct pxt_export *export, const char *name,
			       const struct posix_trace_layout_np *layout,
			       const struct posix_trace_item_np *item);

/* Marks an omission of so many events; 0: unknown. */
void pxt_rkh_native_events_lose(struct pxt_rkh_native_events *events,
				uint64_t lost);

/* Counts a loss behind the last event. */
void pxt_rkh_native_events_end(const struct pxt_rkh_native_events *events,
			       struct pxt_export *export);

#endif
