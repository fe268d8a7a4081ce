/*
 * parts.h - blocks packed into a page
 *
 * A block becomes an element of the page, and a line of JSON that describes
 * it: docs/report-format.md has both.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"
#include "report/block.h"

/* Descriptions of the parts of a table, with commas between. Zero at first. */
struct part_list {
	char *text;
	size_t len, room;
	uint64_t rows; /* rows of all parts */
	size_t parts;
};

void part_list_fini(struct part_list *list);

struct packing;

struct parts {
	struct out *out; /* borrowed */
	struct packing *packing;
	uint8_t *bytes; /* unpacked */
	size_t room;
	uint64_t count;
};

/* False: built without zlib. */
bool parts_are_there(void);

/* out: borrowed until fini. ENOMEM; ENOTSUP: built without zlib. */
int parts_init(struct parts *parts, struct out *out);
void parts_fini(struct parts *parts);

/* Puts bytes as the parts are: packed, in base64. */
void parts_pack(struct parts *parts, const void *data, size_t len);

/* Packs a block that has rows, and clears it. of: number of the part of another
 * table that it belongs to; -1: none. ENOMEM. */
int parts_add(struct parts *parts, struct block *block, struct part_list *list,
	      long of);

#endif
