/*
 * answer.h - rows of a statement, printed
 *
 * As text, they are aligned below a head, by the widths of the first rows; csv
 * and tsv have a line with names; json has an object a line.
 */
#ifndef QUERY_ANSWER_H
#define QUERY_ANSWER_H

#include <stdbool.h>

#include <sqlite3.h>

#include "common/jsonl.h"
#include "common/out.h"
#include "common/table.h"

enum { ANSWER_ROWS = 500 }; /* rows by whose widths a text is aligned */

struct answer_column {
	int width;
	bool right; /* numbers */
	char *key;  /* json: a name that no other column has; owned */
};

struct answer {
	enum table_form form;
	struct out *out; /* borrowed */
	bool ascii;	 /* the terminal shows ASCII only */
	struct jsonl json;
	bool has_json;
	bool is_later; /* not the first statement that has rows */

	/* The present statement. */
	int columns;
	struct answer_column *column;
	size_t column_room;
	char **text; /* cells that wait for widths, row by row */
	size_t count, room;
	bool is_laid; /* the widths are known */
};

/* out: borrowed until fini. ENOMEM. */
int answer_init(struct answer *answer, enum table_form form, struct out *out);
void answer_fini(struct answer *answer);

/* Changes the form. ENOMEM. */
int answer_set_form(struct answer *answer, enum table_form form);

/* Begins with the columns of a statement, puts its present row, ends. ENOMEM. */
int answer_begin(struct answer *answer, sqlite3_stmt *statement);
int answer_put(struct answer *answer, sqlite3_stmt *statement);
int answer_end(struct answer *answer);

#endif
