/*
 * cell.c - a value of a row, as databases take it
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "query/cell.h"

void cell_set_unsigned(struct cell *cell, uint64_t number)
{
	if (number <= INT64_MAX) {
		cell_set_integer(cell, (int64_t)number);
		return;
	}
	cell_set_text(cell, cell->digits,
		      (size_t)snprintf(cell->digits, sizeof(cell->digits),
				       "%" PRIu64, number));
}

void cell_spell(struct cell *cell)
{
	if (cell->kind != CELL_INTEGER)
		return;
	cell_set_text(cell, cell->digits,
		      (size_t)snprintf(cell->digits, sizeof(cell->digits),
				       "%" PRId64, cell->integer));
}

void cell_set_real(struct cell *cell, double real)
{
	cell->kind = isnan(real) ? CELL_NULL : CELL_REAL;
	cell->real = real;
}

int cell_copy(struct cell *copy, const struct cell *cell)
{
	char *data;

	*copy = *cell;
	if (cell->kind < CELL_TEXT || cell->is_lasting)
		return 0;
	data = malloc(cell->len + 1);
	copy->data = data;
	copy->is_lasting = false;
	if (!data) {
		copy->kind = CELL_NULL;
		return ENOMEM;
	}
	memcpy(data, cell->data, cell->len);
	data[cell->len] = '\0';
	return 0;
}

void cell_fini(struct cell *copy)
{
	if (copy->kind >= CELL_TEXT && !copy->is_lasting)
		free((void *)(uintptr_t)copy->data);
	copy->kind = CELL_NULL;
}
