/*
 * events_file.h - a file that says what the events of an application are called
 *
 * What its lines look like is a matter of each format; which file it is, how
 * what stands in it becomes the name of a field, and what is said of a line
 * that is wrong is the same for all.
 */
#ifndef PXT_FORMAT_EVENTS_FILE_H
#define PXT_FORMAT_EVENTS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "format/settings.h"
#include "format/trace.h"

/* Read all of the file that the setting events names, with a null behind; the
 * caller frees *text, which is NULL where none is named. EINVAL: it cannot be
 * read, or is too large, which is told with pxt_trace_refuse(). ENOMEM. */
int pxt_events_file_read(const struct pxt_settings *settings, char **text,
			 size_t *len, struct pxt_trace *trace);

/* Tell what is wrong with a line: EINVAL. */
int pxt_events_file_refuse(struct pxt_trace *trace, unsigned line,
			   const char *why);

/* Make the name of a field, see posix_trace_eventid_describe_np(3), of one or
 * more characters: "Motor speed" is Motor_speed. It is three characters longer
 * at most, and its null. Gives its length. */
size_t pxt_events_file_name(char *name, const char *written, size_t len);

/* Whether it is one of words, behind the last of which is NULL. */
bool pxt_events_file_is_one(const char *const *words, const char *name);

#endif
