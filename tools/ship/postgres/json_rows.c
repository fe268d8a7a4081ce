/*
 * json_rows.c - rows of a table as a list in JSON
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bridge/texts.h"
#include "ship/postgres/json_rows.h"

int json_writer_init(struct json_writer *writer)
{
	writer->replaced = 0;
	out_init_taker(&writer->out, bytes_take, NULL);
	return jsonl_init(&writer->json, &writer->out);
}

void json_writer_fini(struct json_writer *writer)
{
	jsonl_fini(&writer->json);
}

struct jsonl *json_rows_begin(struct json_rows *rows,
			      struct json_writer *writer)
{
	writer->out.arg = &rows->bytes;
	writer->out.error = 0;
	writer->out.len = 0;
	bytes_put(&rows->bytes, rows->count ? "," : "[", 1);
	rows->count++;
	jsonl_open_object(&writer->json);
	return &writer->json;
}

void json_rows_end(struct json_rows *rows, struct json_writer *writer)
{
	jsonl_close_object(&writer->json);
	jsonl_end_line(&writer->json);
	if (out_flush(&writer->out) && !rows->bytes.error)
		rows->bytes.error = writer->out.error;
}

/* A text of bytes that are no UTF-8, or null characters. */
static void put_mended(struct json_writer *writer, const char *text, size_t len)
{
	enum { WIDEST = 3 }; /* bytes of U+FFFD */
	char *mended = malloc(WIDEST * len + 1);
	size_t at = 0, from = 0;

	if (!mended) {
		writer->out.error = ENOMEM;
		return;
	}
	while (from < len) {
		const char *zero = memchr(text + from, '\0', len - from);
		const size_t part =
			zero ? (size_t)(zero - text) - from : len - from;

		if (!texts_append(mended, &at, WIDEST * len, text + from, part))
			writer->replaced++;
		from += part;
		if (!zero)
			break;
		texts_append(mended, &at, WIDEST * len, "\xff", 1);
		writer->replaced++;
		from++;
	}
	jsonl_text(&writer->json, mended, at);
	free(mended);
}

void json_rows_text(struct json_writer *writer, const char *key,
		    const char *text, size_t len)
{
	jsonl_key(&writer->json, key);
	if (text && len)
		put_mended(writer, text, len);
	else
		jsonl_raw(&writer->json, "null", 4);
}

void json_rows_bytes(struct json_writer *writer, const char *key,
		     const void *data, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *bytes = data;
	char *hex = malloc(2 * len + 3);

	jsonl_key(&writer->json, key);
	if (!hex) {
		writer->out.error = ENOMEM;
		return;
	}
	memcpy(hex, "\\x", 2);
	for (size_t i = 0; i < len; i++) {
		hex[2 * i + 2] = digits[bytes[i] >> 4];
		hex[2 * i + 3] = digits[bytes[i] & 15];
	}
	jsonl_text(&writer->json, hex, 2 * len + 2);
	free(hex);
}

const char *json_rows_list(struct json_rows *rows)
{
	const size_t len = rows->bytes.len;

	bytes_put(&rows->bytes, rows->count ? "]" : "[]", rows->count ? 1 : 2);
	if (rows->bytes.error)
		return NULL;
	rows->bytes.text[rows->bytes.len] = '\0';
	rows->bytes.len = len;
	return rows->bytes.text;
}

void json_rows_clear(struct json_rows *rows)
{
	bytes_clear(&rows->bytes);
	rows->count = 0;
}

void json_rows_fini(struct json_rows *rows)
{
	bytes_fini(&rows->bytes);
	rows->count = 0;
}
