/* bounded_text.c - texts that grow up to their room */
#include "format/bounded_text.h"

#include <string.h>

#include "base/text.h"

static void append(struct pxt_bounded_text *text, const char *string)
{
	const size_t room = text->size - text->len - 1;
	size_t len = strlen(string);

	if (len > room)
		len = room;
	memcpy(text->at + text->len, string, len);
	text->len += len;
	text->at[text->len] = '\0';
}

void pxt_bounded_text_put(struct pxt_bounded_text *text, ...)
{
	const char *string;
	va_list strings;

	va_start(strings, text);
	while ((string = va_arg(strings, const char *)))
		append(text, string);
	va_end(strings);
}

void pxt_bounded_text_decimal(struct pxt_bounded_text *text, uint64_t number)
{
	char digits[24];

	pxt_text_decimal(digits, number);
	append(text, digits);
}

void pxt_bounded_text_vformat(struct pxt_bounded_text *text, const char *format,
			      va_list args)
{
	char plain[2] = "";

	for (; *format; format++) {
		if (*format != '%') {
			*plain = *format;
			append(text, plain);
		} else if (*++format == 's') {
			append(text, va_arg(args, const char *));
		} else {
			pxt_bounded_text_decimal(text, va_arg(args, unsigned));
		}
	}
}

void pxt_bounded_text_format(struct pxt_bounded_text *text, const char *format,
			     ...)
{
	va_list args;

	va_start(args, format);
	pxt_bounded_text_vformat(text, format, args);
	va_end(args);
}

void pxt_bounded_text_hex(struct pxt_bounded_text *text, uint64_t number)
{
	char digits[24];

	pxt_text_hex(digits, number);
	pxt_bounded_text_put(text, "0x", digits, NULL);
}
