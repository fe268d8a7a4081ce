/*
 * text.h - texts that grow up to their room
 *
 * Safe in signal handlers, unlike snprintf(). What finds no room is cut.
 */
#ifndef PXT_FORMAT_THREADX_TEXT_H
#define PXT_FORMAT_THREADX_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* len: 0 at first. */
struct pxt_threadx_text {
	char *at; /* with a null */
	size_t size, len;
};

/* Appends strings. The last argument is NULL. */
void pxt_threadx_text_put(struct pxt_threadx_text *text, ...)
	__attribute__((sentinel));

void pxt_threadx_text_decimal(struct pxt_threadx_text *text, uint64_t number);

/* Appends a number as "0x12ab". */
void pxt_threadx_text_hex(struct pxt_threadx_text *text, uint64_t number);

#endif
