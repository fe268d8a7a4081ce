/*
 * jsonl.c - JSON, one object per line
 *
 * What yajl says of each character of ASCII is asked once, and texts are
 * composed of that and of other characters, which yajl leaves as they are; a
 * text that is long, or not UTF-8, is yajl's as a whole.
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

#define EACH UINT64_C(0x0101010101010101) /* a one in each byte */

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

/* A byte of x is zero. */
static uint64_t has_zero(uint64_t x)
{
	return (x - EACH) & ~x & EACH << 7;
}

/* True if eight characters are put as they are. */
static bool is_plain(uint64_t x)
{
	return !((x | (x - EACH * ' ')) & EACH << 7) &&
	       !(has_zero(x ^ EACH * '"') | has_zero(x ^ EACH * '\\'));
}

static char *compose_plain(char *at, const char **text, const char *end)
{
	uint64_t eight;

	for (; end - *text >= 8; *text += 8, at += 8) {
		memcpy(&eight, *text, 8);
		if (!is_plain(eight))
			break;
		memcpy(at, &eight, 8);
	}
	return at;
}

/* Puts at least one character. NULL: it is not UTF-8. */
static char *compose_some(const struct jsonl *json, char *at, const char **text,
			  const char *end)
{
	const unsigned char *next = (const unsigned char *)*text;
	const struct jsonl_character *character;
	uint32_t code;
	size_t step;

	if (*next < JSONL_ASCII) {
		character = &json->ascii[*next];
		/* A copy of constant length takes no call. */
		memcpy(at, character, sizeof(*character));
		(*text)++;
		return at + character->len;
	}
	step = pxt_utf8_take(next, (const unsigned char *)end, &code);
	memcpy(at, next, step);
	*text += step;
	return step ? at + step : NULL;
}

/* False: long, or not UTF-8. */
static bool compose(const struct jsonl *json, const char *text, size_t len)
{
	const char *const end = text + len;
	struct out *out = json->out;
	char *begin, *at;

	if (len > QUOTED_MOST)
		return false;
	begin = out_room(out, 2 + (len + 1) * sizeof(struct jsonl_character));
	at = begin;
	*at++ = '"';
	while (text < end) {
		if (json->is_usual)
			at = compose_plain(at, &text, end);
		for (unsigned i = 0; at && text < end && i < 8; i++)
			at = compose_some(json, at, &text, end);
		if (!at)
			return false;
	}
	*at++ = '"';
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

void jsonl_quoted_key(struct jsonl *json, const char *text, size_t len)
{
	put_mark(json, '\0');
	out_bytes(json->out, text, len);
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
		size_t step;

		if (*at >= ' ' && *at < 0x7f) {
			at++;
			continue;
		}
		step = pxt_utf8_take(at, end, &code);
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
		size_t step;

		if (*data < JSONL_ASCII) {
			text[used++] = (char)*data++;
			continue;
		}
		step = pxt_utf8_take(data, end, &code);
		if (step)
			memcpy(text + used, data, step);
		else
			memcpy(text + used, unreadable, 3);
		used += step ? step : 3;
		data += step ? step : 1;
	}
	jsonl_quoted_key(json, JSONL_KEY("text"));
	jsonl_text(json, text ? text : "", used);
}

/* Bytes that are missing are zero. */
static void print_base64(char *at, uint32_t bits)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";

	at[0] = digits[bits >> 18];
	at[1] = digits[bits >> 12 & 63];
	at[2] = digits[bits >> 6 & 63];
	at[3] = digits[bits & 63];
}

static size_t print_base64_rest(char *at, const unsigned char *data, size_t len)
{
	if (!len)
		return 0;
	print_base64(at, (uint32_t)data[0] << 16 |
				 (len > 1 ? (uint32_t)data[1] << 8 : 0));
	at[3] = '=';
	if (len < 2)
		at[2] = '=';
	return 4;
}

void jsonl_base64(struct jsonl *json, const void *bytes, size_t len)
{
	const unsigned char *data = bytes;
	char *text = room(json, len / 3 * 4 + 5);
	size_t used = 0;

	for (; text && len >= 3; data += 3, len -= 3, used += 4)
		print_base64(text + used, (uint32_t)data[0] << 16 |
						  (uint32_t)data[1] << 8 |
						  data[2]);
	if (text)
		used += print_base64_rest(text + used, data, len);
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
	jsonl_quoted_key(json, JSONL_KEY("b64"));
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

/* True if all characters but quotes, backslashes and controls are put as they
 * are. */
static bool is_usual(const struct jsonl *json)
{
	for (unsigned code = ' '; code < JSONL_ASCII; code++) {
		const struct jsonl_character *character = &json->ascii[code];

		if (code != '"' && code != '\\' &&
		    (character->len != 1 || *character->text != (char)code))
			return false;
	}
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
	json->is_usual = is_usual(json);
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
