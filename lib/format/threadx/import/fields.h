/*
 * fields.h - meaning of information words
 *
 * By the name of a word and the event: the address of an object, an
 * enumeration, or a number with a unit. Safe in signal handlers.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_FIELDS_H
#define PXT_FORMAT_THREADX_IMPORT_FIELDS_H

#include <stdbool.h>

#include "format/threadx/events.h"
#include "format/bounded_text.h"

/* Appends a word as a member of a description, with a semicolon. type: of the
 * word, "uint32_t". */
void pxt_threadx_field_put(struct pxt_bounded_text *text, const char *type,
			   const struct pxt_threadx_event *event,
			   unsigned word);

/* True if the word is an IPv4 address, shown in dotted notation. */
bool pxt_threadx_field_is_ip(const struct pxt_threadx_event *event,
			     unsigned word);

/* The attribute of a span that the event begins or ends, or "". */
const char *pxt_threadx_field_span(const struct pxt_threadx_event *event);

#endif
