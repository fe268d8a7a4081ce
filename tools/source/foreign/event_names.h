/*
 * event_names.h - what lies beside a trace of another system
 *
 * An exporter writes OUT.events, or so, beside OUT: what events are called
 * there. The importer of that format reads such a file as its setting events=.
 */
#ifndef SOURCE_FOREIGN_EVENT_NAMES_H
#define SOURCE_FOREIGN_EVENT_NAMES_H

#include "source/foreign/foreign.h"

/* What the file beside is called, for free(). NULL: no memory. */
char *foreign_event_names_path(const char *name, const char *ending);

/* Take the user's settings, and that one if the user says nothing of it and
 * there is such a file, which is told. ENOMEM. */
int foreign_event_names(struct foreign *foreign);

#endif
