/*
 * table.h - a table of a page: its rows so far, and the blocks behind
 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "report/block.h"
#include "report/packed_blocks.h"

enum {
	TABLE_ROWS = 1 << 18,	/* rows of a block */
	TABLE_TEXTS = 32 << 20, /* bytes of its texts that end it before */
};

/* Zero at first. */
struct report_table {
	struct block block;
	struct block_list list;
};

static inline void report_table_fini(struct report_table *table)
{
	block_fini(&table->block);
	block_list_fini(&table->list);
}

/* Writes the rows so far. ENOMEM. */
static inline int report_table_flush(struct report_table *table,
				     struct packed_blocks *blocks)
{
	return table->block.rows ? packed_blocks_add(blocks, &table->block,
						     &table->list, -1) :
				   0;
}

/* Begins a row, and writes a block that is full. ENOMEM. */
static inline int report_table_begin_row(struct report_table *table,
					 struct packed_blocks *blocks)
{
	int err = 0;

	if (table->block.rows == TABLE_ROWS)
		err = report_table_flush(table, blocks);
	block_begin_row(&table->block);
	return err;
}

#endif
