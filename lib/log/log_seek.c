/* log_seek.c - where to begin reading a log for a time */
#include <errno.h>

#include "log/log_seek.h"

enum {
	MARGIN_NS = 10000000, /* tolerance between the clocks of two chunks */
	FINE = 64 << 10,      /* bytes below which halving ends */
	FINE_SECTIONS = 32,   /* sections below which halving ends */
	STEP_BACK = 4,	      /* factor of each further step back */
	SYSTEM_DATA_MAX = 4096,
	PEEK = 256, /* bytes of records, for some contexts */
};

struct seek {
	const struct pxt_log_path *path; /* at its beginning */
	struct pxt_log_file *file;
	uint64_t data_max;
	int64_t before_ns; /* time minus the margin */
	uint64_t length;   /* length of the way */
	uint64_t fine;
};

/* A chunk, and the time of its first event. */
struct sight {
	struct pxt_log_place place;
	struct pxt_log_chunk chunk;
	int64_t time_ns;
};

/* A start of reading behind a section. at 0: the beginning. */
struct start {
	uint64_t at;
	uint64_t number;
};

/* The way is the log as one range of bytes: a turned log has two pieces. */

static uint64_t first_at(const struct pxt_log_path *path)
{
	return pxt_log_path_turns(path) ? path->order.pivot : path->start.at;
}

static int measure_way(struct seek *seek)
{
	const struct pxt_log_path *path = seek->path;
	uint64_t size;
	int err;

	err = pxt_log_file_size(seek->file, &size);
	if (err)
		return err;
	if (pxt_log_path_turns(path))
		size = path->order.tail;
	seek->length = size > path->start.at ? size - path->start.at : 0;
	return 0;
}

static uint64_t way_to_file(const struct seek *seek, uint64_t way)
{
	const struct pxt_log_path *path = seek->path;
	const uint64_t at = first_at(path) + way;

	if (pxt_log_path_turns(path) && at >= path->order.tail)
		return at - path->order.tail + path->start.at;
	return at;
}

/* Makes a path that begins anywhere, even within a section. */
static void set_out(const struct seek *seek, uint64_t way,
		    struct pxt_log_path *path)
{
	*path = *seek->path;
	path->straight.ended = pxt_log_path_turns(path); /* without the tail */
	if (way)
		pxt_log_path_jump(path, way_to_file(seek, way),
				  pxt_log_path_turns(path) ?
					  path->order.number - 1 :
					  path->start.number);
}

/* Sections */

/* Contexts may precede the first event, and the last of them counts. Of a
 * packed chunk that one is in the head. */
static int find_context(const struct seek *seek, struct sight *sight,
			uint32_t records)
{
	struct pxt_log_chunk *chunk = &sight->chunk;
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint8_t data[PEEK];
	size_t len = sizeof(data);
	int err;

	if (chunk->flags & PXT_LOG_CHUNK_PACKED)
		return chunk->context.rate ? 0 : EBADMSG;
	if (sight->place.section.len < records)
		return EBADMSG;
	if (sight->place.section.len - records < len)
		len = (size_t)sight->place.section.len - records;
	err = pxt_log_file_read(seek->file, data, len,
				pxt_log_payload_at(&sight->place) + records);
	if (err)
		return err;

	pxt_record_walk_init(&walk, data, len, &chunk->context,
			     chunk->context_ticks);
	pxt_record_walk_next(&walk, &event); /* the event may be incomplete */
	chunk->context = walk.context;
	chunk->context_ticks = walk.context_ticks;
	return walk.context.rate ? 0 : EBADMSG;
}

/* EBADMSG: not a chunk, or one without a time. */
static int look_at(const struct seek *seek, const struct pxt_log_place *place,
		   struct sight *sight)
{
	uint32_t records;
	int err;

	if (place->section.type != PXT_LOG_CHUNK ||
	    place->section.len > PXT_LOG_CHUNK_MAX)
		return EBADMSG;
	sight->place = *place;
	err = pxt_log_file_read_chunk(seek->file, place, &sight->chunk,
				      &records);
	if (!err)
		err = find_context(seek, sight, records);
	if (!err)
		sight->time_ns = pxt_context_time(&sight->chunk.context,
						  sight->chunk.context_ticks,
						  sight->chunk.first);
	return err;
}

static bool is_before(const struct seek *seek, const struct sight *sight)
{
	return sight->time_ns < seek->before_ns;
}

/* Halves */

/* Finds the next chunk from there on. ENODATA: none. */
static int probe(const struct seek *seek, uint64_t way, struct sight *sight)
{
	struct pxt_log_path path;
	struct pxt_log_cursor *cursor;
	struct pxt_log_place place;
	int err;

	set_out(seek, way, &path);
	for (;;) {
		err = pxt_log_path_find(&path, seek->file, &cursor, &place);
		if (err)
			return err;
		err = look_at(seek, &place, sight);
		if (err != EBADMSG)
			return err;
		pxt_log_path_step(&path, cursor, &place);
	}
}

/* Large sections are found slowly, and walked quickly. */
static void note_span(struct seek *seek, const struct sight *sight)
{
	const uint64_t fine =
		FINE_SECTIONS * pxt_log_section_span(sight->place.section.len);

	if (seek->fine < fine)
		seek->fine = fine;
}

/* *way: a place whose next chunk is not far before the time. */
static int approach(struct seek *seek, uint64_t *way)
{
	uint64_t low = 0, high = seek->length, middle;
	struct sight sight;
	int err;

	while (high - low > seek->fine) {
		middle = (low + (high - low) / 2) & ~UINT64_C(7);
		err = probe(seek, middle, &sight);
		if (err && err != ENODATA)
			return err;
		if (!err)
			note_span(seek, &sight);
		if (!err && is_before(seek, &sight))
			low = middle;
		else
			high = middle;
	}

	*way = low;
	return 0;
}

/* The walk */

struct walk {
	const struct seek *seek;
	bool certain;	/* sections are proved not to be copies */
	uint64_t chain; /* start of the adjacent sections */
	uint64_t end;	/* end of the last section, and its number */
	uint64_t number;

	/* Starts behind the last sections whose floors were higher than any
	 * before: behind[0] is A, behind[1] is B. */
	struct start behind[2];
	uint64_t floor; /* floor of B */
	unsigned floors;

	bool passed;	 /* a chunk was not before the time */
	unsigned beyond; /* number of higher floors since */

	bool found;
	struct start start;
	struct sight last; /* latest chunk before the time */
	uint64_t before;
};

/* Reading from the beginning misses nothing. */
static void begin_walk(struct walk *walk, const struct seek *seek, uint64_t way)
{
	*walk = (struct walk){
		.seek = seek,
		.certain = !way,
		.floors = way ? 0 : 2,
	};
}

static bool is_segment(const struct walk *walk,
		       const struct pxt_log_place *place)
{
	struct pxt_log_segment segment;

	return place->section.type == PXT_LOG_SEGMENT &&
	       !pxt_log_file_read_segment(walk->seek->file, place, &segment);
}

/* Copies in an event's data are adjacent only to copies in the same data. A
 * SEGMENT has its own offset. */
static void note_chain(struct walk *walk, const struct pxt_log_place *place)
{
	if (walk->certain)
		return;
	if (place->at != walk->end ||
	    place->section.number != walk->number + 1) {
		begin_walk(walk, walk->seek, place->at);
		walk->chain = place->at;
	}
	walk->certain = place->at - walk->chain > walk->seek->data_max ||
			is_segment(walk, place);
	walk->end = pxt_log_place_end(place);
	walk->number = place->section.number;
}

static void note_floor(struct walk *walk, const struct sight *sight)
{
	if (sight->chunk.floor <= walk->floor)
		return;

	walk->behind[0] = walk->behind[1];
	walk->behind[1] = (struct start){
		.at = pxt_log_place_end(&sight->place),
		.number = sight->place.section.number,
	};
	walk->floor = sight->chunk.floor;
	walk->floors++;
	walk->beyond += walk->passed;
}

/* The time of a chunk is in its records, which may be damaged: each start is
 * read and verified once. */
static int take_start(struct walk *walk, const struct sight *sight)
{
	int err;

	if (walk->found && walk->start.at == walk->behind[0].at)
		return 0;
	err = pxt_log_file_check(walk->seek->file, &sight->place);
	if (err)
		return err == EBADMSG ? 0 : err;

	walk->found = true;
	walk->start = walk->behind[0];
	walk->before = sight->chunk.first;
	return 0;
}

static int take(struct walk *walk, const struct pxt_log_place *place)
{
	struct sight sight;
	int err;

	note_chain(walk, place);
	err = look_at(walk->seek, place, &sight);
	if (err)
		return err == EBADMSG ? 0 : err;

	if (!is_before(walk->seek, &sight))
		walk->passed = true;
	else if (walk->floors >= 2 && sight.chunk.first >= walk->floor)
		err = take_start(walk, &sight);
	if (is_before(walk->seek, &sight) &&
	    sight.chunk.first > walk->last.chunk.first)
		walk->last = sight;
	note_floor(walk, &sight);
	return err;
}

/* Older events are excluded, whatever their chunk. */
static int settle(struct walk *walk)
{
	int err;

	if (!walk->found || !walk->certain)
		return ENODATA;
	if (walk->last.chunk.first <= walk->before)
		return 0;
	err = pxt_log_file_check(walk->seek->file, &walk->last.place);
	if (!err)
		walk->before = walk->last.chunk.first;
	return err == EBADMSG ? 0 : err;
}

/* Two floors not older than a chunk not before the time end the walk: no later
 * event is before the time. */
static bool is_over(const struct walk *walk)
{
	return walk->beyond >= 2;
}

/* ENODATA: no reliable start. */
static int find_start(const struct seek *seek, uint64_t way, struct walk *walk)
{
	struct pxt_log_path path;
	struct pxt_log_cursor *cursor;
	struct pxt_log_place place;
	int err = 0;

	begin_walk(walk, seek, way);
	set_out(seek, way, &path);
	while (!err && !is_over(walk)) {
		err = pxt_log_path_find(&path, seek->file, &cursor, &place);
		if (!err)
			err = take(walk, &place);
		if (!err)
			pxt_log_path_step(&path, cursor, &place);
	}
	if (err && err != ENODATA)
		return err;
	return settle(walk);
}

static int find_from_further_back(const struct seek *seek, uint64_t way,
				  struct walk *walk)
{
	uint64_t back = seek->fine;
	int err;

	do {
		way = way > back ? way - back : 0;
		err = find_start(seek, way, walk);
		back *= STEP_BACK;
	} while (err == ENODATA && way);

	return err;
}

static int64_t less_margin(int64_t time_ns)
{
	return time_ns < INT64_MIN + MARGIN_NS ? INT64_MIN :
						 time_ns - MARGIN_NS;
}

int pxt_log_seek(struct pxt_log_path *path, struct pxt_log_file *file,
		 uint64_t data_max, int64_t time_ns, uint64_t *before)
{
	struct seek seek = {
		.path = path,
		.file = file,
		.data_max =
			data_max > SYSTEM_DATA_MAX ? data_max : SYSTEM_DATA_MAX,
		.before_ns = less_margin(time_ns),
	};
	struct walk walk;
	uint64_t way;
	int err;

	*before = 0;
	seek.fine = FINE + 2 * seek.data_max;
	err = measure_way(&seek);
	if (!err)
		err = approach(&seek, &way);
	if (!err)
		err = find_from_further_back(&seek, way, &walk);
	if (err)
		return err == ENODATA ? 0 : err;

	if (walk.start.at)
		pxt_log_path_jump(path, walk.start.at, walk.start.number);
	*before = walk.before;
	return 0;
}
