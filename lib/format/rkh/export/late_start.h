/*
 * late_start.h - a log that begins behind its configuration record
 *
 * It was attached late, or is a part of another. What the record told is found
 * in the descriptions of events, in their times, and in the names of objects.
 * Where the log can be read twice it is surveyed up to its first configuration
 * record.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_LATE_START_H
#define PXT_FORMAT_RKH_EXPORT_LATE_START_H

#include "format/export.h"
#include "format/rkh/export/inferred_config.h"
#include "format/rkh/export/rate.h"
#include "format/rkh/export/symbol_records.h"
#include "format/rkh/options.h"

enum { PXT_RKH_TYPES = 4096 }; /* types of a log that have descriptions */

/* Zero at first. */
struct pxt_rkh_late_start {
	bool is_surveyed;
	bool is_met[PXT_RKH_TYPES];
	struct pxt_rkh_inferred_config inferred;
	struct pxt_rkh_rate rate;
	struct pxt_rkh_symbol_records records;
};

void pxt_rkh_late_start_fini(struct pxt_rkh_late_start *start);

/* Meets an event in the survey. ECANCELED: it is a configuration record, and no
 * more events are needed. ENOMEM. */
int pxt_rkh_late_start_meet(struct pxt_rkh_late_start *start,
			    enum pxt_rkh_dialect dialect, const char *name,
			    const struct posix_trace_layout_np *layout,
			    const struct posix_trace_item_np *item);

/* Takes the descriptions of all events, where there was no survey. */
void pxt_rkh_late_start_take_types(struct pxt_rkh_late_start *start,
				   enum pxt_rkh_dialect dialect,
				   struct pxt_view *view);

/* Makes the configuration that a record would have told, but for the checksum,
 * of one that is known or usual. hz: as of the options; has_times: as of
 * pxt_rkh_rate_of(). */
void pxt_rkh_late_start_configure(const struct pxt_rkh_late_start *start,
				  struct pxt_export *export,
				  enum pxt_rkh_dialect dialect, uint64_t hz,
				  bool has_times,
				  struct pxt_rkh_config *config);

#endif
