/*
 * record.c - a row as a file of SQLite has it
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "query/btree.h"
#include "query/record.h"

/* The types of values: integers by their bytes. */
enum { TYPE_NULL, TYPE_FLOAT = 7, TYPE_ZERO, TYPE_ONE, TYPE_BLOB = 12 };

static int add(struct record *record, uint64_t type, const void *data,
	       size_t len)
{
	if (pxt_array_reserve(&record->types, &record->types_room,
			      record->types_len + BTREE_VARINT, 1) ||
	    pxt_array_reserve(&record->body, &record->room, record->len + len,
			      1))
		return ENOMEM;
	if (type < 0x80)
		record->types[record->types_len++] = (uint8_t)type;
	else
		record->types_len += btree_put_varint(
			record->types + record->types_len, type);
	if (len)
		memcpy(record->body + record->len, data, len);
	record->len += len;
	return 0;
}

static int add_number(struct record *record, uint64_t type, uint64_t number,
		      size_t len)
{
	const uint64_t bytes = __builtin_bswap64(number);

	return add(record, type, (const char *)&bytes + sizeof(bytes) - len,
		   len);
}

static int add_integer(struct record *record, int64_t integer)
{
	static const uint8_t type_of[] = { 0, 1, 2, 3, 4, 5, 5, 6, 6 };
	static const uint8_t size_of[] = { 0, 1, 2, 3, 4, 6, 6, 8, 8 };
	const uint64_t size = (uint64_t)(integer < 0 ? ~integer : integer);
	size_t bytes;

	if (integer == 0 || integer == 1)
		return add(record, integer ? TYPE_ONE : TYPE_ZERO, NULL, 0);
	bytes = size ? (72 - (size_t)__builtin_clzll(size)) / 8 : 1;
	return add_number(record, type_of[bytes], (uint64_t)integer,
			  size_of[bytes]);
}

static int add_real(struct record *record, double real)
{
	uint64_t bits;

	memcpy(&bits, &real, sizeof(bits));
	return add_number(record, TYPE_FLOAT, bits, sizeof(bits));
}

static int add_text(struct record *record, const void *data, size_t len)
{
	return add(record, TYPE_BLOB + 1 + 2 * (uint64_t)len, data, len);
}

/* A column of texts has numbers as texts. */
static int add_integer_text(struct record *record, int64_t integer)
{
	char digits[CELL_DIGITS];
	const int len = snprintf(digits, sizeof(digits), "%" PRId64, integer);

	return add_text(record, digits, (size_t)len);
}

/* A text for a column of integers is a number that is too wide. */
static int add_wide(struct record *record, const struct cell *cell)
{
	char digits[CELL_DIGITS];

	snprintf(digits, sizeof(digits), "%.*s", (int)cell->len,
		 (const char *)cell->data);
	return add_real(record, strtod(digits, NULL));
}

int record_add(struct record *record, const char *type, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NULL:
		return add(record, TYPE_NULL, NULL, 0);
	case CELL_INTEGER:
		return *type == 'T' ? add_integer_text(record, cell->integer) :
				      add_integer(record, cell->integer);
	case CELL_REAL:
		return add_real(record, cell->real);
	case CELL_TEXT:
		return *type == 'I' ? add_wide(record, cell) :
				      add_text(record, cell->data, cell->len);
	case CELL_BLOB:
		break;
	}
	return add(record, TYPE_BLOB + 2 * (uint64_t)cell->len, cell->data,
		   cell->len);
}

/* The length of the types has its own bytes in it. */
const uint8_t *record_end(struct record *record, size_t *len)
{
	const size_t types = record->types_len;
	const size_t own = types + 1 < 0x80 ? 1 : types + 2 < 0x4000 ? 2 : 3;
	uint8_t *whole;

	if (pxt_array_reserve(&record->whole, &record->whole_room,
			      own + types + record->len, 1))
		return NULL;
	whole = record->whole;
	btree_put_varint(whole, own + types);
	memcpy(whole + own, record->types, types);
	if (record->len)
		memcpy(whole + own + types, record->body, record->len);
	*len = own + types + record->len;
	return whole;
}

void record_fini(struct record *record)
{
	free(record->types);
	free(record->body);
	free(record->whole);
	*record = (struct record){ 0 };
}
