/*
 * numbers.h - numbers of processes and threads
 *
 * Those of the trace, if the system could have given them, also as a text of
 * digits; another text, or any other number, is given one that no system gives,
 * and becomes its name.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_NUMBERS_H
#define PXT_FORMAT_CHROME_IMPORT_NUMBERS_H

#include <sys/types.h>

#include "base/map.h"
#include "format/chrome/import/event.h"
#include "format/trace.h"

/* Zero at first, but for trace. */
struct pxt_chrome_numbers {
	struct pxt_trace *trace;
	struct pxt_map given;
};

void pxt_chrome_numbers_fini(struct pxt_chrome_numbers *numbers);

/* The numbers of an event's process and thread; 0: it tells none. ENOMEM. */
int pxt_chrome_numbers_find(struct pxt_chrome_numbers *numbers,
			    const struct pxt_chrome_event *event, pid_t *pid,
			    pid_t *tid);

#endif
