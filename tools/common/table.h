/*
 * table.h - tables, for people and for programs
 *
 * A cell has a text for people and another one for programs, which may be a
 * number. Text forms are aligned; csv follows RFC 4180; tsv has no tabs or
 * newlines in its fields; json has an object for each row.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/words.h"

enum table_form { TABLE_TEXT, TABLE_JSON, TABLE_CSV, TABLE_TSV };

enum { TABLE_RATE = 16, TABLE_GAP = 2, TABLE_CUT = 8192 };

struct table_column {
	const char *title; /* for people */
	const char *key;   /* for programs */
	bool right;	   /* right-aligned for people */
	int least;	   /* minimum width */
};

struct table_cell {
	char *shown;
	char *value;
	bool is_bare; /* the value is a number, true, false or null */
};

struct table {
	const char *name; /* key in a JSON object */
	const struct table_column *columns;
	size_t width;
	struct table_cell *cells; /* row by row */
	size_t count, room;
	bool is_continued; /* has no titles: rows go on */
	bool failed;	   /* for want of memory */
};

/* The names of the forms. */
extern const struct word table_forms[];

void table_init(struct table *table, const char *name,
		const struct table_column *columns, size_t width);
void table_fini(struct table *table);

/* Adds a cell to the last row, or to a new one. Texts must be fit for a
 * terminal; an empty value of a number is null. */
void table_text(struct table *table, const char *shown, const char *value);
void table_number(struct table *table, unsigned long long value,
		  const char *shown);
void table_bare(struct table *table, const char *shown, const char *value);

size_t table_rows(const struct table *table);

/* Shortens texts for people in the middle, so that the table is no wider than
 * that, if numbers leave room. 0, the default: no shortening. */
void table_fit(unsigned columns);

/* Widths of the columns of the text form, shortened as table_fit() says; each
 * has a gap of TABLE_GAP behind it. */
void table_measure(const struct table *table, int *widths);

/* A text in so many columns of a terminal: itself, or cut, with a mark in its
 * middle, in a buffer of TABLE_CUT bytes. */
const char *table_shorten(const char *text, int width, char *cut);

/* The columns of a terminal that a text needs. */
int table_places(const char *text);

/* A cell by its row and column, which count from 0. */
static inline const struct table_cell *table_cell(const struct table *table,
						  size_t row, size_t column)
{
	return &table->cells[row * table->width + column];
}

/* Prints the tables in order; as JSON, one object on one line. ENOMEM; errors
 * of out are its own. */
int table_print(const struct table *const *tables, size_t count,
		enum table_form form, FILE *out);

/* Formats a rate per second: 0.3, 12, 96.8 k, 1.2 M, in TABLE_RATE
 * characters. */
const char *table_rate(char *buf, double rate);

#endif
