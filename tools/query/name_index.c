/*
 * name_index.c - the index of events by name and time
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "query/name_index.h"

/* Parts */

static bool is_of(const struct name_part *part, const struct cell *name)
{
	return part->len == name->len &&
	       !memcmp(part->name, name->data, name->len);
}

static int add_part(struct name_index *index, const struct cell *name)
{
	struct name_part part = { .len = name->len };

	if (pxt_array_reserve(&index->part, &index->room, index->parts + 1,
			      sizeof(part)))
		return ENOMEM;
	part.name = malloc(name->len + 1);
	if (!part.name || btree_page_make(&part.page)) {
		free(part.name);
		return ENOMEM;
	}
	memcpy(part.name, name->data, name->len);
	index->part[index->parts++] = part;
	return 0;
}

/* Finds the part of a name, which becomes the last. A name is often followed by
 * the one that has followed it before. */
static int find(struct name_index *index, const struct cell *name)
{
	for (size_t i = 0; i < index->parts; i++) {
		const size_t at = (index->last + i) % index->parts;

		if (!is_of(&index->part[at], name))
			continue;
		index->last = at;
		return 0;
	}
	index->last = index->parts;
	return add_part(index, name);
}

/* Entries */

static const uint8_t *make(struct name_index *index,
			   const struct name_part *part, int64_t ns,
			   uint64_t rowid, size_t *len)
{
	struct record *record = &index->record;
	struct cell cell = { .kind = CELL_TEXT };
	int err;

	record_begin(record);
	cell_set_text(&cell, part->name, part->len);
	err = record_add(record, "", &cell);
	cell_set_integer(&cell, ns);
	if (!err)
		err = record_add(record, "", &cell);
	cell_set_integer(&cell, (int64_t)rowid);
	if (!err)
		err = record_add(record, "", &cell);
	return err ? NULL : record_end(record, len);
}

static int end_leaf(struct name_index *index, struct name_part *part)
{
	struct name_leaf leaf = { .ns = part->ns, .rowid = part->rowid };
	int err;

	if (pxt_array_reserve(&part->leaf, &part->room, part->leaves + 1,
			      sizeof(leaf)))
		return ENOMEM;
	err = btree_page_write(&part->page, index->file, &leaf.number);
	part->leaf[part->leaves++] = leaf;
	return err;
}

int name_index_add(struct name_index *index, const struct cell *name,
		   int64_t ns, uint64_t rowid)
{
	struct name_part *part;
	const uint8_t *record;
	size_t len;
	int err;

	err = find(index, name);
	if (err)
		return err;
	part = &index->part[index->last];
	record = make(index, part, ns, rowid, &len);
	if (!record)
		return ENOMEM;
	if (!btree_page_add(&part->page, record, len)) {
		err = end_leaf(index, part);
		btree_page_add(&part->page, record, len);
	}
	part->ns = ns;
	part->rowid = rowid;
	return err;
}

/* The tree */

static int put_part(struct name_index *index, struct btree *tree,
		    struct name_part *part)
{
	const uint8_t *record;
	size_t len;
	int err = 0;

	for (size_t i = 0; i < part->leaves && !err; i++) {
		const struct name_leaf *leaf = &part->leaf[i];

		record = make(index, part, leaf->ns, leaf->rowid, &len);
		err = record ? btree_add_leaf(tree, leaf->number, record, len) :
			       ENOMEM;
	}
	for (unsigned i = 0; i < part->page.cells && !err; i++) {
		record = btree_page_get(part->page.bytes, i, &len);
		err = btree_add_entry(tree, record, len);
	}
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct name_part *one = a, *other = b;
	const size_t len = one->len < other->len ? one->len : other->len;
	const int order = memcmp(one->name, other->name, len);

	return order ? order :
		       (one->len > other->len) - (one->len < other->len);
}

int name_index_finish(struct name_index *index, uint32_t root)
{
	struct btree tree;
	int err = 0;

	if (index->parts)
		qsort(index->part, index->parts, sizeof(*index->part), compare);
	btree_init(&tree, index->file, root, true);
	for (size_t i = 0; i < index->parts && !err; i++)
		err = put_part(index, &tree, &index->part[i]);
	if (!err)
		err = btree_finish(&tree);
	btree_fini(&tree);
	return err;
}

void name_index_fini(struct name_index *index)
{
	for (size_t i = 0; i < index->parts; i++) {
		free(index->part[i].name);
		free(index->part[i].page.bytes);
		free(index->part[i].leaf);
	}
	free(index->part);
	record_fini(&index->record);
}
