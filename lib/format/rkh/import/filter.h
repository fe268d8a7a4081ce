/*
 * filter.h - selecting records of RKH
 *
 * The rules are those of a target's filters: a record passes by its event and
 * group, some also by active object, and some of these by signal. Symbols and a
 * few others always pass.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_FILTER_H
#define PXT_FORMAT_RKH_IMPORT_FILTER_H

#include "format/rkh/config.h"
#include "format/rkh/events.h"
#include "format/rkh/symbols.h"
#include "format/settings.h"

/* Zero at first. */
struct pxt_rkh_filter {
	const struct pxt_settings *settings; /* borrowed */
	bool is_there;			     /* the filter excludes something */
	bool has_ao, has_signal;
	bool passes[PXT_RKH_EVENTS]; /* result by event and group */
};

/* Parses the user's settings: group=, event=, ao= and signal=. Returns the
 * invalid text, or NULL. */
const char *pxt_rkh_filter_init(struct pxt_rkh_filter *filter,
				const struct pxt_settings *settings);

/* Recomputes the filter for other events or user names. */
void pxt_rkh_filter_set(struct pxt_rkh_filter *filter,
			enum pxt_rkh_dialect dialect,
			const struct pxt_rkh_symbols *symbols);

/* True if a record passes an active filter. ao, signal: NULL if it has none. */
bool pxt_rkh_filter_passes(const struct pxt_rkh_filter *filter, unsigned number,
			   const struct pxt_rkh_event *event,
			   const uint64_t *ao, const uint64_t *signal,
			   const struct pxt_rkh_config *config,
			   const struct pxt_rkh_symbols *symbols);

#endif
