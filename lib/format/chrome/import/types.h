/*
 * types.h - types of events by name, role, and arguments
 *
 * The arguments that an event has are the fields of its type. So a name has as
 * many types as its events have lists of arguments, up to a limit; beyond it
 * all arguments are one text of JSON. Beyond the number of types that a log can
 * have events share some types, and have their name in a field.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_TYPES_H
#define PXT_FORMAT_CHROME_IMPORT_TYPES_H

#include "base/map.h"
#include "format/chrome/import/event.h"
#include "format/chrome/import/role.h"
#include "format/trace.h"

struct pxt_chrome_shape;
struct pxt_chrome_name;

/* Zero at first, but for trace. */
struct pxt_chrome_types {
	struct pxt_trace *trace;
	struct pxt_map index; /* names with their roles */
	struct pxt_chrome_name *name;
	size_t names, room;
	unsigned count; /* number of types */

	uint8_t *data; /* data of the last event */
	size_t len, data_room;
};

void pxt_chrome_types_fini(struct pxt_chrome_types *types);

/* Finds the type of an event, and makes its data, in types->data. ENOMEM. */
int pxt_chrome_types_put(struct pxt_chrome_types *types,
			 const struct pxt_chrome_what *what,
			 struct pxt_chrome_event *event,
			 trace_event_id_t *number);

#endif
