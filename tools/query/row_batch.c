/*
 * row_batch.c - rows of a table that wait to be inserted
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "query/row_batch.h"

/* A batch stays in a processor's cache, and is large enough for the beginning
 * and the end of a statement to cost little. */
enum { FULL_CELLS = 4096, FULL_TEXT = 32768 };

static int copy_text(struct row_batch *batch, struct row_batch_cell *copy,
		     const struct cell *cell)
{
	const int err = pxt_array_reserve(&batch->text, &batch->text_room,
					  batch->text_len + cell->len + 1, 1);

	if (err)
		return err;
	copy->is_copied = true;
	copy->as.copied = batch->text_len;
	if (cell->len)
		memcpy(batch->text + batch->text_len, cell->data, cell->len);
	batch->text_len += cell->len;
	return 0;
}

int row_batch_add(struct row_batch *batch, const struct cell *cell)
{
	struct row_batch_cell *copy;
	int err;

	err = pxt_array_reserve(&batch->cell, &batch->room, batch->count + 1,
				sizeof(*batch->cell));
	if (err)
		return err;
	copy = &batch->cell[batch->count];
	copy->kind = (uint8_t)cell->kind;
	copy->is_copied = false;
	switch (cell->kind) {
	case CELL_NULL:
		break;
	case CELL_INTEGER:
		copy->as.integer = cell->integer;
		break;
	case CELL_REAL:
		copy->as.real = cell->real;
		break;
	case CELL_TEXT:
	case CELL_BLOB:
		copy->len = cell->len;
		copy->as.lasting = cell->data;
		if (!cell->is_lasting)
			err = copy_text(batch, copy, cell);
		break;
	}
	batch->count += !err;
	return err;
}

bool row_batch_is_full(const struct row_batch *batch)
{
	return batch->count >= FULL_CELLS || batch->text_len >= FULL_TEXT;
}

void row_batch_result(const struct row_batch *batch, size_t number,
		      sqlite3_context *context)
{
	const struct row_batch_cell *cell = &batch->cell[number];
	const void *data = cell->as.lasting;

	switch ((enum cell_kind)cell->kind) {
	case CELL_NULL:
		break;
	case CELL_INTEGER:
		sqlite3_result_int64(context, cell->as.integer);
		break;
	case CELL_REAL:
		sqlite3_result_double(context, cell->as.real);
		break;
	case CELL_TEXT:
		if (cell->is_copied)
			data = batch->text + cell->as.copied;
		sqlite3_result_text64(context, data, cell->len, SQLITE_STATIC,
				      SQLITE_UTF8);
		break;
	case CELL_BLOB:
		if (cell->is_copied)
			data = batch->text + cell->as.copied;
		sqlite3_result_blob64(context, data, cell->len, SQLITE_STATIC);
		break;
	}
}

void row_batch_clear(struct row_batch *batch)
{
	batch->count = 0;
	batch->text_len = 0;
}

void row_batch_fini(struct row_batch *batch)
{
	free(batch->cell);
	free(batch->text);
	*batch = (struct row_batch){ .cell = NULL };
}
