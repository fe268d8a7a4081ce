/*
 * fields.h - what the information words of ThreadX's events are
 *
 * By the name of a word, and the event: an address of an object of some kind,
 * one of some values, a number of something.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_FIELDS_H
#define PXT_FORMAT_THREADX_IMPORT_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "format/threadx/events.h"

/* Put a word as a member of a description, with a semicolon behind it, into
 * text. type: of the word, "uint32_t". Gives its length, as snprintf() does. */
int pxt_threadx_field_put(char *text, size_t size, const char *type,
			  const struct pxt_threadx_event *event,
			  unsigned word);

/* Whether the word is an address of IPv4, which is shown as people write it. */
bool pxt_threadx_field_is_ip(const struct pxt_threadx_event *event,
			     unsigned word);

/* What the event begins or ends, as an attribute, or "". */
const char *pxt_threadx_field_span(const struct pxt_threadx_event *event);

#endif
