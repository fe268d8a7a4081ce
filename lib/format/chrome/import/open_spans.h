/*
 * open_spans.h - the spans that each thread has begun, so far
 *
 * An end may lack a name: it is that of the thread's span that began last.
 */
#ifndef PXT_FORMAT_CHROME_IMPORT_OPEN_SPANS_H
#define PXT_FORMAT_CHROME_IMPORT_OPEN_SPANS_H

#include <sys/types.h>

#include "base/map.h"
#include "base/scan.h"

struct pxt_chrome_open_span;

/* Zero at first. */
struct pxt_chrome_open_spans {
	struct pxt_map
		threads; /* index of a thread's last span + 1, by place */
	struct pxt_map names;
	struct pxt_chrome_open_span *span;
	size_t count, room;
	size_t free; /* index + 1 of the first span that is not in use */
	char *text;  /* all names */
	size_t len, text_room;
};

void pxt_chrome_open_spans_fini(struct pxt_chrome_open_spans *spans);

/* Begins a span. Of too many the others have no name when they end. ENOMEM. */
int pxt_chrome_open_spans_begin(struct pxt_chrome_open_spans *spans, pid_t pid,
				pid_t tid, struct pxt_text name);

/* Ends the last span of a thread. Returns its name, borrowed until the next
 * call; empty if there is none. */
struct pxt_text pxt_chrome_open_spans_end(struct pxt_chrome_open_spans *spans,
					  pid_t pid, pid_t tid);

#endif
