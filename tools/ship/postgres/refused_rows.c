/*
 * refused_rows.c - rows of events of which the server refuses some
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ship/postgres/event_row.h"
#include "ship/postgres/refused_rows.h"

/* Rows alone of a batch that are looked for. Where there are more, rows that
 * are still together are taken for refused ones together. */
enum { MOST_ALONE = 256 };

struct search {
	struct link *link;
	const char *text; /* rows, without head and end */
	size_t *at; /* offsets at which each begins, and the end of the last */
	size_t room;
	struct bytes part; /* room for rows that are sent together */
	struct refused_rows *refused;
	unsigned alone;
};

static size_t take_length(const char *at)
{
	uint32_t len;

	memcpy(&len, at, sizeof(len));
	len = be32toh(len);
	return sizeof(len) + (len == UINT32_MAX ? 0 : len);
}

/* Fields of a row up to that one. */
static size_t measure(const char *row, int fields)
{
	size_t len = sizeof(uint16_t);

	for (int i = 0; i < fields; i++)
		len += take_length(row + len);
	return len;
}

static int find_rows(struct search *search, size_t len, size_t *count)
{
	size_t at = 0;

	*count = 0;
	for (;;) {
		if (pxt_array_reserve(&search->at, &search->room, *count + 1,
				      sizeof(*search->at)))
			return ENOMEM;
		search->at[*count] = at;
		if (at >= len)
			return 0;
		at += measure(search->text + at, EVENT_ROW_FIELDS);
		++*count;
	}
}

static void put_row(struct bytes *part, const char *row, int fields)
{
	bytes_put(part, row, measure(row, fields));
	for (int i = fields; i < EVENT_ROW_FIELDS; i++)
		bytes_field_null(part);
}

/* Sends rows with so many of their fields. ERANGE: they were refused, and the
 * transaction is as it was. */
static int try(struct search *search, size_t from, size_t to, int fields)
{
	struct link *link = search->link;
	struct bytes *part = &search->part;
	int err, undone;

	bytes_clear(part);
	bytes_begin_copy(part);
	for (size_t i = from; i < to; i++)
		put_row(part, search->text + search->at[i], fields);
	err = part->error ? part->error : link_run(link, "savepoint rows");
	if (err)
		return err;
	err = link_copy(link, event_row_copy, part);
	if (!err)
		return link_run(link, "release rows");
	if (err != ERANGE)
		return err;
	undone = link_run(link, "rollback to rows; release rows");
	return undone ? undone : err;
}

static int put_bare(struct search *search, size_t from, size_t to)
{
	int err = try(search, from, to, EVENT_ROW_TEXT);

	if (err == ERANGE)
		err = try(search, from, to, EVENT_ROW_DATA);
	if (err == ERANGE)
		search->refused->left_out += to - from;
	else
		search->refused->bare += to - from;
	return err == ERANGE ? 0 : err;
}

static int put_rows(struct search *search, size_t from, size_t to)
{
	const size_t middle = from + (to - from) / 2;
	int err = try(search, from, to, EVENT_ROW_FIELDS);

	if (err != ERANGE)
		return err;
	search->alone += to - from == 1;
	if (to - from == 1 || search->alone > MOST_ALONE)
		return put_bare(search, from, to);
	err = put_rows(search, from, middle);
	return err ? err : put_rows(search, middle, to);
}

int refused_rows_copy(struct link *link, const struct bytes *rows,
		      struct refused_rows *refused)
{
	struct search search = {
		.link = link,
		.text = rows->text + BYTES_COPY_HEAD,
		.refused = refused,
	};
	size_t count;
	int err = find_rows(&search, rows->len - BYTES_COPY_HEAD, &count);

	if (!err && count)
		err = put_rows(&search, 0, count);
	free(search.at);
	bytes_fini(&search.part);
	return err;
}
