/*
 * native_events.h - events of RKH as frames again
 *
 * Events have everything that their frames had. Where the format leaves no
 * choice, the bytes are the same.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_NATIVE_EVENTS_H
#define PXT_FORMAT_RKH_EXPORT_NATIVE_EVENTS_H

#include "format/export.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/options.h"
#include "format/rkh/plan.h"

/* Zero at first. */
struct pxt_rkh_native_events {
	enum pxt_rkh_dialect dialect;
	struct pxt_rkh_options
		import_options; /* settings that outweighed the records */
	struct pxt_rkh_options options; /* settings of this export */
	struct pxt_rkh_plan plan[PXT_RKH_EVENTS];
	uint64_t end;	/* end of the previous frame in its stream */
	bool is_broken; /* an omission preceded */
	uint8_t seq;	/* next number, where there was none */
};

/* True for an event of RKH. */
bool pxt_rkh_native_events_know(const char *name,
				const struct posix_trace_layout_np *layout);

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

/* Marks an omission. */
void pxt_rkh_native_events_lose(struct pxt_rkh_native_events *events);

#endif
