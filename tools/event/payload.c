/*
 * payload.c - readable form of bytes
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "common/text.h"
#include "event/payload.h"

struct span {
	const uint8_t *at;
	const uint8_t *end;
};

/* Controls in text, and their escapes in C. */
static char escape(uint32_t code)
{
	switch (code) {
	case '\a':
		return 'a';
	case '\b':
		return 'b';
	case '\t':
		return 't';
	case '\n':
		return 'n';
	case '\v':
		return 'v';
	case '\f':
		return 'f';
	case '\r':
		return 'r';
	case '\x1b':
		return 'e';
	case '\\':
		return '\\';
	}
	return '\0';
}

static bool is_cut_sequence(struct span rest)
{
	size_t left = (size_t)(rest.end - rest.at);

	if (left > 3 || *rest.at < 0xc2 || *rest.at > 0xf4)
		return false;
	for (size_t i = 1; i < left; i++)
		if ((rest.at[i] & 0xc0) != 0x80)
			return false;
	return true;
}

/* The text to show, or nothing (end NULL) if the data is no text. */
static struct span find_text(const uint8_t *data, size_t len, bool cut)
{
	struct span none = { data, NULL };
	struct span rest = { data, data + len };
	bool seen = false;

	if (len && !data[len - 1])
		rest.end--;

	while (rest.at < rest.end) {
		uint32_t code;
		size_t step;

		/* Most text needs no decoding, and most data is none. */
		if (*rest.at >= ' ' && *rest.at < 0x7f) {
			seen |= *rest.at++ > ' ';
			continue;
		}
		if (*rest.at < ' ' && !escape(*rest.at))
			return none;
		step = pxt_utf8_take(rest.at, rest.end, &code);
		if (!step && cut && is_cut_sequence(rest))
			break;
		if (!step || (code < 0x20 && !escape(code)) || code == 0x7f)
			return none;
		seen |= code > ' ';
		rest.at += step;
	}
	return seen ? (struct span){ data, rest.at } : none;
}

static void put_escaped(struct out *out, uint32_t code)
{
	char text[16];
	char letter = escape(code);

	if (letter)
		snprintf(text, sizeof(text), "\\%c", letter);
	else
		snprintf(text, sizeof(text), "\\u{%x}", (unsigned)code);
	out_text(out, text);
}

static void put_byte(struct out *out, uint8_t byte)
{
	char text[8];

	snprintf(text, sizeof(text), "\\x%02x", byte);
	out_text(out, text);
}

/* Skips characters that need no decoding. */
static const uint8_t *skip_simple(struct span text)
{
	while (text.at < text.end && *text.at >= ' ' && *text.at < 0x7f &&
	       *text.at != '\\')
		text.at++;
	return text.at;
}

static void put_text(struct out *out, struct span text, bool ascii)
{
	while (text.at < text.end) {
		const uint8_t *simple = skip_simple(text);
		uint32_t code;
		size_t len;

		out_bytes(out, text.at, (size_t)(simple - text.at));
		text.at = simple;
		if (text.at == text.end)
			break;
		len = pxt_utf8_take(text.at, text.end, &code);
		if (!len) {
			put_byte(out, *text.at++);
			continue;
		}
		if (ascii || code < 0x80 || !text_is_plain(code))
			put_escaped(out, code);
		else
			out_bytes(out, text.at, len);
		text.at += len;
	}
}

enum {
	HEX_GROUP = 4,	/* bytes between two blanks */
	HEX_ROW = 16,	/* bytes of a register */
	HEX_PIECE = 64, /* bytes that are put at once */
};

/* Four groups at once, in a register. */
typedef uint8_t row __attribute__((vector_size(HEX_ROW)));

static inline row digits_of(row numbers)
{
	return numbers + '0' + ((row)(numbers > 9) & ('a' - '0' - 10));
}

static inline char *print_group(char *at, const char *digits)
{
	*at = ' ';
	memcpy(at + 1, digits, 2 * HEX_GROUP);
	return at + 1 + 2 * HEX_GROUP;
}

static inline char *print_row(char *at, const uint8_t *data)
{
	row bytes, high, low, digits[2];

	memcpy(&bytes, data, sizeof(bytes));
	high = bytes >> 4;
	low = bytes & 0xf;
	digits[0] = digits_of(__builtin_shufflevector(high, low, 0, 16, 1, 17,
						      2, 18, 3, 19, 4, 20, 5,
						      21, 6, 22, 7, 23));
	digits[1] = digits_of(__builtin_shufflevector(high, low, 8, 24, 9, 25,
						      10, 26, 11, 27, 12, 28,
						      13, 29, 14, 30, 15, 31));
	at = print_group(at, (const char *)digits);
	at = print_group(at, (const char *)digits + 2 * HEX_GROUP);
	at = print_group(at, (const char *)(digits + 1));
	at = print_group(at, (const char *)(digits + 1) + 2 * HEX_GROUP);
	return at;
}

/* Puts some groups at once, of which only the last may be incomplete. */
static void put_groups(struct out *out, const uint8_t *data, size_t len)
{
	char *const begin = out_room(out, 3 * len + 1);
	char *at = begin;

	for (; len >= HEX_ROW; data += HEX_ROW, len -= HEX_ROW)
		at = print_row(at, data);
	if (len) {
		const size_t used = 2 * len + (len + HEX_GROUP - 1) / HEX_GROUP;
		char text[(2 * HEX_GROUP + 1) * HEX_ROW / HEX_GROUP];
		uint8_t padded[HEX_ROW] = { 0 };

		memcpy(padded, data, len);
		print_row(text, padded);
		memcpy(at, text, used);
		at += used;
	}
	out_used(out, (size_t)(at - begin));
}

static void put_hex(struct out *out, const uint8_t *data, size_t len)
{
	out_text(out, "hex");
	for (; len > HEX_PIECE; data += HEX_PIECE, len -= HEX_PIECE)
		put_groups(out, data, HEX_PIECE);
	put_groups(out, data, len);
}

static void put_rest(struct out *out, bool ascii, size_t len)
{
	out_text(out, ascii ? " ... (" : " \xe2\x80\xa6 (");
	out_number(out, len);
	out_text(out, " bytes)");
}

void payload_put_hex(struct out *out, const struct payload_style *style,
		     const void *data, size_t len)
{
	if (style->full || len <= PAYLOAD_HEX_MAX) {
		put_hex(out, data, len);
		return;
	}
	put_hex(out, data, PAYLOAD_HEX_MAX);
	put_rest(out, style->ascii, len);
}

void payload_put(struct out *out, const struct payload_style *style,
		 const void *data, size_t len, bool cut)
{
	struct span text = find_text(data, len, cut);

	if (text.end)
		put_text(out, text, style->ascii);
	else
		payload_put_hex(out, style, data, len);
}

/* Whole characters, all printable. */
static bool is_text(struct span text)
{
	while (text.at < text.end) {
		uint32_t code;
		size_t step = pxt_utf8_take(text.at, text.end, &code);

		if (!step || (code < 0x20 && !escape(code)) || code == 0x7f)
			return false;
		text.at += step;
	}
	return true;
}

static bool needs_marks(struct span text)
{
	if (text.at == text.end)
		return true;
	for (; text.at < text.end; text.at++)
		if (*text.at <= ' ' || *text.at == '"' || *text.at == '=')
			return true;
	return false;
}

static void put_marked(struct out *out, struct span text, bool ascii)
{
	out_text(out, "\"");
	while (text.at < text.end) {
		const uint8_t *mark =
			memchr(text.at, '"', (size_t)(text.end - text.at));
		struct span piece = { text.at, mark ? mark : text.end };

		put_text(out, piece, ascii);
		if (mark)
			out_text(out, "\\\"");
		text.at = piece.end + !!mark;
	}
	out_text(out, "\"");
}

void payload_put_text(struct out *out, const struct payload_style *style,
		      const void *data, size_t len)
{
	const uint8_t *at = data;
	const struct span text = { at, at + len };

	if (is_text(text) && needs_marks(text))
		put_marked(out, text, style->ascii);
	else
		payload_put_bare(out, style, data, len);
}

void payload_put_bare(struct out *out, const struct payload_style *style,
		      const void *data, size_t len)
{
	const uint8_t *at = data;
	const struct span text = { at, at + len };

	if (is_text(text))
		put_text(out, text, style->ascii);
	else
		payload_put_hex(out, style, data, len);
}

void payload_put_called(struct out *out, const struct payload_style *style,
			const void *data, size_t len)
{
	const uint8_t *at = data;
	const struct span text = { at, at + len };

	if (!style->bare && needs_marks(text))
		put_marked(out, text, style->ascii);
	else
		put_text(out, text, style->ascii);
}

void payload_put_name(struct out *out, const struct payload_style *style,
		      const char *name)
{
	char shown[256];

	text_tame(shown, sizeof(shown), name);
	if (style->ascii)
		text_to_ascii(shown);
	out_text(out, shown);
}
