/* log_kept.c - names, processes and so on for the section END */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "log/log_kept.h"

enum {
	LENGTH = 4, /* in front of each entry that is not a text */

	/* Bytes of names, or descriptions, per repeated section: damage costs
	 * no more than that, and one entry. */
	TEXTS_MAX = 4096,
};

/* Texts need no length: their end shows. */
static bool is_text(enum pxt_log_recapped what)
{
	return what == PXT_LOG_NAMES || what == PXT_LOG_DESCRIPTIONS;
}

uint32_t pxt_log_kept_type(enum pxt_log_recapped what)
{
	static const uint32_t types[PXT_LOG_RECAPPED] = {
		[PXT_LOG_NAMES] = PXT_LOG_NAME,
		[PXT_LOG_PROCESSES] = PXT_LOG_PROCESS,
		[PXT_LOG_DESCRIPTIONS] = PXT_LOG_DESCRIPTION,
		[PXT_LOG_ORIGINS] = PXT_LOG_ORIGIN,
		[PXT_LOG_THREADS] = PXT_LOG_THREAD,
		[PXT_LOG_OBJECTS] = PXT_LOG_OBJECT,
		[PXT_LOG_NOTES] = PXT_LOG_NOTE,
	};

	return types[what];
}

size_t pxt_log_kept_length(const struct pxt_log_kept *kept)
{
	size_t len = 0;

	for (unsigned what = 0; what < PXT_LOG_RECAPPED; what++)
		len += kept->entries[what].len;
	return len;
}

static bool has_room(const struct pxt_log_kept *kept, size_t len)
{
	return PXT_LOG_END_SIZE + pxt_log_kept_length(kept) + len + 7 +
		       PXT_LOG_TRAILER_SIZE <=
	       PXT_LOG_END_MAX;
}

static size_t span(enum pxt_log_recapped what, size_t len)
{
	return is_text(what) ? len : LENGTH + len;
}

int pxt_log_kept_reserve(struct pxt_log_kept *kept, enum pxt_log_recapped what,
			 size_t len)
{
	struct pxt_log_entries *entries = &kept->entries[what];

	len = span(what, len);
	if (!has_room(kept, len))
		return 0;
	return pxt_array_reserve(&entries->data, &entries->room,
				 entries->len + len, 1);
}

static void add(struct pxt_log_entries *entries, const void *data, size_t len)
{
	memcpy(entries->data + entries->len, data, len);
	entries->len += len;
}

void pxt_log_kept_add(struct pxt_log_kept *kept, enum pxt_log_recapped what,
		      const void *data, size_t len)
{
	struct pxt_log_entries *entries = &kept->entries[what];
	const uint8_t le[LENGTH] = { (uint8_t)len, (uint8_t)(len >> 8),
				     (uint8_t)(len >> 16),
				     (uint8_t)(len >> 24) };

	if (!has_room(kept, span(what, len))) {
		kept->incomplete = true;
		return;
	}

	if (!is_text(what))
		add(entries, le, sizeof(le));
	add(entries, data, len);
	entries->count++;
}

/* Returns the bytes of texts from `from` on that one section takes. A name is
 * decoded into the room of a description, which may be longer. */
static size_t portion(const struct pxt_log_entries *texts, size_t from)
{
	struct pxt_log_name text;
	struct pxt_bytes in;
	size_t len = 0;

	pxt_bytes_init(&in, texts->data + from, texts->len - from);
	while (pxt_bytes_left(&in) && len < TEXTS_MAX &&
	       !pxt_log_description_decode(&text, &in))
		len = texts->len - from - pxt_bytes_left(&in);
	return len;
}

static int put_texts(const struct pxt_log_entries *texts, uint32_t type,
		     struct pxt_log_sink *sink)
{
	struct iovec iov;
	size_t len;
	int err = 0;

	for (size_t at = 0; at < texts->len && !err; at += len) {
		len = portion(texts, at);
		iov = pxt_log_part(texts->data + at, len);
		err = pxt_log_sink_put(sink, type, &iov, 1);
	}
	return err;
}

static int put_others(const struct pxt_log_entries *entries, uint32_t type,
		      struct pxt_log_sink *sink)
{
	struct pxt_bytes in;
	struct iovec iov;
	uint32_t len;
	int err = 0;

	pxt_bytes_init(&in, entries->data, entries->len);
	while (pxt_bytes_left(&in) && !err) {
		len = pxt_bytes_le32(&in);
		iov = pxt_log_part(pxt_bytes_take(&in, len), len);
		err = pxt_log_sink_put(sink, type, &iov, 1);
	}
	return err;
}

static int put_all(const struct pxt_log_kept *kept, enum pxt_log_recapped what,
		   struct pxt_log_sink *sink)
{
	const uint32_t type = pxt_log_kept_type(what);

	return is_text(what) ? put_texts(&kept->entries[what], type, sink) :
			       put_others(&kept->entries[what], type, sink);
}

int pxt_log_kept_put(const struct pxt_log_kept *kept, struct pxt_log_sink *sink)
{
	static const enum pxt_log_recapped order[] = {
		PXT_LOG_NAMES,	 PXT_LOG_DESCRIPTIONS, PXT_LOG_PROCESSES,
		PXT_LOG_ORIGINS, PXT_LOG_THREADS,      PXT_LOG_OBJECTS,
		PXT_LOG_NOTES,
	};
	int err = 0;

	for (unsigned i = 0; i < PXT_LOG_RECAPPED && !err; i++)
		err = put_all(kept, order[i], sink);
	return err;
}

void pxt_log_kept_fini(struct pxt_log_kept *kept)
{
	for (unsigned what = 0; what < PXT_LOG_RECAPPED; what++)
		free(kept->entries[what].data);
}
