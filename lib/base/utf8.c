/* utf8.c - characters in UTF-8 */
#include "base/utf8.h"

static size_t length_from(uint8_t first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0; /* a continuation byte, or an overlong form */
	if (first < 0xe0)
		return 2;
	if (first < 0xf0)
		return 3;
	return first < 0xf5 ? 4 : 0;
}

size_t pxt_utf8_take(const uint8_t *at, const uint8_t *end, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const size_t len = at < end ? length_from(*at) : 0;

	if (!len || len > (size_t)(end - at))
		return 0;

	*code = len == 1 ? *at : *at & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}

	if (*code < least[len] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return len;
}

/* Invalid bytes are cut anywhere. */
size_t pxt_utf8_cut(const char *text, size_t len)
{
	const size_t least = len < 3 ? 0 : len - 3;

	while (len > least && ((uint8_t)text[len] & 0xc0) == 0x80)
		len--;
	return len;
}
