/* log_seek.c - where to begin reading a log for a time */
#include <errno.h>

#include "log/log_seek.h"

enum {
	MARGIN_NS = 10000000, /* tolerance between the clocks of two chunks */
	AGREED_NS = 1000000,  /* difference of clocks that agree */
	FINE = 64 << 10,      /* bytes below which halving ends */
	FINE_SECTIONS = 128,  /* sections below which halving ends */
	STEP_BACK = 4,	      /* factor of each further step back */
	HALVING = 3,	      /* each third step of the search is a half */
	SYSTEM_DATA_MAX = 4096,
	PEEK = 256, /* bytes of records, for some contexts */
};

struct seek {
	const struct pxt_log_path *path; /* at its beginning */
	struct pxt_log_file *file;
	uint64_t data_max;
	int64_t before_ns; /* time minus the margin */
	bool is_behind_all;
	uint64_t length; /* length of the way */
	uint64_t fine;
	bool is_wary; /* chunks are verified before they are believed */
};

/* A chunk, and the time of its first event. */
struct sight {
	struct pxt_log_spot spot;
	struct pxt_log_chunk chunk;
	int64_t time_ns;
};

/* A start of reading behind a section. at 0: the beginning. */
struct start {
	uint64_t at;
	uint64_t number;
};

static int64_t less_margin(int64_t time_ns)
{
	return time_ns < INT64_MIN + MARGIN_NS ? INT64_MIN :
						 time_ns - MARGIN_NS;
}

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

static uint64_t file_to_way(const struct seek *seek, uint64_t at)
{
	const struct pxt_log_path *path = seek->path;

	if (pxt_log_path_turns(path) && at < first_at(path))
		return at - path->start.at + path->order.tail - first_at(path);
	return at - first_at(path);
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
	if (sight->spot.section.len < records)
		return EBADMSG;
	if (sight->spot.section.len - records < len)
		len = (size_t)sight->spot.section.len - records;
	err = pxt_log_file_read(seek->file, data, len,
				pxt_log_payload_at(&sight->spot) + records);
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
static int look_at(const struct seek *seek, const struct pxt_log_spot *spot,
		   struct sight *sight)
{
	uint32_t records;
	int err;

	if (spot->section.type != PXT_LOG_CHUNK ||
	    spot->section.len > PXT_LOG_CHUNK_MAX)
		return EBADMSG;
	sight->spot = *spot;
	err = pxt_log_file_read_chunk(seek->file, spot, &sight->chunk,
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
	struct pxt_log_position *position;
	struct pxt_log_spot spot;
	int err;

	set_out(seek, way, &path);
	for (;;) {
		err = pxt_log_path_find(&path, seek->file, &position, &spot);
		if (err)
			return err;
		err = look_at(seek, &spot, sight);
		if (err != EBADMSG)
			return err;
		pxt_log_path_step(&path, position, &spot);
	}
}

/* Large sections are found slowly, and walked quickly. */
static void note_span(struct seek *seek, const struct sight *sight)
{
	const uint64_t fine =
		FINE_SECTIONS * pxt_log_section_span(sight->spot.section.len);

	if (seek->fine < fine)
		seek->fine = fine;
}

/* A part of the way: the chunk at its begin is before the time, the next one at
 * its end is not. */
struct bracket {
	uint64_t low, high;
	int64_t low_ns, high_ns;
	bool has_low, has_high; /* times are known */
};

/* The spot of the time, if events come at one rate. */
static uint64_t estimate(const struct seek *seek, const struct bracket *bracket)
{
	const double all = (double)bracket->high_ns - (double)bracket->low_ns;
	const double part = (double)seek->before_ns - (double)bracket->low_ns;

	if (!(all > 0 && part > 0 && part < all))
		return bracket->low;
	return bracket->low +
	       (uint64_t)((double)(bracket->high - bracket->low) * part / all);
}

/* Begins at the end, as the times of many logs are asked for; then tries before
 * an estimate, and behind it. */
static uint64_t choose(const struct seek *seek, const struct bracket *bracket,
		       unsigned step)
{
	const uint64_t low = bracket->low, high = bracket->high;
	uint64_t spot;

	if (!step)
		return high - seek->fine;
	if (step % HALVING == 0 || !bracket->has_low || !bracket->has_high)
		return low + (high - low) / 2;
	spot = estimate(seek, bracket);
	return spot > low + seek->fine ? spot - seek->fine / 2 :
					 low + seek->fine;
}

static void narrow(const struct seek *seek, struct bracket *bracket,
		   uint64_t middle, const struct sight *sight)
{
	const uint64_t found =
		sight ? file_to_way(seek, sight->spot.at) : middle;

	if (sight && is_before(seek, sight)) {
		bracket->low = found >= middle && found < bracket->high ?
				       found :
				       middle;
		bracket->low_ns = sight->time_ns;
		bracket->has_low = true;
		return;
	}
	bracket->high = middle;
	bracket->has_high = sight;
	if (sight)
		bracket->high_ns = sight->time_ns;
}

static void note_first(struct seek *seek, struct bracket *bracket,
		       const struct sight *sight)
{
	note_span(seek, sight);
	bracket->low_ns = sight->time_ns;
	bracket->has_low = true;
	if (!is_before(seek, sight))
		bracket->high = 0;
}

/* *way: a spot whose next chunk is not far before the time. */
static int approach(struct seek *seek, uint64_t *way)
{
	struct bracket bracket = { .high = seek->length };
	struct sight sight;
	uint64_t middle;
	int err;

	err = probe(seek, 0, &sight);
	if (!err)
		note_first(seek, &bracket, &sight);
	for (unsigned i = 0; (!err || err == ENODATA) &&
			     bracket.high - bracket.low > seek->fine;
	     i++) {
		middle = choose(seek, &bracket, i) & ~UINT64_C(7);
		err = probe(seek, middle, &sight);
		if (!err)
			note_span(seek, &sight);
		if (!err || err == ENODATA)
			narrow(seek, &bracket, middle, err ? NULL : &sight);
	}

	*way = bracket.low;
	return err == ENODATA ? 0 : err;
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
	struct sight proof; /* the chunk that allows this start */
	struct sight last;  /* latest chunk before the time */
	struct sight next;  /* earliest one that is not */
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

static bool is_segment(const struct walk *walk, const struct pxt_log_spot *spot)
{
	struct pxt_log_segment segment;

	return spot->section.type == PXT_LOG_SEGMENT &&
	       !pxt_log_file_read_segment(walk->seek->file, spot, &segment);
}

/* Copies in an event's data are adjacent only to copies in the same data. A
 * SEGMENT has its own offset. */
static void note_chain(struct walk *walk, const struct pxt_log_spot *spot)
{
	if (walk->certain)
		return;
	if (spot->at != walk->end || spot->section.number != walk->number + 1) {
		begin_walk(walk, walk->seek, spot->at);
		walk->chain = spot->at;
	}
	walk->certain = spot->at - walk->chain > walk->seek->data_max ||
			is_segment(walk, spot);
	walk->end = pxt_log_spot_end(spot);
	walk->number = spot->section.number;
}

static void note_floor(struct walk *walk, const struct sight *sight)
{
	if (sight->chunk.floor <= walk->floor)
		return;

	walk->behind[0] = walk->behind[1];
	walk->behind[1] = (struct start){
		.at = pxt_log_spot_end(&sight->spot),
		.number = sight->spot.section.number,
	};
	walk->floor = sight->chunk.floor;
	walk->floors++;
	walk->beyond += walk->passed;
}

/* The time of a chunk is in its records, which may be damaged: if one was, each
 * start is verified once. */
static int take_start(struct walk *walk, const struct sight *sight)
{
	const bool is_known =
		walk->found && walk->start.at == walk->behind[0].at;
	int err;

	if (is_known && (walk->seek->is_wary ||
			 sight->chunk.first <= walk->proof.chunk.first))
		return 0;
	if (walk->seek->is_wary) {
		err = pxt_log_file_check(walk->seek->file, &sight->spot);
		if (err)
			return err == EBADMSG ? 0 : err;
	}

	walk->found = true;
	walk->start = walk->behind[0];
	walk->proof = *sight;
	return 0;
}

static void note_next(struct walk *walk, const struct sight *sight)
{
	if (!walk->passed || sight->chunk.first < walk->next.chunk.first)
		walk->next = *sight;
	walk->passed = true;
}

static int take(struct walk *walk, const struct pxt_log_spot *spot)
{
	struct sight sight;
	int err;

	note_chain(walk, spot);
	err = look_at(walk->seek, spot, &sight);
	if (err)
		return err == EBADMSG ? 0 : err;

	if (!is_before(walk->seek, &sight))
		note_next(walk, &sight);
	else if (walk->floors >= 2 && sight.chunk.first >= walk->floor)
		err = take_start(walk, &sight);
	if (is_before(walk->seek, &sight) &&
	    sight.chunk.first > walk->last.chunk.first)
		walk->last = sight;
	note_floor(walk, &sight);
	return err;
}

static int64_t time_at(const struct sight *sight, uint64_t ticks)
{
	return pxt_context_time(&sight->chunk.context,
				sight->chunk.context_ticks, ticks);
}

/* The first ticks between two whose time is not before that one, by the clock
 * of the last chunk before the time. */
static uint64_t find_ticks(const struct walk *walk, uint64_t low, uint64_t high,
			   int64_t time_ns)
{
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (time_at(&walk->last, middle) < time_ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The ticks before which all is before the time. If the next chunk has another
 * clock than the last one, that was set, and nothing is known of what is between
 * them. Behind all times is nothing, and the last events remain. */
static uint64_t find_bound(const struct walk *walk)
{
	const struct pxt_log_chunk *chunk = &walk->last.chunk;
	const uint64_t next = walk->next.chunk.first;
	int64_t gap;

	if (walk->seek->is_behind_all && !walk->passed)
		return find_ticks(
			walk, chunk->first, chunk->last,
			less_margin(time_at(&walk->last, chunk->last)));
	if (!walk->passed)
		return chunk->first;
	gap = time_at(&walk->last, next) - time_at(&walk->next, next);
	if (gap > AGREED_NS || gap < -AGREED_NS)
		return chunk->first;
	return find_ticks(walk, chunk->first, next,
			  walk->seek->before_ns - AGREED_NS);
}

/* Older events are excluded, whatever their chunk. */
static int exclude(struct walk *walk)
{
	int err = 0;

	walk->before = walk->proof.chunk.first;
	if (walk->last.spot.at != walk->proof.spot.at)
		err = pxt_log_file_check(walk->seek->file, &walk->last.spot);
	if (!err)
		walk->before = find_bound(walk);
	return err == EBADMSG ? 0 : err;
}

/* EBADMSG: a start is damaged that was believed. */
static int settle(struct walk *walk)
{
	int err = 0;

	if (!walk->found || !walk->certain)
		return ENODATA;
	if (!walk->seek->is_wary)
		err = pxt_log_file_check(walk->seek->file, &walk->proof.spot);
	return err ? err : exclude(walk);
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
	struct pxt_log_position *position;
	struct pxt_log_spot spot;
	int err = 0;

	begin_walk(walk, seek, way);
	set_out(seek, way, &path);
	while (!err && !is_over(walk)) {
		err = pxt_log_path_find(&path, seek->file, &position, &spot);
		if (!err)
			err = take(walk, &spot);
		if (!err)
			pxt_log_path_step(&path, position, &spot);
	}
	if (err && err != ENODATA)
		return err;
	return settle(walk);
}

/* The spot itself may have enough before the time. */
static int find_from_further_back(const struct seek *seek, uint64_t way,
				  struct walk *walk)
{
	uint64_t back = 0;
	int err;

	for (;;) {
		way = way > back ? way - back : 0;
		err = find_start(seek, way, walk);
		if (err != ENODATA || !way)
			return err;
		back = back ? back * STEP_BACK : seek->fine;
	}
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
		.is_behind_all = time_ns == INT64_MAX,
	};
	struct walk walk;
	uint64_t way = 0;
	int err;

	*before = 0;
	seek.fine = FINE + 2 * seek.data_max;
	err = measure_way(&seek);
	if (!err)
		err = approach(&seek, &way);
	if (!err)
		err = find_from_further_back(&seek, way, &walk);
	if (err == EBADMSG) {
		seek.is_wary = true;
		err = find_from_further_back(&seek, way, &walk);
	}
	if (err)
		return err == ENODATA ? 0 : err;

	if (walk.start.at)
		pxt_log_path_jump(path, walk.start.at, walk.start.number);
	*before = walk.before;
	return 0;
}
