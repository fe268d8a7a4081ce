/*
 * cell.h - a value of a row, as databases take it
 */
#ifndef QUERY_CELL_H
#define QUERY_CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cell_kind { CELL_NULL, CELL_INTEGER, CELL_REAL, CELL_TEXT, CELL_BLOB };

enum { CELL_DIGITS = 24 };

/* Texts are UTF-8, and borrowed. */
struct cell {
	enum cell_kind kind;
	bool is_lasting; /* the text stays as long as the database */
	int64_t integer;
	double real;
	const void *data;
	size_t len;
	char digits[CELL_DIGITS]; /* room for a number that is a text */
};

static inline void cell_set_integer(struct cell *cell, int64_t integer)
{
	cell->kind = CELL_INTEGER;
	cell->integer = integer;
}

static inline void cell_set_text(struct cell *cell, const char *text,
				 size_t len)
{
	cell->kind = CELL_TEXT;
	cell->is_lasting = false;
	cell->data = text;
	cell->len = len;
}

/* Sets an integer, or its digits as a text if SQLite's integers are too
 * narrow. */
void cell_set_unsigned(struct cell *cell, uint64_t number);

/* Makes an integer the text of its digits. */
void cell_spell(struct cell *cell);

/* Sets a number that is not a number to null, as SQLite would. */
void cell_set_real(struct cell *cell, double real);

/* Copies a value with its text, unless that is lasting; cell_fini() frees it.
 * Without memory it is null. ENOMEM. */
int cell_copy(struct cell *copy, const struct cell *cell);
void cell_fini(struct cell *copy);

#endif
