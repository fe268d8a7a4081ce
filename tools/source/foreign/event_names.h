/*
 * event_names.h - the companion file of another system's trace
 *
 * An exporter writes OUT.events or the like beside OUT: names of events there.
 * The importer of that format reads it as the setting events=.
 */
#ifndef SOURCE_FOREIGN_EVENT_NAMES_H
#define SOURCE_FOREIGN_EVENT_NAMES_H

#include "source/foreign/foreign.h"

/* The name of the companion file, to be freed. NULL: no memory. */
char *foreign_event_names_path(const char *name, const char *ending);

/* Takes the user's settings, and the companion file if it exists and is not set
 * otherwise, which is reported. ENOMEM. */
int foreign_event_names(struct foreign *foreign);

#endif
