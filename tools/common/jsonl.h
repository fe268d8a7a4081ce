/*
 * jsonl.h - JSON, one object per line
 *
 * Values are put in order, those of an object behind their keys. Without yajl
 * jsonl_init() fails.
 */
#ifndef JSONL_H
#define JSONL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/out.h"

enum { JSONL_ASCII = 128 };

/* A character as it is quoted. */
struct jsonl_character {
	char text[7];
	uint8_t len;
};

struct jsonl {
	void *gen; /* yajl's */
	struct out *out;
	char mark; /* put before the next key or value; or '\0' */
	struct jsonl_character ascii[JSONL_ASCII];
	bool is_usual; /* few characters of ascii[] are quoted */
	char *text;    /* text made from bytes */
	size_t size;
};

/* False: built without JSON. */
bool jsonl_is_there(void);

/* out: borrowed. After an error of writing, or of memory, nothing more is put,
 * and out has the error. ENOMEM, ENOTSUP. */
int jsonl_init(struct jsonl *json, struct out *out);
void jsonl_fini(struct jsonl *json);

/* Objects and arrays, and the end of a line. */
void jsonl_open_object(struct jsonl *json);
void jsonl_close_object(struct jsonl *json);
void jsonl_open_array(struct jsonl *json);
void jsonl_close_array(struct jsonl *json);
void jsonl_end_line(struct jsonl *json);

void jsonl_key(struct jsonl *json, const char *key);

/* A key that is a literal, of characters that need no quotation: its text, and
 * the length of that. */
#define JSONL_KEY(key) "\"" key "\":", sizeof("\"" key "\":") - 1
void jsonl_quoted_key(struct jsonl *json, const char *text, size_t len);

/* Text that is UTF-8. */
void jsonl_text(struct jsonl *json, const char *text, size_t len);

/* True if bytes are text, without controls other than whitespace. */
bool jsonl_is_text(const void *data, size_t len);

/* Puts bytes as text if they are; else as {"text":...,"b64":...}: the readable
 * part, with U+FFFD for every other byte, and everything in base64. */
void jsonl_bytes(struct jsonl *json, const void *data, size_t len);

/* Puts two hexadecimal digits per byte. */
void jsonl_hex(struct jsonl *json, const void *data, size_t len);

void jsonl_base64(struct jsonl *json, const void *bytes, size_t len);

void jsonl_signed(struct jsonl *json, long long number);
void jsonl_unsigned(struct jsonl *json, unsigned long long number);
void jsonl_bool(struct jsonl *json, bool is);

/* A value, or members of an object, that are JSON already. */
void jsonl_raw(struct jsonl *json, const char *text, size_t len);

/* A number as JSON has it, in digits. */
void jsonl_digits(struct jsonl *json, const char *digits);

/* A key with its value. */
void jsonl_put_signed(struct jsonl *json, const char *key, long long number);
void jsonl_put_unsigned(struct jsonl *json, const char *key,
			unsigned long long number);
void jsonl_put_bool(struct jsonl *json, const char *key, bool is);

/* Prints an object on a line of stdout; put() puts its keys and values. Returns
 * an error number. */
typedef void jsonl_members(struct jsonl *json, const void *argument);
int jsonl_print(jsonl_members *put, const void *argument);

#endif
