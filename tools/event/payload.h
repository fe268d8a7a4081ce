/*
 * payload.h - readable form of bytes
 */
#ifndef PAYLOAD_H
#define PAYLOAD_H

#include <stdbool.h>

#include "common/out.h"

enum { PAYLOAD_HEX_MAX = 64 }; /* bytes, unless all are wanted */

struct payload_style {
	bool full;  /* all bytes in hex, however many; all fields */
	bool ascii; /* the terminal shows ASCII only */
	bool bare;  /* the value stands alone */
};

/*
 * Puts text if it is text: whole UTF-8 characters, one null at its end left
 * out, and at least one character to see. Controls are escaped as in C ("\n"),
 * so that no payload drives a terminal. Other data is put in hex, in groups of
 * four bytes.
 *
 * cut: the data is the beginning of something longer.
 */
void payload_put(struct out *out, const struct payload_style *style,
		 const void *data, size_t len, bool cut);

/* Puts a field that is a text: in quotation marks if it could be mistaken, in
 * hex if it is no text. */
void payload_put_text(struct out *out, const struct payload_style *style,
		      const void *data, size_t len);

/* Same without quotation marks, for a value that stands alone. */
void payload_put_bare(struct out *out, const struct payload_style *style,
		      const void *data, size_t len);

/* Puts a given name, in quotation marks if necessary: invalid bytes are escaped
 * ("\\xff"). */
void payload_put_called(struct out *out, const struct payload_style *style,
			const void *data, size_t len);

/* Puts a given name, with a replacement for each character that is not
 * plain. */
void payload_put_name(struct out *out, const struct payload_style *style,
		      const char *name);

/* Puts data in hex. */
void payload_put_hex(struct out *out, const struct payload_style *style,
		     const void *data, size_t len);

#endif
