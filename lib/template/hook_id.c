/* hook_id.c - ids of events: three or four hex digits */
#include <stdio.h>
#include <string.h>

#include "base/digit.h"
#include "template/hook_id.h"

/* Three digits are shifted left to four. */
static bool read_digits(const char *text, size_t len, uint16_t *id)
{
	unsigned value = 0;

	for (size_t i = 0; i < len; i++) {
		const int digit = pxt_digit(text[i]);

		if (digit < 0)
			return false;
		value = value << 4 | (unsigned)digit;
	}
	*id = (uint16_t)(value << 4 * (4 - len));
	return true;
}

bool pxt_hook_id_parse(const char *text, size_t len, uint16_t *id)
{
	uint16_t value;

	if ((len != 3 && len != 4) || !read_digits(text, len, &value))
		return false;
	if (len == 4 && value < 0x1000 && value % 16)
		return false;
	*id = value;
	return true;
}

const char *pxt_hook_id_expected(const char *text, size_t len)
{
	uint16_t value;

	if (len == 4 && read_digits(text, len, &value))
		return "an id that ends in 0, as those of four digits below "
		       "1000 do,";
	return "the id of a template, three or four hex digits,";
}

char *pxt_hook_id_text(uint16_t id, char text[PXT_HOOK_ID_SIZE])
{
	if (id % 16)
		snprintf(text, PXT_HOOK_ID_SIZE, "%04X", id);
	else
		snprintf(text, PXT_HOOK_ID_SIZE, "%03X", id >> 4);
	return text;
}

static void add(struct pxt_hook_ids *ids, uint16_t id)
{
	ids->bit[id / 64] |= UINT64_C(1) << id % 64;
}

static bool add_word(struct pxt_hook_ids *ids, const char *word, size_t len)
{
	uint16_t id;

	if (len == 2 && read_digits(word, len, &id)) {
		for (unsigned i = 0; i < 16; i++)
			add(ids, (uint16_t)(id | i << 4));
		return true;
	}
	if (!pxt_hook_id_parse(word, len, &id))
		return false;
	add(ids, id);
	return true;
}

bool pxt_hook_ids_add(struct pxt_hook_ids *ids, const char *text,
		      const char **wrong)
{
	static const char between[] = ", \t";

	for (;;) {
		size_t len;

		text += strspn(text, between);
		len = strcspn(text, between);
		if (!len)
			return true;
		if (!add_word(ids, text, len)) {
			*wrong = text;
			return false;
		}
		text += len;
	}
}
