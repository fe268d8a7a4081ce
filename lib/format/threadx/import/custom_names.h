/*
 * custom_names.h - names of an application's events
 *
 * TraceX reads a file of such definitions, tracex_custom.trxc:
 *
 *	lines before "Start" are comments
 *	Start
 *	4096, Motor started, MS, (0,128,0), (255,255,255), motor, speed, ,
 *	End
 *
 * with a number from 4096 to 65535, a name, letters, two colours, and names of
 * the four information words.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_CUSTOM_NAMES_H
#define PXT_FORMAT_THREADX_IMPORT_CUSTOM_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "format/threadx/events.h"
#include "format/trace.h"

struct pxt_threadx_custom_names {
	struct pxt_threadx_event *event; /* sorted by number */
	size_t count;
	char *text; /* text of the names */
};

/* Parses the text of a file, which is copied. EINVAL: invalid, reported by
 * pxt_trace_refuse(). ENOMEM. */
int pxt_threadx_custom_names_parse(
	struct pxt_threadx_custom_names *custom_names, const char *text,
	size_t len, struct pxt_trace *trace);

void pxt_threadx_custom_names_fini(
	struct pxt_threadx_custom_names *custom_names);

/* NULL: not defined. */
const struct pxt_threadx_event *pxt_threadx_custom_names_find(
	const struct pxt_threadx_custom_names *custom_names, uint32_t id);

#endif
