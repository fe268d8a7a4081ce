/*
 * block.h - some rows of a table, by columns
 *
 * A row is begun, and then any of its columns may get a value; the others have
 * none in that row. Texts are kept once for each block.
 */
#ifndef REPORT_BLOCK_H
#define REPORT_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

enum block_form {
	BLOCK_UNSIGNED,
	BLOCK_SIGNED,
	BLOCK_DOUBLE, /* bits of a double */
	BLOCK_FLOAT,  /* bits of a float */
	BLOCK_TEXT,   /* number of a text, from 1 */
};

struct block_column {
	const char *name; /* NULL: its number is its name */
	enum block_form form;
	uint64_t *value; /* values, by row */
	size_t room;
	size_t filled; /* rows that are filled */
	uint8_t *lack; /* 1 where a row has no value */
	size_t lack_room;
	size_t lacks;	      /* number of such rows */
	struct pxt_map known; /* texts of numbers, see block_know() */
};

/* Zero at first. */
struct block {
	struct block_column *column;
	size_t columns, room;
	size_t rows;
	struct pxt_map texts; /* texts with their nulls, numbered from 1 */
};

void block_fini(struct block *block);

/* Adds a column, before all rows. name: borrowed. ENOMEM. */
int block_add_column(struct block *block, const char *name,
		     enum block_form form);

/* Begins a row. */
static inline void block_begin_row(struct block *block)
{
	block->rows++;
}

/* Set a column in the last row. ENOMEM. */
int block_put(struct block *block, size_t column, uint64_t value);
int block_put_text(struct block *block, size_t column, const char *text,
		   size_t len);

/* The number that a column's text for a number has in this block; 0: none yet.
 * block_know() remembers that of the last row. ENOMEM. */
size_t block_known(const struct block *block, size_t column, uint64_t number);
int block_know(struct block *block, size_t column, uint64_t number);

/* Fills columns that have no value in the last rows. ENOMEM. */
int block_complete(struct block *block);

/* Removes all rows; the columns remain. */
void block_clear(struct block *block);

/* Bytes that its texts take. */
static inline size_t block_text_size(const struct block *block)
{
	return block->texts.keys_len;
}

#endif
