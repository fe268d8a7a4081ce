/*
 * name_index.h - the index of events by name and time
 *
 * Events come in the order of their times, so those of one name are in the order
 * of the index: each name has leaves of its own, and the tree is made of them
 * at the end.
 */
#ifndef QUERY_NAME_INDEX_H
#define QUERY_NAME_INDEX_H

#include "query/btree.h"
#include "query/record.h"

struct name_leaf {
	uint32_t number; /* page */
	int64_t ns;	 /* time of the entry behind it */
	uint64_t rowid;
};

struct name_part {
	char *name; /* owned */
	size_t len;
	struct btree_page page;
	int64_t ns; /* time of the last entry */
	uint64_t rowid;
	struct name_leaf *leaf; /* leaves that are written */
	size_t leaves, room;
};

struct name_index {
	struct btree_file *file; /* borrowed */
	struct name_part *part;
	size_t parts, room;
	size_t last; /* part that was met last */
	struct record record;
};

/* Zero at first, but for the file. Adds an event, which is behind the last one
 * of its name. Error numbers. */
int name_index_add(struct name_index *index, const struct cell *name,
		   int64_t ns, uint64_t rowid);

/* Makes the tree. Error numbers. */
int name_index_finish(struct name_index *index, uint32_t root);
void name_index_fini(struct name_index *index);

#endif
