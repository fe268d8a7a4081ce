/* log_survey.c - what a log tells besides events, wherever that is */
#include "log/log_survey.h"

#include <errno.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/log_section.h"

enum { TRIES_MAX = 4 };

/* Reads a whole payload, and verifies its checksum. */
static int payload_get(struct pxt_log_reader *reader,
		       const struct pxt_log_spot *spot,
		       struct pxt_log_buffer **out)
{
	const size_t len = (size_t)spot->section.len;
	struct pxt_log_buffer *buffer;
	int err;

	buffer = pxt_log_buffers_get(&reader->buffers, len);
	if (!buffer)
		return ENOMEM;

	err = pxt_log_file_read(&reader->file, buffer->data, len,
				pxt_log_payload_at(spot));
	if (!err && pxt_crc32c(0, buffer->data, len) != spot->section.crc)
		err = EBADMSG;
	if (err) {
		pxt_log_buffers_put(&reader->buffers, buffer);
		return err;
	}

	*out = buffer;
	return 0;
}

/* EBADMSG: the section is damaged. */
static int take_entries(struct pxt_log_reader *reader,
			const struct pxt_log_spot *spot, struct pxt_bytes *in)
{
	const uint32_t type = spot->section.type;
	const bool is_new = spot->section.number > reader->known_to;
	const void *data;
	size_t len;
	int err;

	do {
		err = pxt_log_section_take(type, in, &data, &len);
		if (!err)
			err = pxt_log_section_type(type)->add(
				is_new ? &reader->dictionary : NULL, data, len);
	} while (!err && pxt_bytes_left(in));
	return err;
}

static int take_status(struct pxt_log_reader *reader, struct pxt_bytes *in,
		       struct pxt_log_recap *recap)
{
	struct pxt_log_end end;
	int err;

	err = pxt_log_end_decode(&end, recap, in->at, pxt_bytes_left(in));
	if (err)
		return err;

	reader->end = end;
	reader->has_end = true;
	return 0;
}

/* An incomplete recap may have older data of a process than earlier
 * sections. */
static int take_end(struct pxt_log_reader *reader,
		    const struct pxt_log_spot *spot, struct pxt_bytes *in)
{
	const bool is_new = spot->section.number > reader->known_to;
	struct pxt_log_recap recap;
	int err;

	err = take_status(reader, in, &recap);
	if (err || !is_new || !recap.complete)
		return err;

	return pxt_log_section_add_recap(&recap, &reader->dictionary);
}

static bool is_known(uint32_t type)
{
	return type == PXT_LOG_END || pxt_log_section_has_entries(type);
}

void pxt_log_survey_pass(struct pxt_log_reader *reader,
			 const struct pxt_log_spot *spot)
{
	if (is_known(spot->section.type) &&
	    spot->section.number > reader->known_to)
		reader->known_to = spot->section.number;
}

int pxt_log_survey_take(struct pxt_log_reader *reader,
			const struct pxt_log_spot *spot)
{
	struct pxt_log_buffer *buffer;
	struct pxt_bytes in;
	int err;

	if (!is_known(spot->section.type))
		return pxt_log_file_check(&reader->file, spot);

	err = payload_get(reader, spot, &buffer);
	if (err)
		return err;

	pxt_bytes_init(&in, buffer->data, (size_t)spot->section.len);
	err = spot->section.type == PXT_LOG_END ?
		      take_end(reader, spot, &in) :
		      take_entries(reader, spot, &in);
	pxt_log_buffers_put(&reader->buffers, buffer);
	return err;
}

/* Reads names and processes from their sections, and maps the segments. Damage
 * is noted later, when reading gets there. */
static int survey(struct pxt_log_reader *reader,
		  struct pxt_log_position position, struct pxt_log_map *map)
{
	struct pxt_log_spot spot;
	int err;

	position.map = map;
	for (;;) {
		err = pxt_log_position_find(&position, &reader->file, &spot);
		if (err)
			break;
		if (map)
			pxt_log_map_add(map, &reader->file, &spot);
		if (is_known(spot.section.type) &&
		    spot.section.len <=
			    pxt_log_section_type(spot.section.type)->most)
			err = pxt_log_survey_take(reader, &spot);
		if (err && err != EBADMSG)
			break;
		pxt_log_position_step(&position, &spot);
		pxt_log_survey_pass(reader, &spot);
	}
	position.map = NULL;
	reader->surveyed = position;
	return err == ENODATA ? 0 : err;
}

static int survey_once(struct pxt_log_reader *reader, struct pxt_log_map *map)
{
	memset(map, 0, sizeof(*map));
	return survey(reader, reader->path.start, map);
}

int pxt_log_survey(struct pxt_log_reader *reader, struct pxt_log_order *order)
{
	struct pxt_log_map map;
	struct pxt_log_spot spot = { 0 };
	unsigned tries = 0;
	uint64_t size;
	int err;

	do {
		pxt_log_path_look(&reader->path, &reader->file);
		err = survey_once(reader, &map);
		if (!err)
			err = pxt_log_file_size(&reader->file, &size);
		if (err)
			return err;
		spot.at = map.oldest;
	} while (map.segments && ++tries < TRIES_MAX &&
		 (pxt_log_file_read_head(&reader->file, &spot) ||
		  spot.section.number != map.oldest_number));

	pxt_log_map_order(&map, size, order);
	reader->unsorted = !order->pivot && map.stray_at;
	return 0;
}

/* The order in END may be wrong, like any data. */
static bool is_sane(const struct pxt_log_reader *reader,
		    const struct pxt_log_order *order, uint64_t end)
{
	if (!order->pivot)
		return true;

	return !(order->pivot % 8) && !(order->tail % 8) && order->number &&
	       order->pivot >= reader->path.start.at &&
	       order->pivot < order->tail && order->tail <= end;
}

int pxt_log_survey_end(struct pxt_log_reader *reader,
		       struct pxt_log_order *order)
{
	struct pxt_log_buffer *buffer;
	struct pxt_bytes in;
	struct pxt_log_spot spot;
	struct pxt_log_recap recap;
	int err;

	err = pxt_log_file_find_end(&reader->file, reader->path.start.at,
				    &spot);
	if (err)
		return err;
	err = payload_get(reader, &spot, &buffer);
	if (err)
		return err;

	pxt_bytes_init(&in, buffer->data, (size_t)spot.section.len);
	err = take_status(reader, &in, &recap);
	if (!err)
		err = pxt_log_section_add_recap(&recap, &reader->dictionary);
	pxt_log_buffers_put(&reader->buffers, buffer);
	if (err)
		return err;
	if (!recap.complete || !is_sane(reader, &recap.order, spot.at))
		return EBADMSG;

	*order = recap.order;
	reader->path.settled = true;
	reader->known_to = spot.section.number;
	return 0;
}

int pxt_log_survey_more(struct pxt_log_reader *reader)
{
	const struct pxt_log_position *straight = &reader->path.straight;
	const bool read_further = straight->at > reader->surveyed.at;

	if (reader->has_end || pxt_log_path_turns(&reader->path))
		return 0;
	return survey(reader, read_further ? *straight : reader->surveyed,
		      NULL);
}
