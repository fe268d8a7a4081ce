/*
 * events_file.h - a file that says what the events of an application are called
 *
 * What its lines look like is a matter of each format.
 */
#ifndef PXT_FORMAT_EVENTS_FILE_H
#define PXT_FORMAT_EVENTS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "format/trace.h"

/* Read all of it, with a null behind; the caller frees *text. EINVAL: it cannot
 * be read, or is too large, which is told with pxt_trace_refuse(). ENOMEM. */
int pxt_events_file_read(const char *path, char **text, size_t *len,
			 struct pxt_trace *trace);

/* Whether a word cannot be the name of a field, see
 * posix_trace_eventid_describe_np(3). */
bool pxt_events_file_is_reserved(const char *word);

#endif
