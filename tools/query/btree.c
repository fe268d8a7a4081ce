/*
 * btree.c - tables and indexes of a database of SQLite, written in order
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "query/btree.h"

enum {
	HEAD_LEAF = 8,
	HEAD_INNER = 12,
	CHILD = 4, /* bytes of a page's number */
	POINTER = 2,
	PREFIX = 2 * BTREE_VARINT,
	COUNT_AT = 28, /* place of the number of pages in the file */

	/* SQLite locks bytes there, and has no page around them. */
	LOCKED = 0x40000000 / BTREE_PAGE + 1,

	/* A longer row goes on in pages of its own. */
	ROW_WHOLE = BTREE_PAGE - 35,
	ROW_LEAST = (BTREE_PAGE - 12) * 32 / 255 - 23,
	ROW_MORE = BTREE_PAGE - CHILD,
};

enum { TABLE_INNER = 5, TABLE_LEAF = 13, INDEX_INNER = 2, INDEX_LEAF = 10 };

/* Numbers: the first byte is the highest. */

static void put16(uint8_t *bytes, size_t number)
{
	bytes[0] = (uint8_t)(number >> 8);
	bytes[1] = (uint8_t)number;
}

static void put32(uint8_t *bytes, uint32_t number)
{
	put16(bytes, number >> 16);
	put16(bytes + 2, number & 0xffff);
}

static size_t get16(const uint8_t *bytes)
{
	return (size_t)bytes[0] << 8 | bytes[1];
}

static uint32_t get32(const uint8_t *bytes)
{
	return (uint32_t)(get16(bytes) << 16 | get16(bytes + 2));
}

size_t btree_put_varint(uint8_t *bytes, uint64_t number)
{
	size_t len = 1;

	if (number < 0x80) {
		bytes[0] = (uint8_t)number;
		return 1;
	}
	if (number >> 56) {
		bytes[8] = (uint8_t)number;
		number >>= 8;
		for (size_t i = 8; i--; number >>= 7)
			bytes[i] = (uint8_t)(number | 0x80);
		return BTREE_VARINT;
	}
	while (number >> (7 * len))
		len++;
	for (size_t i = len; i--; number >>= 7)
		bytes[i] =
			(uint8_t)((number & 0x7f) | (i == len - 1 ? 0 : 0x80));
	return len;
}

/* The file */

static int write_at(struct btree_file *file, uint64_t place, const void *bytes,
		    size_t len)
{
	const char *rest = bytes;

	while (len) {
		const ssize_t n = pwrite(file->fd, rest, len, (off_t)place);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? errno : ENOSPC;
		rest += n;
		place += (uint64_t)n;
		len -= (size_t)n;
	}
	return 0;
}

static int write_page(struct btree_file *file, uint32_t number,
		      const uint8_t *bytes)
{
	return write_at(file, (uint64_t)(number - 1) * BTREE_PAGE, bytes,
			BTREE_PAGE);
}

static uint32_t take_page(struct btree_file *file)
{
	const uint32_t spare = file->spare;

	file->spare = 0;
	if (spare)
		return spare;
	file->pages++;
	if (file->pages == LOCKED)
		file->pages++;
	return file->pages;
}

int btree_file_open(struct btree_file *file, const char *name)
{
	off_t size;

	file->fd = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (file->fd < 0)
		return errno;
	size = lseek(file->fd, 0, SEEK_END);
	file->pages = (uint32_t)(size / BTREE_PAGE);
	return 0;
}

int btree_file_close(struct btree_file *file)
{
	uint8_t count[4];
	int err;

	put32(count, file->pages);
	err = write_at(file, COUNT_AT, count, sizeof(count));
	if (close(file->fd) && !err)
		err = errno;
	file->fd = -1;
	return err;
}

/* Pages */

int btree_page_make(struct btree_page *page)
{
	page->bytes = malloc(BTREE_PAGE);
	page->begin = BTREE_PAGE;
	return page->bytes ? 0 : ENOMEM;
}

/* Makes room for a cell. NULL: there is none. */
static uint8_t *make_cell(struct btree_page *page, size_t head, size_t len)
{
	const size_t pointers = head + POINTER * (page->cells + 1);

	if (pointers + len > page->begin)
		return NULL;
	page->begin -= len;
	page->last_len = len;
	put16(page->bytes + pointers - POINTER, page->begin);
	page->cells++;
	return page->bytes + page->begin;
}

static void drop_last(struct btree_page *page)
{
	page->begin += page->last_len;
	page->cells--;
}

/* Makes the head of a complete page, and empties it for the next one. right: the
 * child behind the last cell; leaves have none. */
static void end_page(struct btree_page *page, uint8_t kind, uint32_t right)
{
	const size_t head = kind == TABLE_LEAF || kind == INDEX_LEAF ?
				    HEAD_LEAF :
				    HEAD_INNER;
	const size_t used = head + POINTER * page->cells;

	page->bytes[0] = kind;
	put16(page->bytes + 1, 0);
	put16(page->bytes + 3, page->cells);
	put16(page->bytes + 5, page->begin);
	page->bytes[7] = 0;
	if (head == HEAD_INNER)
		put32(page->bytes + HEAD_LEAF, right);
	memset(page->bytes + used, 0, page->begin - used);
	page->cells = 0;
	page->begin = BTREE_PAGE;
}

bool btree_page_add(struct btree_page *page, const uint8_t *record, size_t len)
{
	uint8_t prefix[BTREE_VARINT];
	const size_t size = btree_put_varint(prefix, len);
	uint8_t *cell = make_cell(page, HEAD_LEAF, size + len);

	if (!cell)
		return false;
	memcpy(cell, prefix, size);
	memcpy(cell + size, record, len);
	return true;
}

int btree_page_write(struct btree_page *page, struct btree_file *file,
		     uint32_t *number)
{
	drop_last(page);
	end_page(page, INDEX_LEAF, 0);
	*number = take_page(file);
	return write_page(file, *number, page->bytes);
}

/* Entries are so short that their length has two bytes at most. */
const uint8_t *btree_page_get(const uint8_t *bytes, unsigned number,
			      size_t *len)
{
	const uint8_t *cell =
		bytes + get16(bytes + HEAD_LEAF + POINTER * (size_t)number);

	*len = *cell & 0x7f;
	if (*cell++ & 0x80)
		*len = *len << 7 | *cell++;
	return cell;
}

/* Trees */

static uint8_t kind_of(const struct btree *tree, unsigned level)
{
	if (tree->is_index)
		return level ? INDEX_INNER : INDEX_LEAF;
	return level ? TABLE_INNER : TABLE_LEAF;
}

static int split(struct btree *tree, unsigned level);

/* Makes room for a cell in the last page of a level, or in a new one. */
static int add_cell(struct btree *tree, unsigned level, size_t len,
		    uint8_t **cell)
{
	struct btree_page *page = &tree->level[level];
	const size_t head = level ? HEAD_INNER : HEAD_LEAF;
	int err = 0;

	if (level >= tree->levels) {
		if (level == BTREE_LEVELS)
			return EFBIG;
		tree->levels = level + 1;
		err = btree_page_make(page);
	}
	if (err)
		return err;
	*cell = make_cell(page, head, len);
	if (*cell)
		return 0;
	err = split(tree, level);
	if (!err)
		*cell = make_cell(page, head, len);
	return err;
}

static int add_child(struct btree *tree, unsigned level, uint32_t child,
		     const uint8_t *divider, size_t len)
{
	uint8_t *cell;
	const int err = add_cell(tree, level, CHILD + len, &cell);

	if (err)
		return err;
	put32(cell, child);
	memcpy(cell + CHILD, divider, len);
	return 0;
}

/* Ends the page of a level. The level above gets what divides it from the next
 * one: of a table's leaf a copy of its last number, otherwise the last cell. */
static int split(struct btree *tree, unsigned level)
{
	struct btree_page *page = &tree->level[level];
	uint8_t divider[BTREE_ENTRY + PREFIX];
	const size_t child = level ? CHILD : 0;
	uint32_t right = 0, number;
	size_t len;
	int err;

	if (!level && !tree->is_index) {
		len = btree_put_varint(divider, tree->rowid);
	} else {
		/* A page without cells has room for any cell. */
		assert(page->begin < BTREE_PAGE);
		len = page->last_len - child;
		memcpy(divider, page->bytes + page->begin + child, len);
		right = level ? get32(page->bytes + page->begin) : 0;
		drop_last(page);
	}
	end_page(page, kind_of(tree, level), right);
	number = take_page(tree->file);
	err = write_page(tree->file, number, page->bytes);
	return err ? err : add_child(tree, level + 1, number, divider, len);
}

int btree_finish(struct btree *tree)
{
	uint32_t right = 0, number;
	int err = 0;

	for (unsigned i = 0; i < tree->levels && !err; i++) {
		end_page(&tree->level[i], kind_of(tree, i), right);
		number = i == tree->levels - 1 ? tree->root :
						 take_page(tree->file);
		err = write_page(tree->file, number, tree->level[i].bytes);
		right = number;
	}
	return err;
}

void btree_fini(struct btree *tree)
{
	for (unsigned i = 0; i < tree->levels; i++)
		free(tree->level[i].bytes);
	tree->levels = 0;
}

/* Rows */

/* The bytes of a long record that stand in the leaf. */
static size_t whole_part(size_t len)
{
	const size_t part = ROW_LEAST + (len - ROW_LEAST) % ROW_MORE;

	if (len <= ROW_WHOLE)
		return len;
	return part <= ROW_WHOLE ? part : ROW_LEAST;
}

static int write_rest(struct btree_file *file, const uint8_t *rest, size_t len,
		      uint32_t *first)
{
	uint8_t *page = malloc(BTREE_PAGE);
	uint32_t number = take_page(file);
	int err = page ? 0 : ENOMEM;

	*first = number;
	while (len && !err) {
		const size_t part = len < ROW_MORE ? len : ROW_MORE;
		const uint32_t next = part < len ? take_page(file) : 0;

		put32(page, next);
		memcpy(page + CHILD, rest, part);
		memset(page + CHILD + part, 0, ROW_MORE - part);
		err = write_page(file, number, page);
		rest += part;
		len -= part;
		number = next;
	}
	free(page);
	return err;
}

int btree_add_row(struct btree *tree, const uint8_t *record, size_t len)
{
	const size_t part = whole_part(len);
	uint8_t prefix[PREFIX], *cell;
	uint32_t rest = 0;
	size_t size;
	int err;

	size = btree_put_varint(prefix, len);
	size += btree_put_varint(prefix + size, tree->rowid + 1);
	err = part < len ?
		      write_rest(tree->file, record + part, len - part, &rest) :
		      0;
	if (!err)
		err = add_cell(tree, 0, size + part + (rest ? CHILD : 0),
			       &cell);
	if (err)
		return err;
	tree->rowid++;
	memcpy(cell, prefix, size);
	memcpy(cell + size, record, part);
	if (rest)
		put32(cell + size + part, rest);
	return 0;
}

/* Entries */

int btree_add_entry(struct btree *tree, const uint8_t *record, size_t len)
{
	uint8_t prefix[BTREE_VARINT], *cell;
	const size_t size = btree_put_varint(prefix, len);
	const int err = add_cell(tree, 0, size + len, &cell);

	if (err)
		return err;
	memcpy(cell, prefix, size);
	memcpy(cell + size, record, len);
	return 0;
}

/* A leaf before it that has a single record would be empty without it: the
 * records of both get new leaves, of which the next has its page. */
static int add_again(struct btree *tree, uint32_t leaf)
{
	uint8_t *bytes = malloc(BTREE_PAGE);
	const off_t place = (off_t)(leaf - 1) * BTREE_PAGE;
	int err = bytes ? 0 : ENOMEM;
	unsigned count = 0;

	if (!err &&
	    pread(tree->file->fd, bytes, BTREE_PAGE, place) != BTREE_PAGE)
		err = EIO;
	if (!err)
		count = (unsigned)get16(bytes + 3);
	tree->file->spare = leaf;
	for (unsigned i = 0; i < count && !err; i++) {
		size_t len;
		const uint8_t *record = btree_page_get(bytes, i, &len);

		err = btree_add_entry(tree, record, len);
	}
	free(bytes);
	return err;
}

int btree_add_leaf(struct btree *tree, uint32_t leaf, const uint8_t *record,
		   size_t len)
{
	const unsigned cells = tree->levels ? tree->level[0].cells : 0;
	uint8_t divider[BTREE_ENTRY + PREFIX];
	size_t size;
	int err = 0;

	if (cells == 1) {
		err = add_again(tree, leaf);
		return err ? err : btree_add_entry(tree, record, len);
	}
	if (cells) {
		err = split(tree, 0);
	} else if (!tree->levels) {
		tree->levels = 1;
		err = btree_page_make(&tree->level[0]);
	}
	if (err)
		return err;
	size = btree_put_varint(divider, len);
	memcpy(divider + size, record, len);
	return add_child(tree, 1, leaf, divider, size + len);
}
