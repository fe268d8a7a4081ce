/* log_kept.c - what a log knows besides events, as the section END has it */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_kept.h"

enum {
	LENGTH = 4, /* before each image */

	/* Bytes of names, or descriptions, per section, when all are written
	 * once more: a damaged one costs no more than that, and one entry. */
	TEXTS_MAX = 4096,
};

static bool has_room(const struct pxt_log_kept *kept, size_t len)
{
	return PXT_LOG_END_SIZE + kept->names.len + kept->processes.len +
		       kept->descriptions.len + len + 7 +
		       PXT_LOG_TRAILER_SIZE <=
	       PXT_LOG_END_MAX;
}

static int reserve(const struct pxt_log_kept *kept,
		   struct pxt_log_entries *entries, size_t len)
{
	size_t size = entries->size ? entries->size : 1024;
	uint8_t *data;

	if (!has_room(kept, len) || len <= entries->size - entries->len)
		return 0;

	while (size - entries->len < len)
		size *= 2;
	data = realloc(entries->data, size);
	if (!data)
		return ENOMEM;

	entries->data = data;
	entries->size = size;
	return 0;
}

int pxt_log_kept_reserve_name(struct pxt_log_kept *kept, size_t len)
{
	return reserve(kept, &kept->names, len);
}

int pxt_log_kept_reserve_process(struct pxt_log_kept *kept, size_t len)
{
	return reserve(kept, &kept->processes, LENGTH + len);
}

int pxt_log_kept_reserve_description(struct pxt_log_kept *kept, size_t len)
{
	return reserve(kept, &kept->descriptions, len);
}

static void add(struct pxt_log_entries *entries, const void *data, size_t len)
{
	memcpy(entries->data + entries->len, data, len);
	entries->len += len;
}

static void add_text(struct pxt_log_kept *kept, struct pxt_log_entries *entries,
		     const void *text, size_t len)
{
	if (!has_room(kept, len)) {
		kept->incomplete = true;
		return;
	}

	add(entries, text, len);
	entries->count++;
}

void pxt_log_kept_add_name(struct pxt_log_kept *kept, const void *name,
			   size_t len)
{
	add_text(kept, &kept->names, name, len);
}

void pxt_log_kept_add_description(struct pxt_log_kept *kept,
				  const void *description, size_t len)
{
	add_text(kept, &kept->descriptions, description, len);
}

void pxt_log_kept_add_process(struct pxt_log_kept *kept, const void *image,
			      size_t len)
{
	const uint8_t le[LENGTH] = { (uint8_t)len, (uint8_t)(len >> 8),
				     (uint8_t)(len >> 16),
				     (uint8_t)(len >> 24) };

	if (!has_room(kept, LENGTH + len)) {
		kept->incomplete = true;
		return;
	}

	add(&kept->processes, le, sizeof(le));
	add(&kept->processes, image, len);
	kept->processes.count++;
}

/* Bytes of the texts from `from` on that one section takes. A name is decoded
 * as a description is, which may be longer. */
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

static int put_processes(const struct pxt_log_entries *processes,
			 struct pxt_log_sink *sink)
{
	struct pxt_bytes in;
	struct iovec iov;
	uint32_t len;
	int err = 0;

	pxt_bytes_init(&in, processes->data, processes->len);
	while (pxt_bytes_left(&in) && !err) {
		len = pxt_bytes_le32(&in);
		iov = pxt_log_part(pxt_bytes_take(&in, len), len);
		err = pxt_log_sink_put(sink, PXT_LOG_PROCESS, &iov, 1);
	}
	return err;
}

int pxt_log_kept_put(const struct pxt_log_kept *kept, struct pxt_log_sink *sink)
{
	int err;

	err = put_texts(&kept->names, PXT_LOG_NAME, sink);
	if (!err)
		err = put_texts(&kept->descriptions, PXT_LOG_DESCRIPTION,
				sink);
	if (!err)
		err = put_processes(&kept->processes, sink);
	return err;
}

void pxt_log_kept_fini(struct pxt_log_kept *kept)
{
	free(kept->names.data);
	free(kept->processes.data);
	free(kept->descriptions.data);
}
