/* complaint.c - errors in a file of templates, and their places */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "template/complaint.h"

/* The file may hold any bytes: controls are not quoted. */
static void quote(char *to, size_t size, const char *text, size_t len)
{
	const size_t most = size - sizeof("...");
	size_t n = 0;

	while (n < len && n < most) {
		const uint8_t c = (uint8_t)text[n];

		to[n++] = c < 0x20 || c == 0x7f ? '?' : (char)c;
	}
	if (n < len) {
		n = pxt_utf8_cut(text, n);
		memcpy(to + n, "...", sizeof("..."));
	} else {
		to[n] = '\0';
	}
}

static void tell(struct pxt_complaints *complaints,
		 struct pxt_complaint *complaint, const char *text, size_t len,
		 const char *format, va_list list)
{
	if (!complaints->tell)
		return;
	complaint->file = complaints->file;
	quote(complaint->at, sizeof(complaint->at), text, len);
	vsnprintf(complaint->why, sizeof(complaint->why), format, list);
	complaints->tell(complaints, complaint);
}

void pxt_complain(struct pxt_complaints *complaints, unsigned line,
		  unsigned column, const char *text, size_t len,
		  const char *format, ...)
{
	struct pxt_complaint complaint = { .line = line, .column = column };
	va_list list;

	if (complaints->errors++ >= PXT_COMPLAINTS_MOST)
		return;
	va_start(list, format);
	tell(complaints, &complaint, text, len, format, list);
	va_end(list);
}

void pxt_warn(struct pxt_complaints *complaints, unsigned line, unsigned column,
	      const char *text, size_t len, const char *format, ...)
{
	struct pxt_complaint complaint = {
		.line = line,
		.column = column,
		.is_warning = true,
	};
	va_list list;

	if (complaints->warnings++ >= PXT_COMPLAINTS_MOST)
		return;
	va_start(list, format);
	tell(complaints, &complaint, text, len, format, list);
	va_end(list);
}
