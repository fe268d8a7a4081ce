/* log_entrance.c - large chunks that are entered in their middle */
#include "log/log_entrance.h"

#include "base/crc32c.h"

enum {
	FIRST_KEPT = 512 << 10, /* bytes of records kept at an entrance */
	LAST_KEPT = 16 << 10, /* among them, the record where the rest begins */
};

struct entrance {
	struct pxt_log_spot spot;
	struct pxt_log_chunk chunk;
	uint32_t records; /* offset of records in the payload */
	size_t room;	  /* bytes of records that are kept */
};

/* A payload is read and verified piece by piece. */
struct passage {
	struct pxt_log_file *file;
	uint64_t at; /* next byte in the file */
	uint64_t end;
	uint32_t crc; /* checksum up to there */
};

static bool read_on(struct passage *passage, void *to, size_t len)
{
	if (pxt_log_file_read(passage->file, to, len, passage->at))
		return false;
	passage->crc = pxt_crc32c(passage->crc, to, len);
	passage->at += len;
	return true;
}

static size_t at_most(size_t most, uint64_t len)
{
	return len < most ? (size_t)len : most;
}

static bool pass_bytes(struct passage *passage, uint64_t upto)
{
	while (passage->at < upto)
		if (!read_on(passage, passage->file->window,
			     at_most(PXT_LOG_WINDOW, upto - passage->at)))
			return false;
	return true;
}

/* Puts further records behind those in the window. False: there are none, or a
 * record is larger than the window. */
static bool refill(struct passage *passage, struct pxt_record_walk *walk)
{
	uint8_t *const window = passage->file->window;
	const size_t held = pxt_bytes_left(&walk->in);
	const size_t len =
		at_most(PXT_LOG_WINDOW - held, passage->end - passage->at);

	if (held)
		memmove(window, walk->in.at, held);
	pxt_bytes_init(&walk->in, window, held + len);
	return len && read_on(passage, window + held, len);
}

/* Ends a walk before its first event behind these ticks. A record that ends
 * beyond the window looks like damage. */
static bool pass_events(struct passage *passage, struct pxt_record_walk *walk,
			uint64_t upto)
{
	struct pxt_record_walk before;

	while (pxt_record_walk_find(walk, upto, &before)) {
		*walk = before;
		if (!refill(passage, walk))
			return false;
	}
	*walk = before;
	return true;
}

/* Verifies the heads. False: not this chunk, or packed. */
static bool read_heads(struct pxt_log_reader *reader, const struct pxt_run *run,
		       struct entrance *entrance)
{
	struct pxt_log_spot *spot = &entrance->spot;

	spot->at = run->cookie[COOKIE_AT];
	return !pxt_log_file_read_head(&reader->file, spot) &&
	       spot->section.type == PXT_LOG_CHUNK &&
	       spot->section.len == run->cookie[COOKIE_LEN] &&
	       spot->section.number == run->cookie[COOKIE_NUMBER] &&
	       !pxt_log_file_read_chunk(&reader->file, spot, &entrance->chunk,
					&entrance->records) &&
	       !(entrance->chunk.flags & PXT_LOG_CHUNK_PACKED) &&
	       entrance->records + run->cookie[COOKIE_FROM] < spot->section.len;
}

/* Gets a walk to the first event that is wanted. */
static bool go_in(struct passage *passage, const struct entrance *entrance,
		  const struct pxt_run *run, uint64_t upto,
		  struct pxt_record_walk *walk)
{
	const uint64_t from = run->cookie[COOKIE_FROM];
	const struct pxt_log_chunk *chunk = &entrance->chunk;

	if (from) {
		pxt_record_walk_init(walk, NULL, 0, &run->context,
				     run->context_ticks);
		return pass_bytes(passage, passage->at + from);
	}
	pxt_record_walk_init(walk, NULL, 0, &chunk->context,
			     chunk->context_ticks);
	return pass_events(passage, walk, upto);
}

/* Keeps records from the window, and from the file behind them. */
static bool keep(struct passage *passage, struct pxt_record_walk *walk,
		 size_t room, uint8_t *to)
{
	const size_t held = pxt_bytes_left(&walk->in);
	const size_t len = at_most(room - held, passage->end - passage->at);

	if (held)
		memcpy(to, walk->in.at, held);
	pxt_bytes_init(&walk->in, to, held + len);
	return read_on(passage, to + held, len);
}

/* Ends a walk where the rest may begin, near the end of what is kept: at a record
 * that is valid behind the others. */
static bool find_rest(struct pxt_record_walk *walk, uint64_t *first)
{
	const uint8_t *const stop = walk->in.end - LAST_KEPT;
	struct pxt_record_walk before;
	struct pxt_event event;
	uint32_t type;

	do {
		pxt_record_walk_pass(walk, stop, UINT64_MAX, &type);
		before = *walk;
		if (pxt_record_walk_next(walk, &event))
			return false;
	} while (walk->in.at < stop);
	*walk = before;
	*first = event.ticks;
	return true;
}

/* Loads a run of what is kept, without its rest. */
static bool enter(struct pxt_log_reader *reader,
		  const struct entrance *entrance, uint64_t upto,
		  struct pxt_run *run)
{
	struct pxt_log_buffer *buffer = run->buffer;
	uint8_t *const to = (uint8_t *)buffer->data;
	struct passage passage = {
		.file = &reader->file,
		.at = pxt_log_payload_at(&entrance->spot),
		.end = pxt_log_payload_at(&entrance->spot) +
		       entrance->spot.section.len,
	};
	struct pxt_record_walk walk;

	if (!read_on(&passage, to, entrance->records) ||
	    !go_in(&passage, entrance, run, upto, &walk))
		return false;
	run->offset = passage.at - pxt_bytes_left(&walk.in);
	run->context = walk.context;
	run->context_ticks = walk.context_ticks;
	if (!keep(&passage, &walk, entrance->room, to + entrance->records) ||
	    !pass_bytes(&passage, passage.end))
		return false;

	pxt_bytes_init(&run->reasons, to, entrance->records);
	run->data = walk.in.at;
	run->len = pxt_bytes_left(&walk.in);
	run->packed = false;
	return passage.crc == entrance->spot.section.crc;
}

/* Makes two runs of one that ends before its chunk does. */
static bool leave_rest(struct pxt_merge *merge, const struct entrance *entrance,
		       struct pxt_run *run)
{
	const uint64_t records_at =
		pxt_log_payload_at(&entrance->spot) + entrance->records;
	struct pxt_run rest = *run;
	struct pxt_record_walk walk;

	if (run->offset + run->len ==
	    records_at + entrance->spot.section.len - entrance->records)
		return true;
	pxt_record_walk_init(&walk, run->data, run->len, &run->context,
			     run->context_ticks);
	if (!find_rest(&walk, &rest.first))
		return false;

	run->len -= pxt_bytes_left(&walk.in);
	rest.context = walk.context;
	rest.context_ticks = walk.context_ticks;
	rest.cookie[COOKIE_FROM] = run->offset + run->len - records_at;
	rest.cookie[COOKIE_KEPT] = entrance->room;
	rest.buffer = NULL;
	return !pxt_merge_add_rest(merge, &rest);
}

bool pxt_log_enter(struct pxt_log_reader *reader, struct pxt_merge *merge,
		   struct pxt_run *run, uint64_t upto)
{
	const uint64_t kept = run->cookie[COOKIE_KEPT];
	struct pxt_run entered = *run;
	struct entrance entrance = {
		.room = kept ? 2 * (size_t)kept : FIRST_KEPT,
	};

	if (run->cookie[COOKIE_LEN] - run->cookie[COOKIE_FROM] <
		    entrance.room + entrance.room / 2 ||
	    !read_heads(reader, run, &entrance))
		return false;
	entered.buffer = pxt_log_buffers_get(&reader->buffers,
					     entrance.records + entrance.room);
	if (!entered.buffer)
		return false;
	if (!enter(reader, &entrance, upto, &entered) ||
	    !leave_rest(merge, &entrance, &entered)) {
		pxt_log_buffers_put(&reader->buffers, entered.buffer);
		return false;
	}
	*run = entered;
	return true;
}
