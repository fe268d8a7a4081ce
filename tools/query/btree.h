/*
 * btree.h - tables and indexes of a database of SQLite, written in order
 *
 * SQLite makes the file, with empty tables and indexes; then rows whose order is
 * known go to its pages without it, which takes a tenth of the time.
 * https://sqlite.org/fileformat2.html describes them: rows and entries stand in
 * leaves, and the levels above have the number of each page and what divides it
 * from the next one. A level has one page in memory.
 */
#ifndef QUERY_BTREE_H
#define QUERY_BTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	BTREE_PAGE = 16384, /* bytes */
	BTREE_LEVELS = 12,
	BTREE_ENTRY = (BTREE_PAGE - 12) * 64 / 255 - 23, /* longest entry */
	BTREE_VARINT = 9,				 /* longest number */
};

/* The pages of a file. */
struct btree_file {
	int fd;
	uint32_t pages;
	uint32_t spare; /* a page that is used no more; 0: none */
};

/* A page under construction. Zero at first. */
struct btree_page {
	uint8_t *bytes; /* owned */
	unsigned cells;
	size_t begin;	 /* cells stand at the end, the last one first */
	size_t last_len; /* bytes of the last cell */
};

struct btree {
	struct btree_file *file; /* borrowed */
	uint32_t root;
	bool is_index;
	uint64_t rowid; /* number of the last row */
	unsigned levels;
	struct btree_page level[BTREE_LEVELS];
};

/* Writes a number in one to nine bytes. Returns how many. */
size_t btree_put_varint(uint8_t *bytes, uint64_t number);

/* Opens a file that SQLite made, and has closed; ends with the number of its
 * pages. Error numbers. */
int btree_file_open(struct btree_file *file, const char *name);
int btree_file_close(struct btree_file *file);

/* root: the page of the empty table or index. */
static inline void btree_init(struct btree *tree, struct btree_file *file,
			      uint32_t root, bool is_index)
{
	*tree = (struct btree){
		.file = file,
		.root = root,
		.is_index = is_index,
	};
}

/* Writes what is in memory. Error numbers. */
int btree_finish(struct btree *tree);
void btree_fini(struct btree *tree);

/* Adds a record to a table: its row has the next number. Error numbers. */
int btree_add_row(struct btree *tree, const uint8_t *record, size_t len);

/* Adds a record to an index, which is at most BTREE_ENTRY bytes and follows the
 * last one. Error numbers. */
int btree_add_entry(struct btree *tree, const uint8_t *record, size_t len);

/* Adds a leaf of an index that is already written, and the record behind it;
 * another record has to follow. Error numbers. */
int btree_add_leaf(struct btree *tree, uint32_t leaf, const uint8_t *record,
		   size_t len);

/* A leaf of an index by itself. False: it has no room for the record. */
int btree_page_make(struct btree_page *page);
bool btree_page_add(struct btree_page *page, const uint8_t *record, size_t len);

/* Writes a leaf without its last record, and empties it. Error numbers. */
int btree_page_write(struct btree_page *page, struct btree_file *file,
		     uint32_t *number);

/* The record with a number in a leaf of an index; borrowed. */
const uint8_t *btree_page_get(const uint8_t *bytes, unsigned number,
			      size_t *len);

#endif
