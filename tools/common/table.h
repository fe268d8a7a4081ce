/*
 * table.h - rows and columns, for people and for programs
 *
 * A cell is shown to people as one text, and given to programs as another,
 * which may be a number. Text forms align what is shown; csv follows RFC 4180;
 * tsv has no tabs or line ends in its fields; json has an object for each row.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/words.h"

enum table_form { TABLE_TEXT, TABLE_JSON, TABLE_CSV, TABLE_TSV };

enum { TABLE_RATE = 16 };

struct table_column {
	const char *title; /* for people */
	const char *key;   /* for programs */
	bool right;	   /* aligned there */
	int least;	   /* characters it is wide */
};

struct table_cell {
	char *shown;
	char *value;
	bool is_bare; /* the value is a number, true, false or null */
};

struct table {
	const char *name; /* its key in a JSON object */
	const struct table_column *columns;
	size_t width;
	struct table_cell *cells; /* row by row */
	size_t count, room;
	bool failed; /* for want of memory */
};

/* The names of the forms. */
extern const struct word table_forms[];

void table_init(struct table *table, const char *name,
		const struct table_column *columns, size_t width);
void table_fini(struct table *table);

/* The next cell of the last row, or the first of a new one. Texts are what is
 * fit for a terminal already; an empty value of a number is null. */
void table_text(struct table *table, const char *shown, const char *value);
void table_number(struct table *table, unsigned long long value,
		  const char *shown);
void table_bare(struct table *table, const char *shown, const char *value);

size_t table_rows(const struct table *table);

/* From here on, texts for people are shortened in the middle so that their table
 * is no wider than that, if numbers leave room. 0, as at first: they are not. */
void table_fit(unsigned columns);

/* All of them, one after the other; as one JSON object on one line. ENOMEM;
 * errors of out are its own. */
int table_print(const struct table *const *tables, size_t count,
		enum table_form form, FILE *out);

/* 0.3, 12, 96.8 k, 1.2 M: per second, into TABLE_RATE characters. */
const char *table_rate(char *buf, double rate);

#endif
