/*
 * text.c - numbers and names for people
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "common/text.h"

char *text_count(char *buf, unsigned long long n)
{
	char *at = &buf[TEXT_MAX - 1];
	unsigned digits = 0;

	*at = '\0';
	do {
		if (digits && digits % 3 == 0)
			*--at = ',';
		*--at = (char)('0' + n % 10);
		digits++;
		n /= 10;
	} while (n);
	return memmove(buf, at, (size_t)(buf + TEXT_MAX - at));
}

size_t text_hex(char *buf, unsigned long long n)
{
	const unsigned digits = n ? (67 - (unsigned)__builtin_clzll(n)) / 4 : 1;

	buf[0] = '0';
	buf[1] = 'x';
	for (unsigned i = digits; i; i--, n >>= 4)
		buf[1 + i] = "0123456789abcdef"[n & 15];
	buf[2 + digits] = '\0';
	return 2 + digits;
}

const char *text_plural(unsigned long long n)
{
	return n == 1 ? "" : "s";
}

char *text_size(char *buf, unsigned long long bytes)
{
	static const char *const units[] = { "B",   "KiB", "MiB", "GiB",
					     "TiB", "PiB", "EiB" };
	double size = (double)bytes;
	size_t unit = 0;

	while (size >= 1023.5) {
		size /= 1024;
		unit++;
	}
	snprintf(buf, TEXT_MAX, "%.*f %s", unit && size < 9.95 ? 1 : 0, size,
		 units[unit]);
	return buf;
}

/* Short durations have no fraction below thousandths. */
static void put_below_a_second(char *buf, int ns)
{
	if (ns < 1000)
		snprintf(buf, TEXT_MAX, "%d ns", ns);
	else if (ns < 1000000)
		snprintf(buf, TEXT_MAX, "%d us", ns / 1000);
	else
		snprintf(buf, TEXT_MAX, "%d ms", ns / 1000000);
}

char *text_duration(char *buf, int64_t ns)
{
	int64_t seconds = ns / 1000000000;

	if (seconds < 1)
		put_below_a_second(buf, (int)(ns % 1000000000));
	else if (seconds < 60)
		snprintf(buf, TEXT_MAX, "%d.%d s", (int)seconds,
			 (int)(ns / 100000000 % 10));
	else if (seconds < 3600)
		snprintf(buf, TEXT_MAX, "%d min %02d s", (int)(seconds / 60),
			 (int)(seconds % 60));
	else
		snprintf(buf, TEXT_MAX, "%lld h %02d min",
			 (long long)(seconds / 3600), (int)(seconds / 60 % 60));
	return buf;
}

/* Three digits, without a trailing zero. */
char *text_brief(char *buf, uint64_t ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	double time = (double)ns;
	size_t unit = 0;

	if (ns >= UINT64_C(59950000000))
		return text_duration(buf,
				     ns > INT64_MAX ? INT64_MAX : (int64_t)ns);
	while (time >= 999.5 && unit < 3) {
		time /= 1000;
		unit++;
	}
	if (time < 99.95 && (unsigned)(time * 10 + 0.5) % 10)
		snprintf(buf, TEXT_MAX, "%.1f %s", time, units[unit]);
	else
		snprintf(buf, TEXT_MAX, "%.0f %s", time, units[unit]);
	return buf;
}

int text_is_plain(uint32_t code)
{
	if (code < 0x20 || (code >= 0x7f && code < 0xa0))
		return 0;
	if (code == 0x061c || code == 0x200e || code == 0x200f ||
	    (code >= 0x2028 && code <= 0x202e) ||
	    (code >= 0x2066 && code <= 0x2069))
		return 0; /* directions, separators of lines */
	return code != 0xfeff && (code & 0xfffe) != 0xfffe;
}

size_t text_tame(char *dst, size_t size, const char *src)
{
	return text_tame_part(dst, size, src, strlen(src));
}

char *text_copy_tame(const char *src)
{
	const size_t size = 4 * strlen(src) + 1;
	char *copy = malloc(size);

	if (copy)
		text_tame(copy, size, src);
	return copy;
}

size_t text_tame_part(char *dst, size_t size, const char *src, size_t src_len)
{
	const uint8_t *at = (const uint8_t *)src;
	const uint8_t *end = at + src_len;
	size_t used = 0;

	while (at < end) {
		uint32_t code;
		size_t len = pxt_utf8_take(at, end, &code);
		int plain = len && text_is_plain(code);
		size_t need = plain ? len : 1;

		if (used + need >= size)
			break;
		if (plain)
			memcpy(dst + used, at, need);
		else
			dst[used] = '?';
		used += need;
		at += len ? len : 1;
	}
	dst[used] = '\0';
	return used;
}

void text_to_ascii(char *text)
{
	for (; *text; text++)
		if (*text & 0x80)
			*text = '?';
}
