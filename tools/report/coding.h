/*
 * coding.h - a column of a block as bytes
 *
 * Integers are differences to the least one, or to the one before, whichever
 * takes less. All have as many bytes as the largest needs; these are split by
 * significance, so that the same bytes of all rows stand together.
 */
#ifndef REPORT_CODING_H
#define REPORT_CODING_H

#include <stdint.h>

#include "report/block.h"

struct coding {
	char form;	/* letter of docs/report-format.md */
	unsigned width; /* bytes of a row */
	uint64_t base;
	bool is_signed; /* the base is */
};

/* Finds out how to write a complete column of so many rows, and makes its
 * values what is to be written. */
struct coding coding_choose(struct block_column *column, size_t rows);

/* Writes rows * width bytes. */
void coding_write(const struct coding *coding,
		  const struct block_column *column, size_t rows, uint8_t *to);

#endif
