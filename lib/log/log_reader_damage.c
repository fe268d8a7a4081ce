/* log_reader_damage.c - what a reader notes of damage */
#include "log/log_reader_damage.h"

#include "log/log_section.h"

#define LOST "section head at byte %llu is damaged; %llu bytes skipped"

static void note_damaged(struct pxt_log_reader *reader,
			 const struct pxt_log_spot *spot)
{
	pxt_log_damage_note(&reader->damage, spot->at,
			    "section %llu (%s) at byte %llu is damaged",
			    (unsigned long long)spot->section.number,
			    pxt_log_section_type(spot->section.type)->name,
			    (unsigned long long)spot->at);
}

static void note_lost(struct pxt_log_reader *reader, uint64_t at, uint64_t to)
{
	pxt_log_damage_note(&reader->damage, at, LOST, (unsigned long long)at,
			    (unsigned long long)(to - at));
}

int pxt_log_reader_note_end(struct pxt_log_reader *reader)
{
	const struct pxt_log_position *position = &reader->path.straight;
	uint64_t size;
	int err;

	err = pxt_log_file_size(&reader->file, &size);
	if (err)
		return err;

	if (position->lost_at && size > position->lost_at)
		pxt_log_damage_note_end(
			&reader->damage, position->lost_at, LOST,
			(unsigned long long)position->lost_at,
			(unsigned long long)(size - position->lost_at));
	else if (size > position->at || size + 7 < position->at)
		pxt_log_damage_note_end(&reader->damage,
					size < position->at ? size :
							      position->at,
					"the file is cut off inside a section");
	else if (!position->ended)
		pxt_log_damage_note_end(
			&reader->damage, position->at,
			"no end section: the recording did not end, or the "
			"file was cut");
	return 0;
}

static void note_missing(struct pxt_log_reader *reader, uint64_t at,
			 uint64_t number)
{
	pxt_log_damage_note(&reader->damage, at,
			    "sections up to %llu are missing at byte %llu",
			    (unsigned long long)number, (unsigned long long)at);
}

void pxt_log_reader_note_round(struct pxt_log_reader *reader)
{
	const struct pxt_log_path *path = &reader->path;

	if (pxt_log_path_turns(path) && path->straight.ended &&
	    path->round.number < path->order.newest)
		note_missing(reader, path->behind, path->order.newest);
}

bool pxt_log_reader_is_unsettled(struct pxt_log_reader *reader)
{
	return reader->loops && !reader->has_end &&
	       !reader->path.straight.ended &&
	       (pxt_log_path_turns(&reader->path) ||
		pxt_log_path_has_moved(&reader->path, &reader->file));
}

/* Remnants of an older segment may precede a segment, whose head tells whether
 * a section is missing. */
static bool is_segment(const struct pxt_log_reader *reader,
		       const struct pxt_log_position *position,
		       const struct pxt_log_spot *spot, uint64_t *previous)
{
	struct pxt_log_segment segment;

	if (!position->strict || spot->section.type != PXT_LOG_SEGMENT ||
	    pxt_log_file_read_segment(&reader->file, spot, &segment))
		return false;

	/* The tail is read first, and by itself. */
	*previous = position->number ? segment.previous : 0;
	return true;
}

/* Sections may be missing at the end of a segment. */
static uint64_t missing_from(const struct pxt_log_reader *reader,
			     const struct pxt_log_position *position,
			     const struct pxt_log_spot *spot)
{
	if (position->lost_at)
		return position->lost_at;
	return position == &reader->path.round ? reader->path.behind : spot->at;
}

static void note_gap(struct pxt_log_reader *reader,
		     const struct pxt_log_position *position,
		     const struct pxt_log_spot *spot)
{
	const bool begins =
		position->strict && spot->section.type == PXT_LOG_SEGMENT;
	uint64_t previous;

	/* A damaged SEGMENT is reported as such, and cannot tell whether
	 * remnants precede it. */
	if (!is_segment(reader, position, spot, &previous)) {
		if (position->lost_at && !begins)
			note_lost(reader, position->lost_at, spot->at);
	} else if (previous > position->number) {
		note_missing(reader, missing_from(reader, position, spot),
			     previous);
	}
}

void pxt_log_reader_note_section(struct pxt_log_reader *reader,
				 const struct pxt_log_position *position,
				 const struct pxt_log_spot *spot, int err)
{
	const bool in_tail = pxt_log_path_turns(&reader->path) &&
			     position == &reader->path.straight;
	const bool unsettled = !in_tail && pxt_log_reader_is_unsettled(reader);

	pxt_log_damage_forget_end(&reader->damage, spot->at);
	if (!unsettled)
		note_gap(reader, position, spot);
	if (err && !unsettled)
		note_damaged(reader, spot);
}

void pxt_log_reader_note_chunk(struct pxt_log_reader *reader,
			       const struct pxt_run *run, const char *what)
{
	const unsigned long long chunk = run->order >> 32;
	const unsigned long long number = run->cookie[COOKIE_NUMBER];
	const unsigned long long events = run->cookie[COOKIE_EVENTS];
	const uint64_t at = run->cookie[COOKIE_AT];

	pxt_log_damage_note(&reader->damage, at,
			    "chunk %llu (section %llu): %s, %llu events "
			    "dropped",
			    chunk, number, what, events);
}

static void note_header(struct pxt_log_reader *reader, unsigned number,
			uint64_t at)
{
	const struct pxt_log_spot spot = {
		.section = { .type = PXT_LOG_HEADER, .number = number },
		.at = at,
	};

	note_damaged(reader, &spot);
}

void pxt_log_reader_note_beginning(struct pxt_log_reader *reader,
				   const struct pxt_log_beginning *beginning)
{
	if (beginning->preamble_damaged)
		pxt_log_damage_note(&reader->damage, 0,
				    "the preamble is damaged");
	if (beginning->damaged[0])
		note_header(reader, 0, PXT_LOG_PREAMBLE_SIZE);
	if (beginning->damaged[1])
		note_header(reader, 1, PXT_LOG_COPY_AT);
}
