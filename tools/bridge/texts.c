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

bool texts_append(char *text, size_t *at, size_t size, const void *data,
		  size_t len)
{
	const uint8_t *from = data, *end = from + len;
	bool is_valid = true;
	uint32_t code;

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
