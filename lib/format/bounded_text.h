/*
 * bounded_text.h - texts that grow up to their room
 *
 * Safe in signal handlers, unlike snprintf(). What finds no room is cut.
 */
#ifndef PXT_FORMAT_BOUNDED_TEXT_H
#define PXT_FORMAT_BOUNDED_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* len: 0 at first. */
struct pxt_bounded_text {
	char *at; /* with a null */
	size_t size, len;
};

/* Appends strings. The last argument is NULL. */
void pxt_bounded_text_put(struct pxt_bounded_text *text, ...)
	__attribute__((sentinel));

/* Appends what printf() would make of %s and %u. */
void pxt_bounded_text_format(struct pxt_bounded_text *text, const char *format,
			     ...) __attribute__((format(printf, 2, 3)));

void pxt_bounded_text_vformat(struct pxt_bounded_text *text, const char *format,
			      va_list args)
	__attribute__((format(printf, 2, 0)));

void pxt_bounded_text_decimal(struct pxt_bounded_text *text, uint64_t number);

/* Appends a number as "0x12ab". */
void pxt_bounded_text_hex(struct pxt_bounded_text *text, uint64_t number);

#endif
