/*
 * relocation.h - native events in the registry of other systems' events
 *
 * The event keeps its id and its words; addresses become those of the new
 * registry.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_RELOCATION_H
#define PXT_FORMAT_THREADX_EXPORT_RELOCATION_H

#include "format/threadx/export/foreign_event.h"

/* Writes the event with these words. ENOMEM. */
int pxt_threadx_relocation_put(struct pxt_threadx_foreign_event *event,
			       const struct pxt_threadx_words *from);

#endif
