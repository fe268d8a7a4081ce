/*
 * events_file.h - files with names of an application's events
 *
 * Each format has its own form of lines. Finding and reading the file, making
 * names of fields, and reporting a wrong line are the same for all.
 */
#ifndef PXT_FORMAT_EVENTS_FILE_H
#define PXT_FORMAT_EVENTS_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "format/settings.h"
#include "format/trace.h"

/* Reads the file that the setting `events` names, null-terminated; the caller
 * frees *text, which is NULL if no file is named. EINVAL: unreadable or too
 * large, reported by pxt_trace_refuse(). ENOMEM. */
int pxt_events_file_read(const struct pxt_settings *settings, char **text,
			 size_t *len, struct pxt_trace *trace);

/* Reports what is wrong with a line. EINVAL. */
int pxt_events_file_refuse(struct pxt_trace *trace, unsigned line,
			   const char *why);

/* Makes the name of a field, see posix_trace_eventid_describe_np(3), of one or
 * more characters: "Motor speed" is Motor_speed. The name is at most three
 * characters longer, plus its null. Returns its length. */
size_t pxt_events_file_name(char *name, const char *written, size_t len);

/* True if the name is one of words, a list that ends with NULL. */
bool pxt_events_file_has_word(const char *const *words, const char *name);

#endif
