/*
 * event_names.h - names of events in the file beside an export
 *
 * The format is described in liteos/names.h.
 */
#ifndef PXT_FORMAT_LITEOS_EXPORT_EVENT_NAMES_H
#define PXT_FORMAT_LITEOS_EXPORT_EVENT_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "format/export.h"

enum { PXT_LITEOS_TURNS = 2 };

/* True if a field becomes a value in that turn, 0, 1...: those that connect
 * events come first, as they fit an identity; details of other systems' records
 * are left out. */
bool pxt_liteos_event_names_turn(const struct posix_trace_field_np *field,
				 unsigned turn);

/* Writes the line of a type, if there is such a file, and the type has a name.
 * layout: may be NULL. */
int pxt_liteos_event_names_write(struct pxt_export *export, uint32_t type,
				 const char *name,
				 const struct posix_trace_layout_np *layout);

#endif
