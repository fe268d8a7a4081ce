/*
 * section_index.c - the sections that a file or a batch has, by their numbers
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "ship/section_index.h"

void section_index_fini(struct section_index *index)
{
	free(index->list);
	*index = (struct section_index){ .count = 0 };
}

/* Adds a section with a number above all others. */
static int add(struct section_index *index, const struct section *section)
{
	if (pxt_array_reserve(&index->list, &index->room, index->count + 1,
			      sizeof(*index->list)))
		return ENOMEM;
	index->list[index->count++] = *section;
	return 0;
}

int section_index_read(struct section_index *index, int fd,
		       const unsigned char *uuid, uint64_t from, uint64_t end)
{
	unsigned char head[SECTION_HEAD];
	struct section section;
	int err = 0;

	if (index->at < from)
		index->at = from;
	while (!err && index->at + SECTION_HEAD <= end &&
	       section_read(fd, head, sizeof(head), index->at) ==
		       SECTION_HEAD &&
	       section_parse(&section, head, uuid)) {
		section.at = index->at;
		err = add(index, &section);
		index->at += section_size(&section);
	}
	return err;
}

static int compare(const void *key, const void *other)
{
	const uint64_t number = *(const uint64_t *)key;
	const struct section *section = other;

	return (number > section->number) - (number < section->number);
}

const struct section *section_index_find(const struct section_index *index,
					 uint64_t number)
{
	return index->count ? bsearch(&number, index->list, index->count,
				      sizeof(*index->list), compare) :
			      NULL;
}

bool section_index_differs(const struct section_index *index,
			   const struct section *section)
{
	const struct section *there =
		section_index_find(index, section->number);

	return there &&
	       (there->type != section->type || there->len != section->len ||
		there->sum != section->sum);
}
