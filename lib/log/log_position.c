/* log_position.c - from section to section through a log */
#include <errno.h>
#include <string.h>

#include "log/log_position.h"

/* Numbers grow. A head with a lower number is one that the traced program read
 * out of this very log, in the data of an event; or a remnant of an overwritten
 * segment. */
static bool is_wanted(struct pxt_log_position *position,
		      const struct pxt_log_file *file,
		      const struct pxt_log_spot *spot)
{
	if (spot->section.number > position->number)
		return true;

	return position->map && pxt_log_map_wants(position->map, file, spot);
}

static bool is_blank(const uint8_t *bytes, size_t len)
{
	return !bytes[0] && !memcmp(bytes, bytes + 1, len - 1);
}

/* A window of zeroes may be the beginning of terabytes: holes of the file are
 * skipped without reading. No head begins with a zero. */
static void skip_hole(struct pxt_log_position *position,
		      const struct pxt_log_file *file, size_t len,
		      uint64_t stop)
{
	uint64_t data = pxt_log_file_data_from(file, position->at + len);

	if (data > stop)
		data = stop - PXT_LOG_SECTION_SIZE + 8;
	position->at += (data - position->at) & ~UINT64_C(7);
}

/* The next spot, from one on and up to the last one, where a section may
 * begin. */
static size_t next_mark(const uint8_t *window, size_t at, size_t last)
{
	while (at <= last && !pxt_log_section_may_begin(window + at))
		at += 8;
	return at;
}

static bool search_window(struct pxt_log_position *position,
			  const struct pxt_log_file *file, size_t len,
			  struct pxt_log_spot *spot)
{
	const size_t last = len - PXT_LOG_SECTION_SIZE;

	for (size_t i = next_mark(file->window, 0, last); i <= last;
	     i = next_mark(file->window, i + 8, last)) {
		if (pxt_log_section_decode(&spot->section, file->uuid,
					   file->window + i))
			continue;
		spot->at = position->at + i;
		if (is_wanted(position, file, spot)) {
			position->at += i;
			return true;
		}
	}
	position->at += (len - PXT_LOG_SECTION_SIZE + 8) & ~(size_t)7;
	return false;
}

/* Finds the next valid head from the position on. ENODATA: none so far. */
static int search(struct pxt_log_position *position, struct pxt_log_file *file,
		  uint64_t stop, struct pxt_log_spot *spot)
{
	size_t len;
	int err;

	while (position->at + PXT_LOG_SECTION_SIZE <= stop) {
		len = PXT_LOG_WINDOW;
		if (len > stop - position->at)
			len = (size_t)(stop - position->at);
		err = pxt_log_file_read(file, file->window, len, position->at);
		if (err)
			return err;
		if (is_blank(file->window, len))
			skip_hole(position, file, len, stop);
		else if (search_window(position, file, len, spot))
			return 0;
	}
	return ENODATA;
}

/* A head right behind a section of an ordinary log is accepted whatever its
 * number. */
static bool follows(struct pxt_log_position *position,
		    const struct pxt_log_file *file,
		    const struct pxt_log_spot *spot)
{
	if (!position->strict && !(position->map && position->map->segments))
		return true;

	return is_wanted(position, file, spot);
}

static int read_head(struct pxt_log_position *position,
		     const struct pxt_log_file *file, struct pxt_log_spot *spot)
{
	int err;

	err = pxt_log_file_read_head(file, spot);
	return !err && !follows(position, file, spot) ? EBADMSG : err;
}

/* The missing head may have been about to be written. */
static void find_back(struct pxt_log_position *position,
		      const struct pxt_log_file *file,
		      struct pxt_log_spot *spot)
{
	struct pxt_log_spot lost = { .at = position->lost_at };

	if (read_head(position, file, &lost))
		return;

	*spot = lost;
	position->at = lost.at;
	position->lost_at = 0;
}

/* Finds a valid head here, or else behind. */
static int find_head(struct pxt_log_position *position,
		     struct pxt_log_file *file, uint64_t stop,
		     struct pxt_log_spot *spot)
{
	int err;

	if (!position->lost_at) {
		spot->at = position->at;
		if (spot->at >= stop)
			return ENODATA;
		err = read_head(position, file, spot);
		if (err != EBADMSG)
			return err;

		position->lost_at = position->at;
		position->at += 8;
	}

	err = search(position, file, stop, spot);
	if (!err)
		find_back(position, file, spot);
	return err;
}

int pxt_log_position_find(struct pxt_log_position *position,
			  struct pxt_log_file *file, struct pxt_log_spot *spot)
{
	uint64_t size, stop, at;
	int err;

	err = pxt_log_file_size(file, &size);
	if (err)
		return err;
	stop = position->stop && position->stop < size ? position->stop : size;
	err = find_head(position, file, stop, spot);
	if (err)
		return err;

	at = pxt_log_payload_at(spot);
	return at <= size && spot->section.len <= size - at ? 0 : ENODATA;
}

/* Names behind the segments are numbered in writing order, which is not that of
 * the file. */
static bool is_in_order(const struct pxt_log_spot *spot)
{
	return spot->section.type == PXT_LOG_CHUNK ||
	       spot->section.type == PXT_LOG_SEGMENT;
}

void pxt_log_position_step(struct pxt_log_position *position,
			   const struct pxt_log_spot *spot)
{
	position->at = pxt_log_spot_end(spot);
	if (!position->strict || is_in_order(spot))
		position->number = spot->section.number;
	position->lost_at = 0;
	position->ended = spot->section.type == PXT_LOG_END;
}

void pxt_log_position_move(struct pxt_log_position *position, uint64_t at,
			   uint64_t stop)
{
	position->at = at;
	position->stop = stop;
	position->lost_at = 0;
}
