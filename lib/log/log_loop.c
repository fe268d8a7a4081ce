/* log_loop.c - choosing the part of a full log to overwrite */
#include <string.h>

#include "log/log_loop.h"

__extension__ typedef unsigned __int128 u128;

enum {
	SHARES = 16,
	LEAST_RECORDS = 4,
	HEAD = PXT_LOG_SECTION_SIZE +
	       PXT_LOG_SEGMENT_SIZE, /* Overhead of an extent. */
};
_Static_assert(HEAD % 8 == 0, "a SEGMENT needs no padding");

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Bytes of records of a single chunk in so many bytes of the file. */
static uint64_t fit(uint64_t bytes)
{
	const uint64_t head = pxt_log_chunk_span(0);

	return bytes > head ? (bytes - head) & ~UINT64_C(7) : 0;
}

uint64_t pxt_log_limit_room(const struct pxt_log_limit *limit)
{
	if (limit->records >= limit->records_max ||
	    limit->bytes >= limit->bytes_max)
		return 0;

	return min((limit->records_max - limit->records) & ~UINT64_C(7),
		   fit(limit->bytes_max - limit->bytes));
}

uint64_t pxt_log_limit_rest(const struct pxt_log_limit *limit, size_t chunks)
{
	/* Overhead of chunks, with padding. */
	const uint64_t besides = chunks * (pxt_log_chunk_span(0) + 8);

	if (limit->records >= limit->records_max ||
	    limit->bytes + besides >= limit->bytes_max)
		return 0;

	return min((limit->records_max - limit->records) & ~UINT64_C(7),
		   limit->bytes_max - limit->bytes - besides);
}

void pxt_log_limit_add(struct pxt_log_limit *limit, uint64_t records)
{
	limit->records += records;
	limit->bytes += pxt_log_chunk_span(records);
}

/* The least room in every section: the largest record behind a context, and
 * another context. */
static uint64_t least_records(const struct pxt_attr *attr)
{
	const uint64_t user =
		pxt_attr_user_event_size(attr, (size_t)attr->max_data);

	return max(user, pxt_attr_system_event_size()) +
	       pxt_record_span(sizeof(struct pxt_context));
}

/* Overwriting a part of a log must leave most of it: there are always several
 * extents, and a log that is too small for them grows, but not beyond the limit
 * on the file. */
void pxt_log_loop_init(struct pxt_log_loop *loop, struct pxt_log_limit *limit,
		       const struct pxt_attr *attr)
{
	memset(loop, 0, sizeof(*loop));
	loop->least = least_records(attr);

	limit->bytes_max = 2 * attr->log_size;
	limit->records_max =
		max(attr->log_size,
		    min(limit->bytes_max, LEAST_RECORDS * loop->least));
	limit->records = 0;
	limit->bytes = 0;

	loop->share = max(limit->records_max / SHARES,
			  HEAD + pxt_log_chunk_span(loop->least));
	loop->share = (loop->share + 7) & ~UINT64_C(7);
}

static struct pxt_log_extent *current(struct pxt_log_loop *loop)
{
	return &loop->extent[loop->current];
}

/* The last extent must not be too small for reuse. */
bool pxt_log_loop_wants_extent(const struct pxt_log_loop *loop,
			       const struct pxt_log_limit *limit,
			       uint64_t length)
{
	if (!loop->count)
		return true;
	if (loop->count == PXT_LOG_EXTENTS_MAX)
		return false;

	return length - loop->extent[loop->current].at >= loop->share &&
	       limit->records_max - limit->records >= loop->share &&
	       limit->bytes_max - limit->bytes >= loop->share;
}

void pxt_log_loop_add_extent(struct pxt_log_loop *loop,
			     struct pxt_log_limit *limit, uint64_t at,
			     uint64_t number)
{
	loop->current = loop->count++;
	*current(loop) = (struct pxt_log_extent){ .at = at, .number = number };
	loop->previous = number;
	limit->bytes += HEAD;
}

void pxt_log_loop_add_chunk(struct pxt_log_loop *loop,
			    const struct pxt_log_chunk *chunk, uint64_t records,
			    uint64_t number)
{
	struct pxt_log_extent *extent = current(loop);

	extent->records += records;
	extent->used += pxt_log_chunk_span(records);
	extent->last = max(extent->last, chunk->last);
	extent->events += chunk->events;
	loop->previous = number;
}

uint64_t pxt_log_loop_tail(const struct pxt_log_loop *loop, uint64_t length)
{
	return max(length, loop->extent[loop->current].at + loop->share);
}

void pxt_log_loop_turn(struct pxt_log_loop *loop, uint64_t tail)
{
	for (unsigned i = 0; i + 1 < loop->count; i++)
		loop->extent[i].end = loop->extent[i + 1].at;
	current(loop)->end = tail;
	current(loop)->used = tail;
	loop->tail = tail;
	loop->turning = true;
}

/* Sections may be small while the log grows, and larger later: then the extents
 * could hold more than the log may. */
static uint64_t quota(const struct pxt_log_loop *loop,
		      const struct pxt_log_limit *limit,
		      const struct pxt_log_extent *extent)
{
	const uint64_t all = loop->tail - loop->extent[0].at;
	const uint64_t part = (uint64_t)((u128)(extent->end - extent->at) *
					 limit->records_max / all);

	return max(loop->least, part & ~UINT64_C(7));
}

uint64_t pxt_log_loop_left(const struct pxt_log_loop *loop,
			   const struct pxt_log_limit *limit)
{
	const struct pxt_log_extent *extent = &loop->extent[loop->current];
	const uint64_t most = quota(loop, limit, extent);

	if (extent->records >= most || extent->used >= extent->end)
		return 0;
	return min(most - extent->records, fit(extent->end - extent->used));
}

static unsigned next(const struct pxt_log_loop *loop)
{
	return (loop->current + 1) % loop->count;
}

uint64_t pxt_log_loop_next_room(const struct pxt_log_loop *loop,
				const struct pxt_log_limit *limit)
{
	const struct pxt_log_extent *extent = &loop->extent[next(loop)];

	return min(quota(loop, limit, extent),
		   fit(extent->end - extent->at - HEAD));
}

void pxt_log_loop_next(const struct pxt_log_loop *loop,
		       struct pxt_log_segment *segment)
{
	const struct pxt_log_extent *extent = &loop->extent[next(loop)];

	*segment = (struct pxt_log_segment){
		.at = extent->at,
		.horizon = max(loop->horizon, extent->last),
		.overwritten = loop->overwritten + extent->events,
		.previous = loop->previous,
		.kind = PXT_LOG_SEGMENT_CHUNKS,
	};
}

void pxt_log_loop_advance(struct pxt_log_loop *loop, uint64_t number)
{
	struct pxt_log_segment segment;
	struct pxt_log_extent *extent;

	pxt_log_loop_next(loop, &segment);
	loop->horizon = segment.horizon;
	loop->overwritten = segment.overwritten;
	loop->previous = number;
	loop->turned = true;
	loop->current = next(loop);

	extent = current(loop);
	extent->number = number;
	extent->used = extent->at + HEAD;
	extent->records = 0;
	extent->last = 0;
	extent->events = 0;
}

void pxt_log_loop_order(const struct pxt_log_loop *loop,
			struct pxt_log_order *order)
{
	const struct pxt_log_extent *oldest;

	memset(order, 0, sizeof(*order));
	if (!loop->turned)
		return;

	oldest = &loop->extent[next(loop)];
	*order = (struct pxt_log_order){
		.pivot = oldest->at,
		.number = oldest->number,
		.tail = loop->tail,
		.horizon = loop->horizon,
		.overwritten = loop->overwritten,
		.newest = loop->previous,
	};
}
