/*
 * block.c - some rows of a table, by columns
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "report/block.h"

void block_fini(struct block *block)
{
	for (size_t i = 0; i < block->columns; i++) {
		free(block->column[i].value);
		free(block->column[i].lack);
		pxt_map_fini(&block->column[i].known);
	}
	free(block->column);
	pxt_map_fini(&block->texts);
	*block = (struct block){ 0 };
}

int block_add_column(struct block *block, const char *name,
		     enum block_form form)
{
	if (pxt_array_reserve(&block->column, &block->room, block->columns + 1,
			      sizeof(*block->column)))
		return ENOMEM;
	block->column[block->columns++] = (struct block_column){
		.name = name,
		.form = form,
	};
	return 0;
}

/* Marks rows from the filled ones up to `rows` as lacking a value. */
static int fill(struct block_column *column, size_t rows)
{
	const size_t more = rows - column->filled;

	if (!more)
		return 0;
	if (pxt_array_reserve(&column->value, &column->room, rows,
			      sizeof(*column->value)) ||
	    pxt_array_reserve_zeroed(&column->lack, &column->lack_room, rows,
				     1))
		return ENOMEM;
	memset(column->value + column->filled, 0,
	       more * sizeof(*column->value));
	memset(column->lack + column->filled, 1, more);
	column->lacks += more;
	column->filled = rows;
	return 0;
}

int block_put(struct block *block, size_t number, uint64_t value)
{
	struct block_column *column = &block->column[number];

	if (column->filled + 1 < block->rows && fill(column, block->rows - 1))
		return ENOMEM;
	if (pxt_array_reserve(&column->value, &column->room, block->rows,
			      sizeof(*column->value)))
		return ENOMEM;
	column->value[block->rows - 1] = value;
	column->filled = block->rows;
	return 0;
}

/* The last byte of a key is the text's null. */
static size_t *find_text(struct block *block, const char *text, size_t len)
{
	enum { SHORT = 512 };
	char room[SHORT], *copy = room;
	size_t *found;

	if (len >= SHORT)
		copy = malloc(len + 1);
	if (!copy)
		return NULL;
	memcpy(copy, text, len);
	copy[len] = '\0';
	for (char *at = copy; (at = memchr(at, 0, len - (size_t)(at - copy)));)
		*at = ' ';
	found = pxt_map_at(&block->texts, copy, len + 1);
	if (copy != room)
		free(copy);
	return found;
}

int block_put_text(struct block *block, size_t column, const char *text,
		   size_t len)
{
	size_t *found = find_text(block, text, len);

	if (!found)
		return ENOMEM;
	if (!*found)
		*found = block->texts.count;
	return block_put(block, column, *found);
}

size_t block_known(const struct block *block, size_t column, uint64_t number)
{
	return pxt_map_get_number(&block->column[column].known, number);
}

int block_know(struct block *block, size_t column, uint64_t number)
{
	struct block_column *of = &block->column[column];
	size_t *known = pxt_map_at_number(&of->known, number);

	if (!known)
		return ENOMEM;
	*known = of->value[block->rows - 1];
	return 0;
}

int block_complete(struct block *block)
{
	int err = 0;

	for (size_t i = 0; i < block->columns && !err; i++) {
		struct block_column *column = &block->column[i];

		err = fill(column, block->rows);
		if (!err && column->lacks)
			err = pxt_array_reserve_zeroed(&column->lack,
						       &column->lack_room,
						       block->rows, 1);
	}
	return err;
}

void block_clear(struct block *block)
{
	for (size_t i = 0; i < block->columns; i++) {
		struct block_column *column = &block->column[i];

		if (column->lacks)
			memset(column->lack, 0, column->lack_room);
		column->lacks = 0;
		column->filled = 0;
		pxt_map_clear(&column->known);
	}
	pxt_map_clear(&block->texts);
	block->rows = 0;
}
