/*
 * json_rows.h - rows of a table as a list in JSON, for a statement's parameter
 */
#ifndef SHIP_POSTGRES_JSON_ROWS_H
#define SHIP_POSTGRES_JSON_ROWS_H

#include "common/jsonl.h"
#include "ship/postgres/bytes.h"

struct json_rows {
	struct bytes bytes;
	size_t count;
};

/* The writer of rows; one is enough for all lists. */
struct json_writer {
	struct jsonl json;
	struct out out;
	uint64_t replaced; /* texts with bytes that are not UTF-8 */
};

int json_writer_init(struct json_writer *writer);
void json_writer_fini(struct json_writer *writer);

/* The members of a row stand between these. */
struct jsonl *json_rows_begin(struct json_rows *rows,
			      struct json_writer *writer);
void json_rows_end(struct json_rows *rows, struct json_writer *writer);

/* A member with a text of any bytes; NULL or nothing: null. */
void json_rows_text(struct json_writer *writer, const char *key,
		    const char *text, size_t len);

/* A member with bytes. */
void json_rows_bytes(struct json_writer *writer, const char *key,
		     const void *data, size_t len);

/* The list, which is valid until it is cleared. NULL: no memory. */
const char *json_rows_list(struct json_rows *rows);
void json_rows_clear(struct json_rows *rows);
void json_rows_fini(struct json_rows *rows);

#endif
