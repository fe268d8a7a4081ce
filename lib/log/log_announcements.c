/* log_announcements.c - names, processes and so on for the section END */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "log/log_announcements.h"
#include "log/log_section.h"

enum {
	/* Bytes of names, or descriptions, per repeated section: damage costs
	 * no more than that, and one entry. */
	TEXTS_MAX = 4096,
};

size_t
pxt_log_announcements_length(const struct pxt_log_announcements *announcements)
{
	size_t len = 0;

	for (uint32_t type = 0; type < PXT_LOG_TYPES; type++)
		len += announcements->entries[type].len;
	return len;
}

static bool has_room(const struct pxt_log_announcements *announcements,
		     size_t len)
{
	return PXT_LOG_END_SIZE + pxt_log_announcements_length(announcements) +
		       len + 7 + PXT_LOG_TRAILER_SIZE <=
	       PXT_LOG_END_MAX;
}

static size_t span(uint32_t type, size_t len)
{
	return pxt_log_section_type(type)->is_text ? len :
						     PXT_LOG_ENTRY_SIZE + len;
}

int pxt_log_announcements_reserve(struct pxt_log_announcements *announcements,
				  uint32_t type, size_t len)
{
	struct pxt_log_entries *entries = &announcements->entries[type];

	len = span(type, len);
	if (!has_room(announcements, len))
		return 0;
	return pxt_array_reserve(&entries->data, &entries->room,
				 entries->len + len, 1);
}

static void add(struct pxt_log_entries *entries, const void *data, size_t len)
{
	memcpy(entries->data + entries->len, data, len);
	entries->len += len;
}

void pxt_log_announcements_add(struct pxt_log_announcements *announcements,
			       uint32_t type, const void *data, size_t len)
{
	struct pxt_log_entries *entries = &announcements->entries[type];
	const uint8_t le[PXT_LOG_ENTRY_SIZE] = { (uint8_t)len,
						 (uint8_t)(len >> 8),
						 (uint8_t)(len >> 16),
						 (uint8_t)(len >> 24) };

	if (!has_room(announcements, span(type, len))) {
		announcements->incomplete = true;
		return;
	}

	if (!pxt_log_section_type(type)->is_text)
		add(entries, le, sizeof(le));
	add(entries, data, len);
	entries->count++;
}

/* Bytes of the texts that are left that one section takes. */
static size_t portion(uint32_t type, struct pxt_bytes left)
{
	const uint8_t *from = left.at;
	const void *data;
	size_t len, all = 0;

	while (pxt_bytes_left(&left) && all < TEXTS_MAX &&
	       !pxt_log_section_take(type, &left, &data, &len))
		all = (size_t)(left.at - from);
	return all;
}

static int put_texts(const struct pxt_log_entries *texts, uint32_t type,
		     struct pxt_log_output *output)
{
	struct pxt_bytes in;
	struct iovec iov;
	size_t len;
	int err = 0;

	pxt_bytes_init(&in, texts->data, texts->len);
	while (pxt_bytes_left(&in) && !err) {
		len = portion(type, in);
		iov = pxt_log_piece(pxt_bytes_take(&in, len), len);
		err = pxt_log_output_put(output, type, &iov, 1);
	}
	return err;
}

static int put_entries(const struct pxt_log_entries *entries, uint32_t type,
		       struct pxt_log_output *output)
{
	struct pxt_bytes in;
	struct iovec iov;
	uint32_t len;
	int err = 0;

	pxt_bytes_init(&in, entries->data, entries->len);
	while (pxt_bytes_left(&in) && !err) {
		len = pxt_bytes_le32(&in);
		iov = pxt_log_piece(pxt_bytes_take(&in, len), len);
		err = pxt_log_output_put(output, type, &iov, 1);
	}
	return err;
}

int pxt_log_announcements_put(const struct pxt_log_announcements *announcements,
			      struct pxt_log_output *output)
{
	static const uint32_t order[] = {
		PXT_LOG_NAME,	PXT_LOG_DESCRIPTION, PXT_LOG_PROCESS,
		PXT_LOG_ORIGIN, PXT_LOG_THREAD,	     PXT_LOG_OBJECT,
		PXT_LOG_NOTE,
	};
	int err = 0;

	for (unsigned i = 0; i < sizeof(order) / sizeof(order[0]) && !err;
	     i++) {
		const uint32_t type = order[i];
		const struct pxt_log_entries *entries =
			&announcements->entries[type];

		err = pxt_log_section_type(type)->is_text ?
			      put_texts(entries, type, output) :
			      put_entries(entries, type, output);
	}
	return err;
}

void pxt_log_announcements_fini(struct pxt_log_announcements *announcements)
{
	for (uint32_t type = 0; type < PXT_LOG_TYPES; type++)
		free(announcements->entries[type].data);
}
