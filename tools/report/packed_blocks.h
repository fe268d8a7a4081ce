/*
 * packed_blocks.h - blocks packed into a page
 *
 * A block becomes an element of the page, and a line of JSON that describes
 * it: docs/report-format.md has both.
 */
#ifndef REPORT_PACKED_BLOCKS_H
#define REPORT_PACKED_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"
#include "report/block.h"

/* Descriptions of the blocks of a table, with commas between. Zero at first. */
struct block_list {
	char *text;
	size_t len, room;
	uint64_t rows; /* rows of all blocks */
	size_t blocks;
};

void block_list_fini(struct block_list *list);

struct packing;

struct packed_blocks {
	struct out *out; /* borrowed */
	struct packing *packing;
	uint8_t *bytes; /* unpacked */
	size_t room;
	uint64_t count;
};

/* out: borrowed until fini. ENOMEM; ENOTSUP: built without zlib. */
int packed_blocks_init(struct packed_blocks *blocks, struct out *out);
void packed_blocks_fini(struct packed_blocks *blocks);

/* Puts bytes as the blocks are: packed, in base64. */
void packed_blocks_pack(struct packed_blocks *blocks, const void *data,
			size_t len);

/* Packs a block that has rows, and clears it. of: number of the block of another
 * table that it belongs to; -1: none. ENOMEM. */
int packed_blocks_add(struct packed_blocks *blocks, struct block *block,
		      struct block_list *list, long of);

#endif
