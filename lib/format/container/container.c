/* container.c - bytes in the form of text */
#include "format/container/container.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/digit.h"
#include "base/scan.h"
#include "format/container/dump.h"
#include "format/container/image.h"

enum {
	RECORD_MAX = 260, /* bytes of a line of Intel HEX, or of S-records */
	GUESSED = 256,	  /* bytes of a text without records */
	LEAST_DIGITS = 8,
};

struct unpack {
	const uint8_t *at, *end, *start;
	struct pxt_trace *trace;
	struct pxt_container_image image;
	size_t line;
	uint64_t base; /* base of addresses, in Intel HEX */
	uint64_t records;
	bool is_ended;
};

/* A line, without blanks around it. */
struct line {
	const uint8_t *at;
	size_t len;
};

static void damage(const struct unpack *unpack, const struct line *line,
		   const char *why)
{
	pxt_trace_damage(unpack->trace, (uint64_t)(line->at - unpack->start),
			 line->len, "line %zu: %s", unpack->line, why);
}

static bool next_line(struct unpack *unpack, struct line *line)
{
	if (unpack->at == unpack->end)
		return false;
	line->at = unpack->at;
	while (unpack->at < unpack->end && *unpack->at != '\n' &&
	       *unpack->at != '\r')
		unpack->at++;
	line->len = (size_t)(unpack->at - line->at);
	if (unpack->end - unpack->at >= 2 && unpack->at[0] == '\r' &&
	    unpack->at[1] == '\n')
		unpack->at++;
	if (unpack->at < unpack->end)
		unpack->at++;
	unpack->line++;
	while (line->len && pxt_scan_is_space((char)*line->at)) {
		line->at++;
		line->len--;
	}
	while (line->len && pxt_scan_is_space((char)line->at[line->len - 1]))
		line->len--;
	return true;
}

/* Decodes the digits of a line from an offset on. False: the line is
 * malformed. */
static bool decode(const struct line *line, size_t from, uint8_t *bytes,
		   size_t *count)
{
	if (line->len < from || (line->len - from) % 2 ||
	    (line->len - from) / 2 > RECORD_MAX)
		return false;
	*count = (line->len - from) / 2;
	for (size_t i = 0; i < *count; i++) {
		const int high = pxt_digit((char)line->at[from + 2 * i]);
		const int low = pxt_digit((char)line->at[from + 2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes[i] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static uint8_t sum_of(const uint8_t *bytes, size_t count)
{
	uint8_t sum = 0;

	while (count)
		sum = (uint8_t)(sum + bytes[--count]);
	return sum;
}

static int add(struct unpack *unpack, const struct line *line, uint64_t address,
	       const uint8_t *bytes, size_t count)
{
	const struct pxt_piece piece = {
		.address = address,
		.len = count,
		.line = unpack->line,
		.offset = (size_t)(line->at - unpack->start),
		.extent = line->len,
	};

	return pxt_container_image_add(&unpack->image, &piece, bytes);
}

static uint64_t number_of(const uint8_t *bytes, size_t count)
{
	uint64_t number = 0;

	for (size_t i = 0; i < count; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* Intel HEX: count, address of 16 bits, type, bytes, sum */

enum {
	INTEL_DATA,
	INTEL_END,
	INTEL_SEGMENT,
	INTEL_LINEAR = 4,
	INTEL_TYPES = 6
};

static int take_intel(struct unpack *unpack, const struct line *line,
		      const uint8_t *bytes)
{
	const size_t count = bytes[0];
	const uint64_t address = number_of(bytes + 1, 2);

	switch (bytes[3]) {
	case INTEL_DATA:
		return add(unpack, line, unpack->base + address, bytes + 4,
			   count);
	case INTEL_END:
		unpack->is_ended = true;
		break;
	case INTEL_SEGMENT:
		unpack->base = number_of(bytes + 4, count & 7) << 4;
		break;
	case INTEL_LINEAR:
		unpack->base = number_of(bytes + 4, count & 7) << 16;
		break;
	default:
		if (bytes[3] >= INTEL_TYPES)
			damage(unpack, line, "no type of Intel HEX");
	}
	return 0;
}

static int read_intel(struct unpack *unpack, const struct line *line)
{
	uint8_t bytes[RECORD_MAX];
	size_t count;

	if (*line->at != ':' || !decode(line, 1, bytes, &count) || count < 5 ||
	    count != bytes[0] + 5u ||
	    ((bytes[3] == INTEL_SEGMENT || bytes[3] == INTEL_LINEAR) &&
	     bytes[0] != 2)) {
		damage(unpack, line, "no line of Intel HEX");
		return 0;
	}
	if (sum_of(bytes, count)) {
		damage(unpack, line, "bad checksum");
		return 0;
	}
	return take_intel(unpack, line, bytes);
}

/* S-records: count, address by type, bytes, sum */

static int take_motorola(struct unpack *unpack, const struct line *line,
			 const uint8_t *bytes, size_t count)
{
	const unsigned type = line->at[1] - '0';
	const size_t address = type <= 3 ? type + 1 : 0;

	switch (type) {
	case 1:
	case 2:
	case 3:
		unpack->records++;
		return add(unpack, line, number_of(bytes + 1, address),
			   bytes + 1 + address, count - 2 - address);
	case 5:
	case 6:
		if (number_of(bytes + 1, count - 2) !=
		    (unpack->records & (type == 5 ? 0xffff : 0xffffff)))
			damage(unpack, line,
			       "there were more lines before it, "
			       "or less, than it says");
		break;
	case 7:
	case 8:
	case 9:
		unpack->is_ended = true;
		break;
	}
	return 0;
}

static size_t least_of_motorola(uint8_t type)
{
	static const uint8_t address[] = { 2, 2, 3, 4, 0, 2, 3, 4, 3, 2 };

	return 2u + address[type - '0'];
}

static int read_motorola(struct unpack *unpack, const struct line *line)
{
	uint8_t bytes[RECORD_MAX] = { 0 };
	size_t count;

	if (line->len < 2 || *line->at != 'S' || line->at[1] < '0' ||
	    line->at[1] > '9' || !decode(line, 2, bytes, &count) ||
	    count < least_of_motorola(line->at[1]) || count != bytes[0] + 1u) {
		damage(unpack, line, "no S-record");
		return 0;
	}
	if (sum_of(bytes, count) != 0xff) {
		damage(unpack, line, "bad checksum");
		return 0;
	}
	return take_motorola(unpack, line, bytes, count);
}

static int read_records(struct unpack *unpack,
			int (*read)(struct unpack *unpack,
				    const struct line *line))
{
	struct line line;
	int err = 0;

	while (!err && !unpack->is_ended && next_line(unpack, &line))
		if (line.len)
			err = read(unpack, &line);
	if (!err && !unpack->is_ended)
		pxt_trace_damage(unpack->trace,
				 (uint64_t)(unpack->end - unpack->start), 0,
				 "line %zu: ends without a line that says so",
				 unpack->line);
	return err;
}

/* Plain digits: an invalid digit still takes a digit's place. The two digits of
 * a byte may be on different lines. */

struct digits {
	struct pxt_payload *to;
	unsigned count;	 /* digits of the current byte: 0 or 1 */
	int value;	 /* value of that digit; -1: invalid */
	struct line bad; /* rest of this line, from the first invalid digit */
	int err;
};

static void put_digit(struct digits *digits, int digit, const uint8_t *at)
{
	struct pxt_payload *to = digits->to;

	if (digit < 0) {
		if (!digits->bad.at)
			digits->bad.at = at;
		digits->bad.len = (size_t)(at + 1 - digits->bad.at);
	}
	if (!digits->count) {
		digits->value = digit;
		digits->count = 1;
		return;
	}
	digits->count = 0;
	to->data[to->size] = 0;
	if (digit >= 0 && digits->value >= 0)
		to->data[to->size] = (uint8_t)(digits->value << 4 | digit);
	else if (!digits->err)
		digits->err = pxt_holes_add(&to->holes, to->size, to->size + 1);
	to->size++;
}

static void put_line(struct digits *digits, const struct line *line)
{
	digits->bad = (struct line){ 0 };
	for (size_t i = 0; i < line->len; i++)
		if (!pxt_scan_is_space((char)line->at[i]))
			put_digit(digits, pxt_digit((char)line->at[i]),
				  line->at + i);
		else if (digits->count)
			put_digit(digits, -1, line->at + i);
}

static int read_digits(struct unpack *unpack, struct pxt_payload *to)
{
	static const char why[] =
		"not all are two digits: zeroes in their place";
	struct digits digits = { .to = to };
	struct line line;

	to->data = malloc((size_t)(unpack->end - unpack->start) + 1);
	if (!to->data)
		return ENOMEM;
	while (next_line(unpack, &line)) {
		put_line(&digits, &line);
		if (digits.bad.at)
			damage(unpack, &digits.bad, why);
	}
	if (digits.count) {
		line = (struct line){ unpack->end - 1, 1 };
		put_digit(&digits, -1, line.at);
		damage(unpack, &line, why);
	}
	return digits.err;
}

/* Recognition */

static const uint8_t *skip_space(const uint8_t *at, const uint8_t *end)
{
	while (at < end && pxt_scan_is_space((char)*at))
		at++;
	return at;
}

static bool are_digits(const uint8_t *at, const uint8_t *end, size_t count)
{
	if ((size_t)(end - at) < count)
		return false;
	for (size_t i = 0; i < count; i++)
		if (pxt_digit((char)at[i]) < 0)
			return false;
	return true;
}

static bool is_digits_alone(const uint8_t *at, const uint8_t *end)
{
	size_t digits = 0;

	if (end - at > GUESSED)
		end = at + GUESSED;
	for (; at < end; at++) {
		if (!pxt_scan_is_space((char)*at) && pxt_digit((char)*at) < 0)
			return false;
		digits += pxt_digit((char)*at) >= 0;
	}
	return digits >= LEAST_DIGITS;
}

static const char intel[] = "Intel HEX";
static const char motorola[] = "Motorola S-records";
static const char digits_alone[] = "hexadecimal text";
static const char dump[] = "a hexadecimal dump";

const char *pxt_container_guess(const uint8_t *text, size_t len)
{
	const uint8_t *end, *at;

	if (!len)
		return NULL;
	end = text + len;
	at = skip_space(text, end);
	if (at == end)
		return NULL;
	if (*at == ':' && are_digits(at + 1, end, LEAST_DIGITS))
		return intel;
	if (*at == 'S' && are_digits(at + 1, end, LEAST_DIGITS) && at[1] <= '9')
		return motorola;
	if (pxt_container_dump_guess(at, (size_t)(end - at), true))
		return dump;
	if (is_digits_alone(at, end))
		return digits_alone;
	return pxt_container_dump_guess(at, (size_t)(end - at), false) ? dump :
									 NULL;
}

void pxt_payload_fini(struct pxt_payload *payload)
{
	free(payload->data);
	pxt_holes_fini(&payload->holes);
	*payload = (struct pxt_payload){ 0 };
}

static int unpack_all(struct unpack *unpack, struct pxt_payload *to)
{
	int err;

	if (to->what == dump)
		return pxt_container_dump_read(
			unpack->start, (size_t)(unpack->end - unpack->start),
			unpack->trace, to);
	if (to->what == digits_alone)
		return read_digits(unpack, to);
	err = read_records(unpack,
			   to->what == intel ? read_intel : read_motorola);
	if (!err)
		err = pxt_container_image_join(
			&unpack->image, (size_t)(unpack->end - unpack->start),
			unpack->trace, to);
	pxt_container_image_fini(&unpack->image);
	return err;
}

int pxt_container_unpack(const uint8_t *text, size_t len,
			 struct pxt_trace *trace, struct pxt_payload *payload)
{
	struct unpack unpack = {
		.trace = trace,
		.at = text,
		.start = text,
		.end = text + len,
	};
	int err;

	*payload = (struct pxt_payload){
		.what = pxt_container_guess(text, len),
	};
	if (!payload->what)
		return EINVAL;
	err = unpack_all(&unpack, payload);
	if (err)
		pxt_payload_fini(payload);
	return err;
}
