/* log_kept.c - the names and processes of a log, as the section END has them */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_kept.h"

enum {
	LENGTH = 4, /* before each image */

	/* Names per section, when all are written once more: a damaged one
	 * costs no more than that. */
	NAMES_MAX = 4096,
};

static bool has_room(const struct pxt_log_kept *kept, size_t len)
{
	return PXT_LOG_END_SIZE + kept->names.len + kept->processes.len + len +
		       7 + PXT_LOG_TRAILER_SIZE <=
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

static void add(struct pxt_log_entries *entries, const void *data, size_t len)
{
	memcpy(entries->data + entries->len, data, len);
	entries->len += len;
}

void pxt_log_kept_add_name(struct pxt_log_kept *kept, const void *name,
			   size_t len)
{
	if (!has_room(kept, len)) {
		kept->incomplete = true;
		return;
	}

	add(&kept->names, name, len);
	kept->names.count++;
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

/* Bytes of the names from `from` on that one section takes. */
static size_t portion(const struct pxt_log_entries *names, size_t from)
{
	struct pxt_log_name name;
	struct pxt_bytes in;
	size_t len = 0;

	pxt_bytes_init(&in, names->data + from, names->len - from);
	while (pxt_bytes_left(&in) && len < NAMES_MAX &&
	       !pxt_log_name_decode(&name, &in))
		len = names->len - from - pxt_bytes_left(&in);
	return len;
}

static int put_names(const struct pxt_log_entries *names,
		     struct pxt_log_sink *sink)
{
	struct iovec iov;
	size_t len;
	int err = 0;

	for (size_t at = 0; at < names->len && !err; at += len) {
		len = portion(names, at);
		iov = pxt_log_part(names->data + at, len);
		err = pxt_log_sink_put(sink, PXT_LOG_NAME, &iov, 1);
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

	err = put_names(&kept->names, sink);
	if (!err)
		err = put_processes(&kept->processes, sink);
	return err;
}

void pxt_log_kept_fini(struct pxt_log_kept *kept)
{
	free(kept->names.data);
	free(kept->processes.data);
}
