/*
 * jsonl.c - JSON, one object per line
 *
 * What yajl says of each character of ASCII is asked once, and texts are
 * composed of that; any other text is yajl's as a whole.
 */
#include "base/array.h"
#include "base/utf8.h"
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef HAVE_YAJL
#include <yajl/yajl_gen.h>
#endif

#include "common/jsonl.h"

enum {
	QUOTED_MOST = 1 << 12, /* bytes of a text that is composed here */
};

#ifdef HAVE_YAJL

/* Quotes a text, good until the next one. NULL: not UTF-8, or no memory. */
static const char *quote(void *gen, const char *text, size_t len,
			 size_t *quoted_len)
{
	const unsigned char *quoted;

	yajl_gen_reset(gen, NULL);
	yajl_gen_clear(gen);
	if (yajl_gen_string(gen, (const unsigned char *)text, len) !=
		    yajl_gen_status_ok ||
	    yajl_gen_get_buf(gen, &quoted, quoted_len) != yajl_gen_status_ok)
		return NULL;
	return (const char *)quoted;
}

static void *open_quoting(void)
{
	const yajl_gen gen = yajl_gen_alloc(NULL);

	if (gen)
		yajl_gen_config(gen, yajl_gen_validate_utf8, 1);
	return gen;
}

static void close_quoting(void *gen)
{
	if (gen)
		yajl_gen_free(gen);
}

#else

/* Used after jsonl_init() has failed. */
static const char *quote(void *gen, const char *text, size_t len,
			 size_t *quoted_len)
{
	(void)gen;
	(void)text;
	*quoted_len = len - len;
	return "";
}

static void *open_quoting(void)
{
	return NULL;
}

static void close_quoting(void *gen)
{
	(void)gen;
}

#endif

bool jsonl_is_there(void)
{
#ifdef HAVE_YAJL
	return true;
#else
	return false;
#endif
}

/* Structure */

/* A value, or a key, is behind the mark that its predecessor left. */
static void put_mark(struct jsonl *json, char next)
{
	if (json->mark) {
		*out_room(json->out, 1) = json->mark;
		out_used(json->out, 1);
	}
	json->mark = next;
}

void jsonl_open_object(struct jsonl *json)
{
	put_mark(json, '\0');
	out_text(json->out, "{");
}

void jsonl_close_object(struct jsonl *json)
{
	out_text(json->out, "}");
	json->mark = ',';
}

void jsonl_open_array(struct jsonl *json)
{
	put_mark(json, '\0');
	out_text(json->out, "[");
}

void jsonl_close_array(struct jsonl *json)
{
	out_text(json->out, "]");
	json->mark = ',';
}

void jsonl_end_line(struct jsonl *json)
{
	out_text(json->out, "\n");
	json->mark = '\0';
}

/* Texts */

/* False: not ASCII, or long. */
static bool compose(const struct jsonl *json, const char *text, size_t len)
{
	struct out *out = json->out;
	unsigned char all = 0;
	char *begin, *at;

	if (len > QUOTED_MOST)
		return false;
	begin = out_room(out, 2 + (len + 1) * sizeof(struct jsonl_character));
	at = begin;
	*at++ = '"';
	for (size_t i = 0; i < len; i++) {
		const unsigned char code = (unsigned char)text[i];
		const struct jsonl_character *character =
			&json->ascii[code % JSONL_ASCII];

		/* A copy of constant length takes no call. */
		memcpy(at, character, sizeof(*character));
		at += character->len;
		all |= code;
	}
	*at++ = '"';
	if (all >= JSONL_ASCII)
		return false;
	out_used(out, (size_t)(at - begin));
	return true;
}

static void put_text(struct jsonl *json, const char *text, size_t len)
{
	const char *quoted;
	size_t quoted_len;

	if (compose(json, text, len))
		return;
	quoted = quote(json->gen, text, len, &quoted_len);
	if (quoted)
		out_bytes(json->out, quoted, quoted_len);
	else if (!json->out->error)
		json->out->error = EBADMSG;
}

void jsonl_text(struct jsonl *json, const char *text, size_t len)
{
	put_mark(json, ',');
	put_text(json, text, len);
}

void jsonl_key(struct jsonl *json, const char *key)
{
	put_mark(json, ':');
	put_text(json, key, strlen(key));
}

/* Other values */

void jsonl_raw(struct jsonl *json, const char *text, size_t len)
{
	put_mark(json, ',');
	out_bytes(json->out, text, len);
}

void jsonl_digits(struct jsonl *json, const char *digits)
{
	jsonl_raw(json, digits, strlen(digits));
}

void jsonl_signed(struct jsonl *json, long long number)
{
	put_mark(json, ',');
	if (number < 0)
		out_text(json->out, "-");
	out_number(json->out, number < 0 ? -(unsigned long long)number :
					   (unsigned long long)number);
}

void jsonl_unsigned(struct jsonl *json, unsigned long long number)
{
	put_mark(json, ',');
	out_number(json->out, number);
}

void jsonl_bool(struct jsonl *json, bool is)
{
	jsonl_digits(json, is ? "true" : "false");
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

void jsonl_base64(struct jsonl *json, const void *bytes, size_t len)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *data = bytes;
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
	jsonl_key(json, "b64");
	jsonl_base64(json, data, len);
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

/* A character has six bytes at most: \u001f. */
static bool learn(struct jsonl *json, unsigned char code)
{
	struct jsonl_character *character = &json->ascii[code];
	const char text = (char)code;
	const char *quoted;
	size_t len;

	quoted = quote(json->gen, &text, 1, &len);
	if (!quoted || len < 2 || len - 2 > sizeof(character->text))
		return false;
	character->len = (uint8_t)(len - 2);
	memcpy(character->text, quoted + 1, character->len);
	return true;
}

int jsonl_init(struct jsonl *json, struct out *out)
{
	*json = (struct jsonl){ .gen = open_quoting(), .out = out };
	if (!json->gen)
		return jsonl_is_there() ? ENOMEM : ENOTSUP;
	for (unsigned code = 0; code < JSONL_ASCII; code++)
		if (!learn(json, (unsigned char)code)) {
			jsonl_fini(json);
			return ENOMEM;
		}
	return 0;
}

void jsonl_fini(struct jsonl *json)
{
	close_quoting(json->gen);
	json->gen = NULL;
	free(json->text);
	json->text = NULL;
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
