/* engine_put.c - printing of numbers and texts */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "template/engine.h"

static void put_macro(struct pxt_render *render)
{
	const uint64_t number = render->number;

	pxt_lines_hex(&render->lines, number,
		      number > UINT32_MAX ? 16 :
		      number > UINT16_MAX ? 8 :
					    4);
}

static void put_hex_bytes(struct pxt_render *render, size_t len)
{
	const uint8_t *at = pxt_engine_take(render, len);

	for (size_t i = 0; at && i < len; i++)
		pxt_lines_hex(&render->lines, at[i], 2);
}

static void put_bits(struct pxt_render *render, uint64_t bits)
{
	char text[64];

	for (uint64_t i = 0; i < bits; i++)
		text[i] = (char)('0' + (render->number >> (bits - 1 - i) & 1));
	pxt_lines_put(&render->lines, text, bits);
}

static void put_long_bits(struct pxt_render *render, uint64_t bits)
{
	const int64_t at = pxt_engine_take_bits(render, bits);

	for (uint64_t i = 0; at >= 0 && i < bits && !render->lines.is_cut; i++)
		pxt_lines_put(&render->lines,
			      pxt_engine_bit(render, (uint64_t)at + i) ? "1" :
									 "0",
			      1);
}

static void put_signed(struct pxt_render *render)
{
	uint64_t number = render->number;

	if ((int64_t)number < 0) {
		pxt_lines_put(&render->lines, "-", 1);
		number = -number;
	}
	pxt_lines_decimal(&render->lines, number);
}

static void put_octal(struct pxt_render *render)
{
	char digits[22];
	size_t at = sizeof(digits);
	uint64_t number = render->number;

	do
		digits[--at] = (char)('0' + (number & 7));
	while (number >>= 3);
	pxt_lines_put(&render->lines, digits + at, sizeof(digits) - at);
}

static void put_float(struct pxt_render *render, unsigned size)
{
	char text[40];
	const int len = snprintf(text, sizeof(text), "%.*E", (int)size,
				 pxt_engine_double(render->number));

	pxt_lines_put(&render->lines, text, (size_t)len);
}

static void put_error(struct pxt_render *render)
{
	const int64_t number = (int64_t)render->number;
	const char *name = NULL;

	if (number > 0 && number <= INT32_MAX)
		name = strerrorname_np((int)number);
	if (name)
		pxt_lines_put(&render->lines, name, strlen(name));
	else
		put_signed(render);
}

static void put_time(struct pxt_render *render)
{
	static const char days[7][4] = { "Sun", "Mon", "Tue", "Wed",
					 "Thu", "Fri", "Sat" };
	static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr",
					    "May", "Jun", "Jul", "Aug",
					    "Sep", "Oct", "Nov", "Dec" };
	const time_t seconds = (time_t)(uint32_t)render->number;
	char text[64];
	struct tm tm;
	int len;

	if (!gmtime_r(&seconds, &tm))
		return;
	len = snprintf(text, sizeof(text), "%s %s %2d %02d:%02d:%02d %d",
		       days[tm.tm_wday], months[tm.tm_mon], tm.tm_mday,
		       tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_year + 1900);
	pxt_lines_put(&render->lines, text, (size_t)len);
}

/* The length of the UTF-8 character at `at`; 0: invalid, or a control of a
 * terminal. */
static size_t character(const uint8_t *at, size_t len)
{
	uint32_t code = 0;
	const size_t taken = pxt_utf8_take(at, at + len, &code);

	return code < 0x20 || (code >= 0x7f && code < 0xa0) ? 0 : taken;
}

void pxt_engine_put_name(struct pxt_render *render, struct pxt_engine_text text)
{
	while (text.len && !render->lines.is_cut) {
		const size_t len =
			character((const uint8_t *)text.at, text.len);

		pxt_lines_put(&render->lines, len ? text.at : ".",
			      len ? len : 1);
		text.at += len ? len : 1;
		text.len -= len ? len : 1;
	}
}

/* Data of an entry may hold any bytes. */
static void put_data(struct pxt_render *render, struct pxt_engine_text text)
{
	char plain[64];

	while (text.len && !render->lines.is_cut) {
		size_t len = 0;

		for (; len < text.len && len < sizeof(plain); len++) {
			const uint8_t c = (uint8_t)text.at[len];

			plain[len] = c < 0x20 || c > 0x7e ? '.' : (char)c;
		}
		pxt_lines_put(&render->lines, plain, len);
		text.at += len;
		text.len -= len;
	}
}

static void put_process(struct pxt_render *render)
{
	const char *name = pxt_engine_process(render, (int64_t)render->number);

	if (name)
		pxt_engine_put_name(
			render, (struct pxt_engine_text){ name, strlen(name) });
	else
		pxt_lines_decimal(&render->lines, render->number);
}

static void put_field(struct pxt_render *render, uint64_t width)
{
	struct pxt_engine_text text = render->text;

	if (text.len > width)
		text.len = width;
	put_data(render, text);
	pxt_lines_blanks(&render->lines, width - text.len);
}

void pxt_engine_put(struct pxt_render *render, const struct pxt_insn *insn)
{
	struct pxt_lines *lines = &render->lines;
	const unsigned size = insn->size;
	const uint64_t number = insn->number;

	pxt_engine_set_apart(render);
	switch ((enum pxt_op)insn->op) {
	case PXT_OP_PUT_HEX:
		pxt_lines_hex(lines, render->number,
			      2 * pxt_engine_size(render, size));
		break;
	case PXT_OP_PUT_HEX_BYTES:
		put_hex_bytes(render, number);
		break;
	case PXT_OP_PUT_BITS:
		put_bits(render, number);
		break;
	case PXT_OP_PUT_LONG_BITS:
		put_long_bits(render, number);
		break;
	case PXT_OP_PUT_SIGNED:
		put_signed(render);
		break;
	case PXT_OP_PUT_UNSIGNED:
		pxt_lines_decimal(lines, render->number);
		break;
	case PXT_OP_PUT_OCTAL:
		put_octal(render);
		break;
	case PXT_OP_PUT_FLOAT:
		put_float(render, size);
		break;
	case PXT_OP_PUT_ERROR:
		put_error(render);
		break;
	case PXT_OP_PUT_TIME:
		put_time(render);
		break;
	case PXT_OP_PUT_PROCESS:
		put_process(render);
		break;
	case PXT_OP_PUT_HT:
		pxt_lines_hex(lines, render->number,
			      render->hook->word == 4 ? 1 : 4);
		break;
	case PXT_OP_PUT_MACRO:
		put_macro(render);
		break;
	case PXT_OP_PUT_TEXT:
		if (size)
			put_field(render, number);
		else
			put_data(render, render->text);
		break;
	case PXT_OP_PUT_NAME:
		pxt_engine_put_name(render, render->text);
		break;
	default:
		break;
	}
	if (insn->at)
		pxt_lines_put(lines, " ", 1);
}
