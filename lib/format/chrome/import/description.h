/*
 * description.h - names and descriptions of the types of events
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_DESCRIPTION_H
#define PXT_FORMAT_CHROME_IMPORT_DESCRIPTION_H

#include <trace_np.h>

#include "format/chrome/import/event.h"
#include "format/chrome/import/role.h"

/* Phases of flows, in the order of their enumeration. */
#define PXT_CHROME_FLOWS "stf"

struct pxt_chrome_described {
	char name[TRACE_EVENT_NAME_MAX + 1];
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1]; /* "": no fields */
};

/* Describes an event with fields like this one's. is_shared: events of several
 * names have the type. False: a description has no room for all fields. */
bool pxt_chrome_describe(struct pxt_chrome_described *described,
			 const struct pxt_chrome_what *what,
			 const struct pxt_chrome_event *event, bool is_shared);

#endif
