/*
 * bytes.c - bytes that are put one behind the other, and rows as COPY takes them
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "ship/postgres/bytes.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

void bytes_fini(struct bytes *bytes)
{
	free(bytes->text);
	*bytes = (struct bytes){ .len = 0 };
}

void bytes_clear(struct bytes *bytes)
{
	bytes->len = 0;
	bytes->error = 0;
}

static bool reserve(struct bytes *bytes, size_t len)
{
	if (!bytes->error && pxt_array_reserve(&bytes->text, &bytes->room,
					       bytes->len + len + 1, 1))
		bytes->error = ENOMEM;
	return !bytes->error;
}

void bytes_put(struct bytes *bytes, const void *data, size_t len)
{
	if (!len || !reserve(bytes, len))
		return;
	memcpy(bytes->text + bytes->len, data, len);
	bytes->len += len;
}

int bytes_take(void *bytes, const char *data, size_t len)
{
	bytes_put(bytes, data, len);
	return ((struct bytes *)bytes)->error;
}

void bytes_begin_copy(struct bytes *bytes)
{
	static const char head[BYTES_COPY_HEAD] = "PGCOPY\n\377\r\n";

	bytes_put(bytes, head, sizeof(head));
}

void bytes_begin_row(struct bytes *bytes, int fields)
{
	const uint16_t count = htobe16((uint16_t)fields);

	bytes_put(bytes, &count, sizeof(count));
}

static void put_length(struct bytes *bytes, int32_t len)
{
	const uint32_t turned = htobe32((uint32_t)len);

	bytes_put(bytes, &turned, sizeof(turned));
}

void bytes_field(struct bytes *bytes, const void *data, size_t len)
{
	put_length(bytes, (int32_t)len);
	bytes_put(bytes, data, len);
}

void bytes_field_null(struct bytes *bytes)
{
	put_length(bytes, -1);
}

void bytes_field_int(struct bytes *bytes, int32_t number)
{
	const uint32_t turned = htobe32((uint32_t)number);

	bytes_field(bytes, &turned, sizeof(turned));
}

void bytes_field_long(struct bytes *bytes, int64_t number)
{
	const uint64_t turned = htobe64((uint64_t)number);

	bytes_field(bytes, &turned, sizeof(turned));
}

void bytes_field_bool(struct bytes *bytes, bool is)
{
	const char byte = (char)is;

	bytes_field(bytes, &byte, 1);
}

/* Sets the length of a field that begins at a place. */
static void end_field(struct bytes *bytes, size_t at)
{
	uint32_t len;

	if (bytes->error)
		return;
	len = htobe32((uint32_t)(bytes->len - at - sizeof(len)));
	memcpy(bytes->text + at, &len, sizeof(len));
}

void bytes_field_text(struct bytes *bytes, const char *text, size_t len,
		      uint64_t *replaced)
{
	const char *end = text + len, *zero = memchr(text, '\0', len);
	const size_t at = bytes->len;

	if (!zero) {
		bytes_field(bytes, text, len);
		return;
	}
	++*replaced;
	put_length(bytes, 0);
	for (; zero; zero = memchr(text, '\0', (size_t)(end - text))) {
		bytes_put(bytes, text, (size_t)(zero - text));
		bytes_put(bytes, replacement, sizeof(replacement) - 1);
		text = zero + 1;
	}
	bytes_put(bytes, text, (size_t)(end - text));
	end_field(bytes, at);
}

/* The next "\u0000" whose backslash is not itself behind one. */
static const char *find_null(const char *text, const char *end)
{
	static const char null[] = "\\u0000";
	const size_t len = sizeof(null) - 1;

	for (; end - text >= (ptrdiff_t)len; text += 2) {
		text = memchr(text, '\\', (size_t)(end - text));
		if (!text || end - text < (ptrdiff_t)len)
			return NULL;
		if (!memcmp(text, null, len))
			return text;
	}
	return NULL;
}

void bytes_field_json(struct bytes *bytes, const char *text, size_t len,
		      uint64_t *replaced)
{
	static const char version = 1;
	const char *end = text + len, *null = find_null(text, end);
	const size_t at = bytes->len;

	*replaced += null != NULL;
	put_length(bytes, 0);
	bytes_put(bytes, &version, 1);
	for (; null; null = find_null(text, end)) {
		bytes_put(bytes, text, (size_t)(null - text));
		bytes_put(bytes, replacement, sizeof(replacement) - 1);
		text = null + 6;
	}
	bytes_put(bytes, text, (size_t)(end - text));
	end_field(bytes, at);
}
