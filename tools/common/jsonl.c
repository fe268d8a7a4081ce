/*
 * jsonl.c - JSON, one object per line
 */
#include "base/array.h"
#include "base/utf8.h"
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

#include "common/jsonl.h"

#ifndef HAVE_YAJL

typedef int yajl_gen_status;

enum { yajl_gen_status_ok };

/* Used after jsonl_init() has failed. */
static yajl_gen_status put_nothing(void *gen, ...)
{
	(void)gen;
	return yajl_gen_status_ok;
}

#define yajl_gen_array_close put_nothing
#define yajl_gen_array_open put_nothing
#define yajl_gen_bool put_nothing
#define yajl_gen_free put_nothing
#define yajl_gen_integer put_nothing
#define yajl_gen_map_close put_nothing
#define yajl_gen_map_open put_nothing
#define yajl_gen_number put_nothing
#define yajl_gen_reset put_nothing
#define yajl_gen_string put_nothing

#endif

bool jsonl_is_there(void)
{
#ifdef HAVE_YAJL
	return true;
#else
	return false;
#endif
}

static void note(struct jsonl *json, yajl_gen_status status)
{
	if (status != yajl_gen_status_ok && !json->out->error)
		json->out->error = EBADMSG;
}

void jsonl_open_object(struct jsonl *json)
{
	note(json, yajl_gen_map_open(json->gen));
}

void jsonl_close_object(struct jsonl *json)
{
	note(json, yajl_gen_map_close(json->gen));
}

void jsonl_open_array(struct jsonl *json)
{
	note(json, yajl_gen_array_open(json->gen));
}

void jsonl_close_array(struct jsonl *json)
{
	note(json, yajl_gen_array_close(json->gen));
}

void jsonl_end_line(struct jsonl *json)
{
	yajl_gen_reset(json->gen, NULL);
	out_text(json->out, "\n");
}

void jsonl_text(struct jsonl *json, const char *text, size_t len)
{
	note(json,
	     yajl_gen_string(json->gen, (const unsigned char *)text, len));
}

void jsonl_key(struct jsonl *json, const char *key)
{
	jsonl_text(json, key, strlen(key));
}

void jsonl_digits(struct jsonl *json, const char *digits)
{
	note(json, yajl_gen_number(json->gen, digits, strlen(digits)));
}

void jsonl_signed(struct jsonl *json, long long number)
{
	note(json, yajl_gen_integer(json->gen, number));
}

/* Numbers too large for yajl's integers. */
void jsonl_unsigned(struct jsonl *json, unsigned long long number)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%llu", number);
	jsonl_digits(json, digits);
}

void jsonl_bool(struct jsonl *json, bool is)
{
	note(json, yajl_gen_bool(json->gen, is));
}

/* Keys with values */

void jsonl_put_signed(struct jsonl *json, const char *key, long long number)
{
	jsonl_key(json, key);
	jsonl_signed(json, number);
}

void jsonl_put_unsigned(struct jsonl *json, const char *key,
			unsigned long long number)
{
	jsonl_key(json, key);
	jsonl_unsigned(json, number);
}

void jsonl_put_bool(struct jsonl *json, const char *key, bool is)
{
	jsonl_key(json, key);
	jsonl_bool(json, is);
}

/* Bytes */

bool jsonl_is_text(const void *data, size_t len)
{
	const unsigned char *at = data;
	const unsigned char *end = at + len;
	uint32_t code;

	while (at < end) {
		size_t step = pxt_utf8_take(at, end, &code);

		if (!step || code == 0x7f ||
		    (code < ' ' && code != '\t' && code != '\n' &&
		     code != '\r' && code != '\x1b'))
			return false;
		at += step;
	}
	return true;
}

static char *room(struct jsonl *json, size_t size)
{
	if (!pxt_array_reserve(&json->text, &json->size, size, 1))
		return json->text;
	json->out->error = ENOMEM;
	return NULL;
}

static void put_readable(struct jsonl *json, const unsigned char *data,
			 size_t len)
{
	static const char unreadable[] = "\xef\xbf\xbd";
	const unsigned char *end = data + len;
	char *text = room(json, 3 * len + 1);
	size_t used = 0;
	uint32_t code;

	while (text && data < end) {
		size_t step = pxt_utf8_take(data, end, &code);

		if (step)
			memcpy(text + used, data, step);
		else
			memcpy(text + used, unreadable, 3);
		used += step ? step : 3;
		data += step ? step : 1;
	}
	jsonl_key(json, "text");
	jsonl_text(json, text ? text : "", used);
}

static void put_base64(struct jsonl *json, const unsigned char *data,
		       size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	char *text = room(json, len / 3 * 4 + 5);
	size_t used = 0;

	for (size_t i = 0; text && i < len; i += 3) {
		const size_t left = len - i;
		const uint32_t bits = (uint32_t)data[i] << 16 |
				      (left > 1 ? data[i + 1] << 8 : 0) |
				      (left > 2 ? data[i + 2] : 0);

		text[used++] = digits[bits >> 18];
		text[used++] = digits[bits >> 12 & 63];
		text[used++] = left > 1 ? digits[bits >> 6 & 63] : '=';
		text[used++] = left > 2 ? digits[bits & 63] : '=';
	}
	jsonl_key(json, "b64");
	jsonl_text(json, text ? text : "", used);
}

void jsonl_bytes(struct jsonl *json, const void *data, size_t len)
{
	if (jsonl_is_text(data, len)) {
		jsonl_text(json, data, len);
		return;
	}
	jsonl_open_object(json);
	put_readable(json, data, len);
	put_base64(json, data, len);
	jsonl_close_object(json);
}

void jsonl_hex(struct jsonl *json, const void *data, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *bytes = data;
	char *text = room(json, 2 * len + 1);

	for (size_t i = 0; text && i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	jsonl_text(json, text ? text : "", text ? 2 * len : 0);
}

/* Beginning and end */

#ifdef HAVE_YAJL

static void print(void *context, const char *text, size_t len)
{
	struct jsonl *json = context;

	out_bytes(json->out, text, len);
}

int jsonl_init(struct jsonl *json, struct out *out)
{
	*json = (struct jsonl){ .gen = yajl_gen_alloc(NULL), .out = out };
	if (!json->gen)
		return ENOMEM;
	yajl_gen_config(json->gen, yajl_gen_print_callback, print, json);
	yajl_gen_config(json->gen, yajl_gen_validate_utf8, 1);
	return 0;
}

#else

int jsonl_init(struct jsonl *json, struct out *out)
{
	*json = (struct jsonl){ .out = out };
	return ENOTSUP;
}

#endif

void jsonl_fini(struct jsonl *json)
{
	if (json->gen)
		yajl_gen_free(json->gen);
	free(json->text);
}

int jsonl_print(jsonl_members *put, const void *argument)
{
	struct out *out = malloc(sizeof(*out));
	struct jsonl json;
	int err;

	if (!out)
		return ENOMEM;
	out_init(out, STDOUT_FILENO);
	err = jsonl_init(&json, out);
	if (!err) {
		jsonl_open_object(&json);
		put(&json, argument);
		jsonl_close_object(&json);
		jsonl_end_line(&json);
		jsonl_fini(&json);
		err = out_flush(out);
	}
	free(out);
	return err;
}
