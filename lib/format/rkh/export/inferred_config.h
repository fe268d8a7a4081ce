/*
 * inferred_config.h - the configuration that descriptions of events tell
 *
 * The size of a field is the width of its argument, and fields that are there
 * or not tell the switches.
 */
#ifndef PXT_FORMAT_RKH_EXPORT_INFERRED_CONFIG_H
#define PXT_FORMAT_RKH_EXPORT_INFERRED_CONFIG_H

#include <stdbool.h>

#include <trace_np.h>

#include "format/rkh/config.h"
#include "format/rkh/events.h"

/* Zero at first. */
struct pxt_rkh_inferred_config {
	bool has[PXT_RKH_KEYS]; /* is told; the first one counts */
	uint8_t value[PXT_RKH_KEYS];
};

/* Takes what the description of an event tells. */
void pxt_rkh_inferred_config_take(struct pxt_rkh_inferred_config *inferred,
				  const struct pxt_rkh_event *event,
				  const struct posix_trace_layout_np *layout);

/* Overrides a configuration with what is told. */
void pxt_rkh_inferred_config_apply(
	const struct pxt_rkh_inferred_config *inferred,
	struct pxt_rkh_config *config);

/* True if that would change nothing. */
bool pxt_rkh_inferred_config_is(const struct pxt_rkh_inferred_config *inferred,
				const struct pxt_rkh_config *config);

#endif
