/*
 * bytes.h - bytes that are put one behind the other, and rows as COPY takes them
 */
#ifndef SHIP_POSTGRES_BYTES_H
#define SHIP_POSTGRES_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first error is kept: what is put afterwards is left out. */
struct bytes {
	char *text;
	size_t len, room;
	int error;
};

void bytes_fini(struct bytes *bytes);

/* Empties it, and forgets the error. */
void bytes_clear(struct bytes *bytes);

void bytes_put(struct bytes *bytes, const void *data, size_t len);

/* A taker of struct out. */
int bytes_take(void *bytes, const char *data, size_t len);

enum { BYTES_COPY_HEAD = 19 };

/* Fields of a row in the binary format of COPY, each with its length. */
void bytes_begin_copy(struct bytes *bytes);
void bytes_begin_row(struct bytes *bytes, int fields);
void bytes_field(struct bytes *bytes, const void *data, size_t len);
void bytes_field_null(struct bytes *bytes);
void bytes_field_int(struct bytes *bytes, int32_t number);
void bytes_field_long(struct bytes *bytes, int64_t number);
void bytes_field_bool(struct bytes *bytes, bool is);

/* A text, or JSON, in which a null character becomes U+FFFD: the server has
 * none. Counted in *replaced. */
void bytes_field_text(struct bytes *bytes, const char *text, size_t len,
		      uint64_t *replaced);
void bytes_field_json(struct bytes *bytes, const char *text, size_t len,
		      uint64_t *replaced);

#endif
