/*
 * log_reader.c - a log as a source of runs
 *
 * Heads of sections and of chunks have checksums of their own: runs are
 * announced by them, and the rest of a chunk is read when the merge wants it.
 *
 * Names and processes are read at open, from END or else from their own
 * sections; known_to is the number of the last known section.
 *
 * In a log that is overwritten, events up to the horizon are not delivered:
 * chunks of threads overlap in time, and the remains before the horizon have
 * gaps.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "log/log_damage.h"
#include "log/log_known.h"
#include "log/log_path.h"
#include "log/log_reader.h"
#include "log/log_section.h"
#include "log/log_seek.h"

enum {
	SPARE_MAX = 4,
	SURVEYS_MAX = 4,
	SPARE_SIZE_MAX = 1 << 20,
};

/* Members of a run's cookie. */
enum { COOKIE_AT, COOKIE_LEN, COOKIE_NUMBER, COOKIE_EVENTS };

/* Room for a section with its head. */
struct buffer {
	struct buffer *next;
	size_t size;
	uint64_t data[]; /* aligned like sections */
};

struct pxt_log_reader {
	struct pxt_source source; /* first: see reader_of() */
	struct pxt_log_file file;
	struct pxt_log_header header;
	struct pxt_log_end end;
	bool has_end;
	bool at_end; /* the merge was told that there is no more */
	bool follows; /* without END the merge is not told so */
	bool loops; /* sections may be overwritten */
	struct pxt_log_path path;
	uint64_t passed; /* ticks up to which a seek excludes events */
	struct pxt_log_cursor surveyed; /* end of the last survey */
	/* An overwritten log that has lost its order: sections behind a younger
	 * one do not count, and cannot be searched. */
	bool unsorted;
	uint64_t known_to; /* names and processes up to this number are in
			    * known */
	struct pxt_log_known known;
	struct pxt_log_notes notes;
	struct buffer *spare;
	unsigned spares;
};

static struct pxt_log_reader *reader_of(struct pxt_source *source)
{
	return (struct pxt_log_reader *)source;
}

static struct buffer *take_spare(struct pxt_log_reader *reader, size_t size)
{
	struct buffer **at, *buffer;

	for (at = &reader->spare; *at; at = &(*at)->next) {
		buffer = *at;
		if (buffer->size >= size) {
			*at = buffer->next;
			reader->spares--;
			return buffer;
		}
	}
	return NULL;
}

static struct buffer *buffer_get(struct pxt_log_reader *reader, size_t size)
{
	struct buffer *buffer = take_spare(reader, size);

	if (buffer)
		return buffer;

	buffer = malloc(sizeof(*buffer) + size);
	if (buffer)
		buffer->size = size;
	return buffer;
}

static void buffer_put(struct pxt_log_reader *reader, struct buffer *buffer)
{
	if (!buffer)
		return;
	if (reader->spares == SPARE_MAX || buffer->size > SPARE_SIZE_MAX) {
		free(buffer);
		return;
	}

	buffer->next = reader->spare;
	reader->spare = buffer;
	reader->spares++;
}

/* Reads a whole payload, and verifies its checksum. */
static int payload_get(struct pxt_log_reader *reader,
		       const struct pxt_log_place *place, struct buffer **out)
{
	const size_t len = (size_t)place->section.len;
	struct buffer *buffer;
	int err;

	buffer = buffer_get(reader, len);
	if (!buffer)
		return ENOMEM;

	err = pxt_log_file_read(&reader->file, buffer->data, len,
				pxt_log_payload_at(place));
	if (!err && pxt_crc32c(0, buffer->data, len) != place->section.crc)
		err = EBADMSG;
	if (err) {
		buffer_put(reader, buffer);
		return err;
	}

	*out = buffer;
	return 0;
}

/* EBADMSG: the section is damaged. */
static int take_entries(struct pxt_log_reader *reader,
			const struct pxt_log_place *place, struct pxt_bytes *in)
{
	const uint32_t type = place->section.type;
	const bool is_new = place->section.number > reader->known_to;
	const void *data;
	size_t len;
	int err;

	do {
		err = pxt_log_section_take(type, in, &data, &len);
		if (!err)
			err = pxt_log_section_type(type)->add(
				is_new ? &reader->known : NULL, data, len);
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
		    const struct pxt_log_place *place, struct pxt_bytes *in)
{
	const bool is_new = place->section.number > reader->known_to;
	struct pxt_log_recap recap;
	int err;

	err = take_status(reader, in, &recap);
	if (err || !is_new || !recap.complete)
		return err;

	return pxt_log_section_add_recap(&recap, &reader->known);
}

static bool is_known(uint32_t type)
{
	return type == PXT_LOG_END || pxt_log_section_has_entries(type);
}

/* Later sections have higher numbers, wherever they are. */
static void note_known(struct pxt_log_reader *reader,
		       const struct pxt_log_place *place)
{
	if (is_known(place->section.type) &&
	    place->section.number > reader->known_to)
		reader->known_to = place->section.number;
}

static int take_other(struct pxt_log_reader *reader,
		      const struct pxt_log_place *place)
{
	struct buffer *buffer;
	struct pxt_bytes in;
	int err;

	if (!is_known(place->section.type))
		return pxt_log_file_check(&reader->file, place);

	err = payload_get(reader, place, &buffer);
	if (err)
		return err;

	pxt_bytes_init(&in, buffer->data, (size_t)place->section.len);
	err = place->section.type == PXT_LOG_END ?
		      take_end(reader, place, &in) :
		      take_entries(reader, place, &in);
	buffer_put(reader, buffer);
	return err;
}

static int add_run(struct pxt_merge *merge, const struct pxt_log_place *place,
		   const struct pxt_log_chunk *chunk)
{
	const struct pxt_run run = {
		.first = chunk->first,
		.order = chunk->sequence << 32 | chunk->offset,
		.cookie = {
			[COOKIE_AT] = place->at,
			[COOKIE_LEN] = place->section.len,
			[COOKIE_NUMBER] = place->section.number,
			[COOKIE_EVENTS] = chunk->events,
		},
		.context = chunk->context,
		.context_ticks = chunk->context_ticks,
	};

	return pxt_merge_add(merge, &run);
}

/* Events up to the horizon are not delivered. */
static uint64_t horizon(const struct pxt_log_reader *reader)
{
	const uint64_t overwritten = reader->path.order.horizon;

	return overwritten > reader->passed ? overwritten : reader->passed;
}

static int take_chunk(struct pxt_log_reader *reader, struct pxt_merge *merge,
		      const struct pxt_log_place *place, bool *told)
{
	struct pxt_log_chunk chunk;
	uint32_t records;
	int err;

	err = pxt_log_file_read_chunk(&reader->file, place, &chunk, &records);
	if (err)
		return err;

	if (!horizon(reader) || chunk.last > horizon(reader)) {
		err = add_run(merge, place, &chunk);
		if (err)
			return err;
		*told = true;
	}
	/* The floor of an unwanted chunk counts, too; a lower one than before
	 * has no effect. */
	pxt_merge_floor(merge, chunk.floor);
	return 0;
}

#define LOST "section head at byte %llu is damaged; %llu bytes skipped"

static void note_section(struct pxt_log_reader *reader,
			 const struct pxt_log_place *place)
{
	pxt_log_damage_note(&reader->notes, place->at,
			    "section %llu (%s) at byte %llu is damaged",
			    (unsigned long long)place->section.number,
			    pxt_log_section_type(place->section.type)->name,
			    (unsigned long long)place->at);
}

static void note_lost(struct pxt_log_reader *reader, uint64_t at, uint64_t to)
{
	pxt_log_damage_note(&reader->notes, at, LOST, (unsigned long long)at,
			    (unsigned long long)(to - at));
}

/* Notes the state of the end. A growing file may end differently later. */
static int note_end(struct pxt_log_reader *reader)
{
	const struct pxt_log_cursor *cursor = &reader->path.straight;
	uint64_t size;
	int err;

	err = pxt_log_file_size(&reader->file, &size);
	if (err)
		return err;

	if (cursor->lost_at && size > cursor->lost_at)
		pxt_log_damage_note_end(
			&reader->notes, cursor->lost_at, LOST,
			(unsigned long long)cursor->lost_at,
			(unsigned long long)(size - cursor->lost_at));
	else if (size > cursor->at || size + 7 < cursor->at)
		pxt_log_damage_note_end(
			&reader->notes, size < cursor->at ? size : cursor->at,
			"the file is cut off inside a section");
	else if (!cursor->ended)
		pxt_log_damage_note_end(
			&reader->notes, cursor->at,
			"no end section: the recording did not end, or the "
			"file was cut");
	return 0;
}

static void note_missing(struct pxt_log_reader *reader, uint64_t at,
			 uint64_t number)
{
	pxt_log_damage_note(&reader->notes, at,
			    "sections up to %llu are missing at byte %llu",
			    (unsigned long long)number,
			    (unsigned long long)at);
}

/* Notes the end of the round: nothing else shows that the newest chunks are
 * lost. */
static void note_round(struct pxt_log_reader *reader)
{
	const struct pxt_log_path *path = &reader->path;

	if (pxt_log_path_turns(path) && path->straight.ended &&
	    path->round.number < path->order.newest)
		note_missing(reader, path->behind, path->order.newest);
}

/* In a log that is overwritten, half-written sections look like damaged ones
 * until the end is known. A damaged END is damage. */
static bool is_unsettled(struct pxt_log_reader *reader)
{
	return reader->loops && !reader->has_end &&
	       !reader->path.straight.ended &&
	       (pxt_log_path_turns(&reader->path) ||
		pxt_log_path_has_moved(&reader->path, &reader->file));
}

/* Remnants of an older segment may precede a segment, whose head tells whether
 * a section is missing. */
static bool is_segment(const struct pxt_log_reader *reader,
		       const struct pxt_log_cursor *cursor,
		       const struct pxt_log_place *place, uint64_t *previous)
{
	struct pxt_log_segment segment;

	if (!cursor->strict || place->section.type != PXT_LOG_SEGMENT ||
	    pxt_log_file_read_segment(&reader->file, place, &segment))
		return false;

	/* The tail is read first, and by itself. */
	*previous = cursor->number ? segment.previous : 0;
	return true;
}

/* Sections may be missing at the end of a segment. */
static uint64_t missing_from(const struct pxt_log_reader *reader,
			     const struct pxt_log_cursor *cursor,
			     const struct pxt_log_place *place)
{
	if (cursor->lost_at)
		return cursor->lost_at;
	return cursor == &reader->path.round ? reader->path.behind : place->at;
}

static void note_gap(struct pxt_log_reader *reader,
		     const struct pxt_log_cursor *cursor,
		     const struct pxt_log_place *place)
{
	const bool begins = cursor->strict &&
			    place->section.type == PXT_LOG_SEGMENT;
	uint64_t previous;

	/* A damaged SEGMENT is reported as such, and cannot tell whether
	 * remnants precede it. */
	if (!is_segment(reader, cursor, place, &previous)) {
		if (cursor->lost_at && !begins)
			note_lost(reader, cursor->lost_at, place->at);
	} else if (previous > cursor->number) {
		note_missing(reader, missing_from(reader, cursor, place),
			     previous);
	}
}

static void note_taken(struct pxt_log_reader *reader,
		       const struct pxt_log_cursor *cursor,
		       const struct pxt_log_place *place, int err)
{
	const bool in_tail = pxt_log_path_turns(&reader->path) &&
			     cursor == &reader->path.straight;
	const bool unsettled = !in_tail && is_unsettled(reader);

	pxt_log_damage_forget_end(&reader->notes, place->at);
	if (!unsettled)
		note_gap(reader, cursor, place);
	if (err && !unsettled)
		note_section(reader, place);
}

/* Takes one section. *told: the merge has learned something. */
static int take(struct pxt_log_reader *reader, struct pxt_merge *merge,
		bool *told)
{
	struct pxt_log_cursor *cursor;
	struct pxt_log_place place;
	int err;

	*told = false;
	err = pxt_log_path_find(&reader->path, &reader->file, &cursor, &place);
	if (err)
		return err;

	if (place.section.len > pxt_log_section_type(place.section.type)->most) {
		err = EBADMSG;
	} else if (place.section.type == PXT_LOG_CHUNK) {
		err = take_chunk(reader, merge, &place, told);
	} else {
		err = take_other(reader, &place);
	}
	if (err && err != EBADMSG)
		return err;

	note_taken(reader, cursor, &place, err);
	pxt_log_path_step(&reader->path, cursor, &place);
	note_known(reader, &place);
	return 0;
}

/* Reads names and processes from their sections, and maps the segments. Damage
 * is noted later, when reading gets there. */
static int survey_from(struct pxt_log_reader *reader,
		       struct pxt_log_cursor cursor, struct pxt_log_map *map)
{
	struct pxt_log_place place;
	int err;

	cursor.map = map;
	for (;;) {
		err = pxt_log_cursor_find(&cursor, &reader->file, &place);
		if (err)
			break;
		if (map)
			pxt_log_map_add(map, &reader->file, &place);
		if (is_known(place.section.type) &&
		    place.section.len <=
			    pxt_log_section_type(place.section.type)->most)
			err = take_other(reader, &place);
		if (err && err != EBADMSG)
			break;
		pxt_log_cursor_step(&cursor, &place);
		note_known(reader, &place);
	}
	cursor.map = NULL;
	reader->surveyed = cursor;
	return err == ENODATA ? 0 : err;
}

static int survey_once(struct pxt_log_reader *reader, struct pxt_log_map *map)
{
	memset(map, 0, sizeof(*map));
	return survey_from(reader, reader->path.start, map);
}

/* A survey of a log that changes meanwhile is repeated, a few times. */
static int survey(struct pxt_log_reader *reader, struct pxt_log_order *order)
{
	struct pxt_log_map map;
	struct pxt_log_place place;
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
		place.at = map.oldest;
	} while (map.segments && ++tries < SURVEYS_MAX &&
		 (pxt_log_file_read_head(&reader->file, &place) ||
		  place.section.number != map.oldest_number));

	pxt_log_map_order(&map, size, order);
	reader->unsorted = !order->pivot && map.stray_at;
	return 0;
}

/* The log was overwritten, or cleared, during the reading. */
static int follow(struct pxt_log_reader *reader)
{
	struct pxt_log_order order;
	int err;

	err = survey(reader, &order);
	if (!err)
		pxt_log_path_follow(&reader->path, &order);
	return err;
}

/* The writer may be between the sections of two threads: it has vouched for
 * events below the floor only. */
static bool may_grow(const struct pxt_log_reader *reader)
{
	return reader->follows && !reader->has_end;
}

static int more(struct pxt_source *source, struct pxt_merge *merge)
{
	struct pxt_log_reader *reader = reader_of(source);
	bool told = false, news = false;
	int err = 0;

	/* The merge needs news. After the end was announced, later events must
	 * be delivered together. */
	while (!err && (!news || reader->at_end)) {
		err = take(reader, merge, &told);
		news |= told;
		if (err == ENODATA &&
		    pxt_log_path_has_moved(&reader->path, &reader->file))
			err = follow(reader);
	}
	if (err != ENODATA)
		return err;

	note_round(reader);
	err = note_end(reader);
	if (err)
		return err;
	reader->at_end = !may_grow(reader);
	if (reader->at_end)
		pxt_merge_floor(merge, UINT64_MAX);
	return news ? 0 : ENODATA;
}

static void note_chunk(struct pxt_log_reader *reader,
		       const struct pxt_run *run, const char *what)
{
	const unsigned long long chunk = run->order >> 32;
	const unsigned long long number = run->cookie[COOKIE_NUMBER];
	const unsigned long long events = run->cookie[COOKIE_EVENTS];
	const uint64_t at = run->cookie[COOKIE_AT];

	if (run->context.tid)
		pxt_log_damage_note(&reader->notes, at,
				    "chunk %llu (section %llu): %s, %llu "
				    "events of thread %u dropped",
				    chunk, number, what, events,
				    run->context.tid);
	else
		pxt_log_damage_note(&reader->notes, at,
				    "chunk %llu (section %llu): %s, %llu "
				    "events dropped",
				    chunk, number, what, events);
}

/* Read again from the section's head: the file may have changed since. */
static int load_chunk(struct pxt_log_reader *reader, struct pxt_run *run,
		      struct buffer *buffer)
{
	const uint64_t len = run->cookie[COOKIE_LEN];
	const uint8_t *head = (const uint8_t *)buffer->data;
	const uint8_t *payload = head + PXT_LOG_SECTION_SIZE;
	struct pxt_log_section section;
	struct pxt_log_chunk chunk;
	uint32_t records;
	int err;

	err = pxt_log_file_read(&reader->file, buffer->data,
				PXT_LOG_SECTION_SIZE + (size_t)len,
				run->cookie[COOKIE_AT]);
	if (err)
		return err;

	err = pxt_log_section_decode(&section, reader->file.uuid, head);
	if (err || section.len != len || section.type != PXT_LOG_CHUNK ||
	    section.number != run->cookie[COOKIE_NUMBER] ||
	    pxt_crc32c(0, payload, (size_t)len) != section.crc)
		return EBADMSG;

	err = pxt_log_chunk_decode(&chunk, &records, payload);
	if (err || records > len)
		return EBADMSG;

	run->context = chunk.context;
	run->context_ticks = chunk.context_ticks;
	pxt_bytes_init(&run->reasons, payload, records);
	run->data = payload + records;
	run->len = (size_t)len - records;
	run->buffer = buffer;
	return 0;
}

/* The offset in the file of a loaded run's data. */
static uint64_t place_of_data(const struct pxt_run *run)
{
	const struct buffer *buffer = run->buffer;

	return run->cookie[COOKIE_AT] +
	       (uint64_t)((const uint8_t *)run->data -
			  (const uint8_t *)buffer->data);
}

static void bad(struct pxt_source *source, struct pxt_run *run, size_t offset)
{
	struct pxt_log_reader *reader = reader_of(source);
	const uint64_t at = place_of_data(run) + offset;

	pxt_log_damage_note(&reader->notes, at,
			    "chunk %llu (section %llu): no record at byte "
			    "%llu, the rest dropped",
			    (unsigned long long)(run->order >> 32),
			    (unsigned long long)run->cookie[COOKIE_NUMBER],
			    (unsigned long long)at);
}

/* Makes the run begin behind the horizon. */
static void pass_horizon(struct pxt_log_reader *reader, struct pxt_run *run)
{
	struct pxt_record_walk walk, before;
	struct pxt_event event;
	int err;

	pxt_record_walk_init(&walk, run->data, run->len, &run->context,
			     run->context_ticks);
	do {
		before = walk;
		err = pxt_record_walk_next(&walk, &event);
	} while (!err && event.ticks <= horizon(reader));
	if (err == EBADMSG) {
		bad(&reader->source, run,
		    (size_t)(walk.in.at - (const uint8_t *)run->data));
		before.in.at = before.in.end;
	}

	run->context = before.context;
	run->context_ticks = before.context_ticks;
	run->data = before.in.at;
	run->len = (size_t)(before.in.end - before.in.at);
}

static int load(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_log_reader *reader = reader_of(source);
	struct buffer *buffer;
	int err;

	buffer = buffer_get(reader, PXT_LOG_SECTION_SIZE +
					    (size_t)run->cookie[COOKIE_LEN]);
	if (!buffer)
		return ENOMEM;

	err = load_chunk(reader, run, buffer);
	if (err) {
		buffer_put(reader, buffer);
		if (is_unsettled(reader) &&
		    (err == EBADMSG || err == ENODATA))
			return ESTALE;
		if (err == EBADMSG)
			note_chunk(reader, run, "checksum does not match");
		else if (err == ENODATA)
			note_chunk(reader, run, "the file was cut");
		return err == ENODATA ? ESTALE : err;
	}

	if (run->first <= horizon(reader))
		pass_horizon(reader, run);
	run->offset = place_of_data(run);
	return 0;
}

static void done(struct pxt_source *source, struct pxt_run *run)
{
	buffer_put(reader_of(source), run->buffer);
	run->buffer = NULL;
}

static void note_header(struct pxt_log_reader *reader, unsigned number,
			uint64_t at)
{
	const struct pxt_log_place place = {
		.section = { .type = PXT_LOG_HEADER, .number = number },
		.at = at,
	};

	note_section(reader, &place);
}

static void note_beginning(struct pxt_log_reader *reader,
			   const struct pxt_log_beginning *beginning)
{
	if (beginning->preamble_damaged)
		pxt_log_damage_note(&reader->notes, 0,
				    "the preamble is damaged");
	if (beginning->damaged[0])
		note_header(reader, 0, PXT_LOG_PREAMBLE_SIZE);
	if (beginning->damaged[1])
		note_header(reader, 1, PXT_LOG_COPY_AT);
}

/* ENODATA, EBADMSG: not a log. */
static int read_header(struct pxt_log_reader *reader)
{
	struct pxt_log_beginning beginning;
	int err;

	err = pxt_log_file_read_header(&reader->file, &beginning);
	if (err)
		return err;

	reader->header = beginning.header;
	reader->loops = beginning.version > PXT_LOG_VERSION_FIRST &&
			reader->header.attr.log_policy == POSIX_TRACE_LOOP;
	pxt_log_path_init(&reader->path, &beginning.place, reader->loops);
	note_beginning(reader, &beginning);
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

/* Reads names, processes and order from END. EBADMSG: no END, or an incomplete
 * one. */
static int read_end(struct pxt_log_reader *reader, struct pxt_log_order *order)
{
	struct buffer *buffer;
	struct pxt_bytes in;
	struct pxt_log_place place;
	struct pxt_log_recap recap;
	int err;

	err = pxt_log_file_find_end(&reader->file, reader->path.start.at,
				    &place);
	if (err)
		return err;
	err = payload_get(reader, &place, &buffer);
	if (err)
		return err;

	pxt_bytes_init(&in, buffer->data, (size_t)place.section.len);
	err = take_status(reader, &in, &recap);
	if (!err)
		err = pxt_log_section_add_recap(&recap, &reader->known);
	buffer_put(reader, buffer);
	if (err)
		return err;
	if (!recap.complete || !is_sane(reader, &recap.order, place.at))
		return EBADMSG;

	*order = recap.order;
	reader->path.settled = true;
	reader->known_to = place.section.number;
	return 0;
}

static int begin(struct pxt_log_reader *reader)
{
	struct pxt_log_order order;
	int err;

	err = read_header(reader);
	if (err == ENODATA || err == EBADMSG)
		return EINVAL;
	if (err)
		return err;

	err = read_end(reader, &order);
	if (err == ENODATA || err == EBADMSG)
		err = survey(reader, &order);
	if (!err)
		pxt_log_path_begin(&reader->path, &order);
	return err;
}

int pxt_log_open(int fd, struct pxt_log_reader **out)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_file_check_descriptor(fd);
	if (err)
		return err;

	reader = calloc(1, sizeof(*reader));
	if (!reader)
		return ENOMEM;
	reader->source = (struct pxt_source){ more, load, bad, done };
	reader->file.fd = fd;

	err = begin(reader);
	if (err) {
		pxt_log_reader_close(reader);
		return err;
	}

	*out = reader;
	return 0;
}

void pxt_log_reader_close(struct pxt_log_reader *reader)
{
	struct buffer *buffer;

	if (!reader)
		return;

	while ((buffer = take_spare(reader, 0)))
		free(buffer);
	pxt_log_known_fini(&reader->known);
	pxt_log_damage_fini(&reader->notes);
	free(reader);
}

int pxt_log_reader_file(const struct pxt_log_reader *reader)
{
	return reader->file.fd;
}

const struct pxt_log_header *
pxt_log_reader_header(const struct pxt_log_reader *reader)
{
	return &reader->header;
}

struct pxt_source *pxt_log_reader_source(struct pxt_log_reader *reader)
{
	return &reader->source;
}

void pxt_log_reader_follow(struct pxt_log_reader *reader, bool on)
{
	reader->follows = on;
}

/* Without a survey, for lack of memory perhaps, the old order applies: changes
 * are detected at the end of reading. */
void pxt_log_reader_rewind(struct pxt_log_reader *reader)
{
	struct pxt_log_order order = reader->path.order;
	const uint64_t watched = reader->path.watched;
	const bool moved =
		pxt_log_path_has_moved(&reader->path, &reader->file);
	const bool failed = moved && survey(reader, &order);

	reader->at_end = false;
	reader->passed = 0;
	pxt_log_path_begin(&reader->path, &order);
	if (failed)
		reader->path.watched = watched;
}

/* A log that grew has new names and processes, and only a part of it will be
 * read. (A log that turned has them in its tail, which is read.) */
static int catch_up(struct pxt_log_reader *reader)
{
	const struct pxt_log_cursor *straight = &reader->path.straight;
	const bool read_further = straight->at > reader->surveyed.at;

	if (reader->has_end || pxt_log_path_turns(&reader->path))
		return 0;
	return survey_from(reader, read_further ? *straight : reader->surveyed,
			   NULL);
}

int pxt_log_reader_seek(struct pxt_log_reader *reader, int64_t time_ns)
{
	uint64_t before = 0;
	int err;

	err = catch_up(reader);
	pxt_log_reader_rewind(reader);
	if (!err && !reader->unsorted)
		err = pxt_log_seek(&reader->path, &reader->file,
				   reader->header.attr.max_data, time_ns,
				   &before);
	if (!err && before)
		reader->passed = before - 1;
	return err;
}

int pxt_log_reader_count(struct pxt_log_reader *reader,
			 struct pxt_log_count *count)
{
	return pxt_log_count(&reader->path, &reader->file, count);
}

const char *pxt_log_reader_name(const struct pxt_log_reader *reader,
				uint32_t family, uint32_t type)
{
	return pxt_log_known_name(&reader->known, family, type);
}

const char *pxt_log_reader_description(const struct pxt_log_reader *reader,
				       uint32_t family, uint32_t type)
{
	return pxt_log_known_description(&reader->known, family, type);
}

uint32_t pxt_log_reader_next_type(const struct pxt_log_reader *reader,
				  uint32_t family, uint32_t type)
{
	if (type < PXT_EVENT_USER_FIRST)
		type = PXT_EVENT_USER_FIRST - 1;

	while (type < PXT_EVENT_END - 1)
		if (pxt_log_reader_name(reader, family, ++type))
			return type;
	return 0;
}

const struct pxt_image *pxt_log_reader_process(
	const struct pxt_log_reader *reader, uint32_t origin, uint32_t pid)
{
	return pxt_log_known_process(&reader->known, origin, pid);
}

const struct pxt_log_origin *
pxt_log_reader_origin(const struct pxt_log_reader *reader, uint32_t number)
{
	return pxt_log_known_origin(&reader->known, number);
}

const char *pxt_log_reader_thread(const struct pxt_log_reader *reader,
				  uint32_t origin, uint32_t pid, uint32_t tid)
{
	return pxt_log_known_thread(&reader->known, origin, pid, tid);
}

const struct pxt_log_object *
pxt_log_reader_object(struct pxt_log_reader *reader,
		      const struct pxt_log_object *wanted)
{
	return pxt_log_objects_find(&reader->known.objects, wanted);
}

const struct pxt_log_object *
pxt_log_reader_next_object(struct pxt_log_reader *reader, uint32_t origin,
			   const struct pxt_log_object *before)
{
	return pxt_log_objects_next(&reader->known.objects, origin, before);
}

const struct pxt_log_note *
pxt_log_reader_note(const struct pxt_log_reader *reader, uint32_t origin,
		    unsigned index)
{
	return pxt_log_noted_get(&reader->known.notes, origin, index);
}

const struct pxt_log_end *
pxt_log_reader_end(const struct pxt_log_reader *reader)
{
	return reader->has_end ? &reader->end : NULL;
}

void pxt_log_reader_damage(const struct pxt_log_reader *reader,
			   struct pxt_log_damage *damage)
{
	pxt_log_damage_sum(&reader->notes, damage);
}
