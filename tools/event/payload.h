/*
 * payload.h - an event's data as a person can read it
 */
#ifndef PAYLOAD_H
#define PAYLOAD_H

#include <stdbool.h>

#include "common/out.h"

enum { PAYLOAD_HEX_MAX = 64 }; /* bytes, unless all are wanted */

struct payload_style {
	bool full;  /* all bytes in hex, however many; all fields */
	bool ascii; /* the reader's terminal knows nothing else */
	bool bare;  /* nothing stands beside it */
};

/*
 * Text where it is text: whole UTF-8 characters, one null at its end left
 * out, and at least one character to see. Controls are escaped as in C
 * ("\n"), so that no payload drives a terminal. All else in hex, in groups of
 * four bytes.
 *
 * cut: the data is the beginning of something longer.
 */
void payload_put(struct out *out, const struct payload_style *style,
		 const void *data, size_t len, bool cut);

/* A field that is a text: in quotation marks where it could be taken for
 * something else, in hex where it is none. */
void payload_put_text(struct out *out, const struct payload_style *style,
		      const void *data, size_t len);

/* The same without quotation marks, where nothing stands beside it. */
void payload_put_bare(struct out *out, const struct payload_style *style,
		      const void *data, size_t len);

/* What somebody called something, in quotation marks where that needs them:
 * bytes that are no character are escaped ("\xff"). */
void payload_put_called(struct out *out, const struct payload_style *style,
			const void *data, size_t len);

/* What somebody called something, a character for each that is not plain. */
void payload_put_name(struct out *out, const struct payload_style *style,
		      const char *name);

/* In hex, whatever it is. */
void payload_put_hex(struct out *out, const struct payload_style *style,
		     const void *data, size_t len);

#endif
