/*
 * texts.c - texts of a trace for formats that take UTF-8 only
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/utf8.h"
#include "bridge/texts.h"

static const char replacement[] = "\xef\xbf\xbd";

/* The number of bytes at the beginning that are ASCII. */
static size_t ascii_length(const uint8_t *from, size_t len)
{
	const uint64_t high = UINT64_C(0x8080808080808080);
	size_t at = 0;
	uint64_t word;

	for (; len - at >= sizeof(word); at += sizeof(word)) {
		memcpy(&word, from + at, sizeof(word));
		if (word & high)
			break;
	}
	while (at < len && from[at] < 0x80)
		at++;
	return at;
}

bool texts_append(char *text, size_t *at, size_t size, const void *data,
		  size_t len)
{
	const size_t room = size - *at;
	const size_t plain = ascii_length(data, len < room ? len : room);
	const uint8_t *from = (const uint8_t *)data + plain;
	const uint8_t *end = (const uint8_t *)data + len;
	bool is_valid = true;
	uint32_t code;

	if (plain)
		memcpy(text + *at, data, plain);
	*at += plain;
	while (from < end) {
		size_t taken = pxt_utf8_take(from, end, &code);
		const size_t put = taken ? taken : sizeof(replacement) - 1;

		if (put > size - *at)
			break;
		memcpy(text + *at, taken ? (const void *)from : replacement,
		       put);
		*at += put;
		is_valid &= taken > 0;
		from += taken ? taken : 1;
	}
	return is_valid;
}

void texts_fini(struct texts *texts)
{
	for (size_t i = 0; i < texts->count; i++)
		free(texts->text[i]);
	free(texts->text);
	pxt_map_fini(&texts->numbers);
	*texts = (struct texts){ 0 };
}

static int add(struct texts *texts, const char *text, size_t len)
{
	char *copy;
	size_t *value;

	if (pxt_array_reserve(&texts->text, &texts->room, texts->count + 1,
			      sizeof(*texts->text)))
		return ENOMEM;
	copy = strndup(text, len);
	value = copy ? pxt_map_at(&texts->numbers, text, len) : NULL;
	if (!value) {
		free(copy);
		return ENOMEM;
	}
	texts->text[texts->count++] = copy;
	*value = texts->count;
	return 0;
}

int texts_find(struct texts *texts, const char *text, size_t len,
	       uint32_t *number)
{
	const size_t value = pxt_map_get(&texts->numbers, text, len);
	int err = 0;

	if (!value)
		err = add(texts, text, len);
	*number = value ? (uint32_t)value - 1 : (uint32_t)texts->count - 1;
	return err;
}
