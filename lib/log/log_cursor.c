/* log_cursor.c - from section to section through a log */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "log/log_cursor.h"

int pxt_log_file_read(const struct pxt_log_file *file, void *data, size_t len,
		      uint64_t at)
{
	uint8_t *to = data;
	ssize_t done;

	while (len) {
		done = pread(file->fd, to, len, (off_t)at);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return errno;
		if (!done)
			return ENODATA;

		to += done;
		at += (uint64_t)done;
		len -= (size_t)done;
	}
	return 0;
}

int pxt_log_file_size(const struct pxt_log_file *file, uint64_t *size)
{
	struct stat status;

	if (fstat(file->fd, &status))
		return errno;

	*size = (uint64_t)status.st_size;
	return 0;
}

int pxt_log_file_read_head(const struct pxt_log_file *file,
			   struct pxt_log_place *place)
{
	uint8_t head[PXT_LOG_SECTION_SIZE];
	int err;

	err = pxt_log_file_read(file, head, sizeof(head), place->at);
	if (err)
		return err;

	return pxt_log_section_decode(&place->section, file->uuid, head);
}

int pxt_log_file_check(struct pxt_log_file *file,
		       const struct pxt_log_place *place)
{
	uint64_t left = place->section.len, at = pxt_log_payload_at(place);
	uint32_t crc = 0;
	size_t len;
	int err;

	for (; left; left -= len, at += len) {
		len = left < PXT_LOG_WINDOW ? (size_t)left : PXT_LOG_WINDOW;
		err = pxt_log_file_read(file, file->window, len, at);
		if (err)
			return err;
		crc = pxt_crc32c(crc, file->window, len);
	}
	return crc == place->section.crc ? 0 : EBADMSG;
}

/* Numbers grow. An older head that turns up was read by the traced program
 * out of this very log, and lies in an event's data. */
static bool search_window(struct pxt_log_cursor *cursor,
			  const struct pxt_log_file *file, size_t len,
			  struct pxt_log_section *section)
{
	for (size_t i = 0; i + PXT_LOG_SECTION_SIZE <= len; i += 8) {
		if (!pxt_log_section_decode(section, file->uuid,
					    file->window + i) &&
		    section->number > cursor->number) {
			cursor->at += i;
			return true;
		}
	}
	cursor->at += (len - PXT_LOG_SECTION_SIZE + 8) & ~(size_t)7;
	return false;
}

/* The next sound head from the cursor on. ENODATA: none, so far. */
static int search(struct pxt_log_cursor *cursor, struct pxt_log_file *file,
		  uint64_t size, struct pxt_log_section *section)
{
	size_t len;
	int err;

	while (cursor->at + PXT_LOG_SECTION_SIZE <= size) {
		len = PXT_LOG_WINDOW;
		if (len > size - cursor->at)
			len = (size_t)(size - cursor->at);
		err = pxt_log_file_read(file, file->window, len, cursor->at);
		if (err)
			return err;
		if (search_window(cursor, file, len, section))
			return 0;
	}
	return ENODATA;
}

/* A sound head here, or else somewhere behind. */
static int find_head(struct pxt_log_cursor *cursor, struct pxt_log_file *file,
		     uint64_t size, struct pxt_log_place *place)
{
	int err;

	if (!cursor->lost_at) {
		place->at = cursor->at;
		err = pxt_log_file_read_head(file, place);
		if (err != EBADMSG)
			return err;

		cursor->lost_at = cursor->at;
		cursor->at += 8;
	}

	err = search(cursor, file, size, &place->section);
	place->at = cursor->at;
	return err;
}

int pxt_log_cursor_find(struct pxt_log_cursor *cursor,
			struct pxt_log_file *file,
			struct pxt_log_place *place)
{
	uint64_t size, at;
	int err;

	err = pxt_log_file_size(file, &size);
	if (err)
		return err;
	err = find_head(cursor, file, size, place);
	if (err)
		return err;

	at = pxt_log_payload_at(place);
	return at <= size && place->section.len <= size - at ? 0 : ENODATA;
}

void pxt_log_cursor_step(struct pxt_log_cursor *cursor,
			 const struct pxt_log_place *place)
{
	cursor->at = pxt_log_place_end(place);
	cursor->number = place->section.number;
	cursor->lost_at = 0;
	cursor->ended = place->section.type == PXT_LOG_END;
}
