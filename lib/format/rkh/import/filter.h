/*
 * filter.h - which records of RKH are wanted
 *
 * As the filters of a target do: a record passes by its event and its group,
 * some also by their active object, and of these some by their signal. Symbols
 * and a few others always pass.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_FILTER_H
#define PXT_FORMAT_RKH_IMPORT_FILTER_H

#include "format/rkh/config.h"
#include "format/rkh/events.h"
#include "format/rkh/symbols.h"
#include "format/settings.h"

/* Zeroes at first. */
struct pxt_rkh_filter {
	const struct pxt_settings *settings; /* borrowed */
	bool is_there;			     /* something may not pass */
	bool has_ao, has_signal;
	bool passes[PXT_RKH_EVENTS]; /* by event and group */
};

/* What the user said: group=, event=, ao= and signal=. The text that means
 * nothing, or NULL. */
const char *pxt_rkh_filter_init(struct pxt_rkh_filter *filter,
				const struct pxt_settings *settings);

/* Other events, or other names of the user's, are known. */
void pxt_rkh_filter_set(struct pxt_rkh_filter *filter,
			enum pxt_rkh_dialect dialect,
			const struct pxt_rkh_symbols *symbols);

/* Whether a record passes a filter that is there. ao, signal: NULL where it has
 * none. */
bool pxt_rkh_filter_passes(const struct pxt_rkh_filter *filter, unsigned number,
			   const struct pxt_rkh_event *event,
			   const uint64_t *ao, const uint64_t *signal,
			   const struct pxt_rkh_config *config,
			   const struct pxt_rkh_symbols *symbols);

#endif
