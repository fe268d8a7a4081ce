/*
 * again.h - events that came from a stream of RKH, as frames again
 *
 * They have all that their frames had. Where that leaves no choice, the bytes
 * are the same.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_AGAIN_H
#define PXT_FORMAT_RKH_EXPORT_AGAIN_H

#include "format/export.h"
#include "format/rkh/export/writer.h"
#include "format/rkh/given.h"
#include "format/rkh/plan.h"

/* Zeroes at first. */
struct pxt_rkh_again {
	enum pxt_rkh_dialect dialect;
	struct pxt_rkh_given told;  /* what counted more than the records */
	struct pxt_rkh_given given; /* and what does now */
	struct pxt_rkh_plan plan[PXT_RKH_EVENTS];
	uint64_t end;	/* of the frame before, in the stream it came from */
	bool is_broken; /* something was between */
	uint8_t seq;	/* next, where there was none */
};

/* Whether an event is one of those. */
bool pxt_rkh_again_knows(const char *name,
			 const struct posix_trace_layout_np *layout);

/* Begin with the one that comes first. given: by the user, for what is
 * written. */
void pxt_rkh_again_begin(struct pxt_rkh_again *again,
			 struct pxt_rkh_writer *writer,
			 const struct pxt_rkh_given *given,
			 struct pxt_view *view, unsigned origin);

void pxt_rkh_again_put(struct pxt_rkh_again *again,
		       struct pxt_rkh_writer *writer, struct pxt_export *export,
		       const char *name,
		       const struct posix_trace_layout_np *layout,
		       const struct posix_trace_item_np *item);

/* Something is missing here. */
void pxt_rkh_again_lose(struct pxt_rkh_again *again);

#endif
