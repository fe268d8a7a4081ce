/* dump.c - hexadecimal dumps, with more in their lines */
#include "format/container/dump.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/digit.h"
#include "format/container/line.h"

enum {
	LEAST = 8,	       /* bytes that a line needs to be recognized */
	REPEATED = 256 << 10,  /* limit for bytes of repeated rows: this
			        * much, */
	REPEATED_OF_TEXT = 16, /* plus this much per byte of text */
};

struct dump {
	struct pxt_trace *trace;
	struct pxt_payload *to;
	size_t room;
	size_t filler;	 /* budget of holes, */
	size_t repeated; /* budget of repeated rows */
	int nibble;	 /* half a byte; -1: none */
	/* Addresses count from the first one. */
	bool has_base;
	unsigned radix; /* 0: unknown so far */
	struct pxt_container_line base;
	/* The previous line, in data. */
	size_t row, row_len;
	bool repeats;
	/* Lines since then that are not of the dump. */
	size_t others, begin, end, line;
};

static bool next_line(const uint8_t **at, const uint8_t *end,
		      const uint8_t **line, size_t *len)
{
	const uint8_t *stop;

	if (*at == end)
		return false;
	stop = memchr(*at, '\n', (size_t)(end - *at));
	*line = *at;
	*len = (size_t)((stop ? stop : end) - *at);
	*at = stop ? stop + 1 : end;
	return true;
}

bool pxt_container_dump_guess(const uint8_t *text, size_t len,
			      bool with_address)
{
	const uint8_t *at = text, *line;
	struct pxt_container_line read;
	size_t line_len;

	while (next_line(&at, text + len, &line, &line_len)) {
		const bool is_one =
			pxt_container_line_read(line, line_len, &read) &&
			read.count >= LEAST;

		if (is_one && (!with_address || read.address))
			return true;
		if (with_address && line_len)
			return false;
	}
	return false;
}

static int make_room(struct dump *dump, size_t more)
{
	return pxt_array_reserve(&dump->to->data, &dump->room,
				 dump->to->size + more, 1);
}

static uint64_t value_of(const struct pxt_container_line *line, unsigned radix)
{
	char text[20] = "";

	memcpy(text, line->address, line->address_len);
	return strtoull(text, NULL, (int)radix);
}

/* The second address decides: it equals the first plus the bytes of the line,
 * or more. */
static unsigned find_radix(const struct dump *dump,
			   const struct pxt_container_line *line)
{
	static const unsigned radixes[] = { 16, 8, 10 };

	for (unsigned i = 0; i < 3; i++) {
		const uint64_t offset = value_of(line, radixes[i]) -
					value_of(&dump->base, radixes[i]);

		if (offset == dump->to->size ||
		    (dump->repeats && dump->row_len &&
		     offset > dump->to->size &&
		     (offset - dump->to->size) % dump->row_len == 0))
			return radixes[i];
	}
	return 16;
}

static void damage(const struct dump *dump, size_t from, size_t to,
		   const char *why)
{
	pxt_trace_damage(dump->trace, from, to - from, "line %zu: %s",
			 dump->line, why);
}

static bool repeats_row(const struct dump *dump)
{
	return dump->repeats && dump->row_len;
}

static bool may_skip(struct dump *dump, uint64_t bytes)
{
	if (!repeats_row(dump))
		return pxt_hole_fits(&dump->filler, bytes);
	if (bytes > dump->repeated)
		return false;
	dump->repeated -= (size_t)bytes;
	return true;
}

/* Fills bytes up to an address: with the previous line again, or a hole. */
static int skip(struct dump *dump, size_t bytes)
{
	struct pxt_payload *to = dump->to;
	uint8_t *data;
	int err;

	err = make_room(dump, bytes);
	if (err)
		return err;
	data = to->data + to->size;
	to->size += bytes;
	if (!repeats_row(dump)) {
		memset(data, 0, bytes);
		return pxt_holes_add(&to->holes, to->size - bytes, to->size);
	}
	for (size_t i = 0; i < bytes; i++)
		data[i] = to->data[dump->row + i % dump->row_len];
	return 0;
}

/* *taken: the line continues where its address says. */
static int go_to(struct dump *dump, const struct pxt_container_line *line,
		 size_t from, size_t to, bool *taken)
{
	uint64_t offset;

	*taken = true;
	if (!dump->has_base) {
		dump->has_base = true;
		dump->base = *line;
	}
	if (!dump->radix && dump->to->size)
		dump->radix = find_radix(dump, line);
	offset = dump->radix ? value_of(line, dump->radix) -
				       value_of(&dump->base, dump->radix) :
			       dump->to->size;
	if (offset == dump->to->size)
		return 0;
	*taken = offset > dump->to->size &&
		 may_skip(dump, offset - dump->to->size);
	if (!*taken) {
		damage(dump, from, to, "an address far from the others");
		return 0;
	}
	if (!repeats_row(dump))
		damage(dump, from, from, "lines are missing before it");
	return skip(dump, offset - dump->to->size);
}

/* True for a single digit that completes a byte of the previous line. */
static bool begins_in_half(const struct pxt_container_line *line)
{
	return line->digits + 1 < line->end && line->digits[1] <= ' ';
}

/* Drops a byte of which only the first digit was found. */
static int end_half(struct dump *dump, size_t from)
{
	struct pxt_payload *to = dump->to;

	damage(dump, from, from, "half a byte is missing before it");
	to->data[to->size++] = (uint8_t)(dump->nibble << 4);
	dump->nibble = -1;
	return pxt_holes_add(&to->holes, to->size - 1, to->size);
}

static int put_digits(struct dump *dump, const struct pxt_container_line *line,
		      size_t from)
{
	const bool in_half = begins_in_half(line);
	const uint8_t *at = line->digits + (in_half && dump->nibble < 0);
	int err = 0;

	if (!in_half && dump->nibble >= 0)
		err = end_half(dump, from);
	for (; at < line->end; at++) {
		if (*at <= ' ')
			continue;
		if (dump->nibble < 0) {
			dump->nibble = pxt_digit((char)*at);
			continue;
		}
		dump->to->data[dump->to->size++] =
			(uint8_t)(dump->nibble << 4 | pxt_digit((char)*at));
		dump->nibble = -1;
	}
	return err;
}

static int take(struct dump *dump, const struct pxt_container_line *line,
		size_t from, size_t to)
{
	bool taken = true;
	int err = 0;

	if (dump->others)
		damage(dump, dump->begin, dump->end,
		       "lines of others before it");
	dump->others = 0;
	if (line->is_repeat) {
		dump->repeats = true;
		return 0;
	}
	if (line->address)
		err = go_to(dump, line, from, to, &taken);
	dump->repeats = false;
	if (!err)
		err = make_room(dump, line->count + 3);
	if (err || !taken || !line->count)
		return err;
	dump->row = dump->to->size;
	err = put_digits(dump, line, from);
	dump->row_len = dump->to->size - dump->row;
	return err;
}

/* Skips text: before the first line of bytes, and behind the last, it is no
 * damage. */
static void pass(struct dump *dump, size_t from, size_t to)
{
	if (!dump->to->size || from == to)
		return;
	if (!dump->others++)
		dump->begin = from;
	dump->end = to;
}

int pxt_container_dump_read(const uint8_t *text, size_t len,
			    struct pxt_trace *trace, struct pxt_payload *to)
{
	struct dump dump = {
		.trace = trace,
		.to = to,
		.nibble = -1,
		.filler = len,
		.repeated = REPEATED + REPEATED_OF_TEXT * len,
	};
	const uint8_t *at = text, *line;
	struct pxt_container_line read;
	size_t line_len;
	int err = 0;

	while (!err && next_line(&at, text + len, &line, &line_len)) {
		const size_t from = (size_t)(line - text);

		dump.line++;
		if (pxt_container_line_read(line, line_len, &read) &&
		    (to->size || read.count))
			err = take(&dump, &read, from, from + line_len);
		else
			pass(&dump, from, from + line_len);
	}
	if (!err && dump.nibble >= 0)
		damage(&dump, len, len, "half a byte is missing in the end");
	return err;
}
