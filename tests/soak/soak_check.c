/*
 * soak_check.c - is everything that a stream did not deliver accounted for?
 *
 * An event was *wanted* by the stream if its process was traced, the stream
 * was started and its type not filtered when it was made. Of each event it is
 * known whether it surely was, surely was not, or may have been: because it
 * was under way during a step, because its thread was killed in the middle of
 * it, or because its process was born just when the stream was made.
 *
 *	K1  what was surely not wanted is not delivered. With a log, nor is what
 *	    was made before the last clear
 *	K2  what was surely wanted is delivered, or is missing where a loss was
 *	    told: between the events of its lane that were delivered before and
 *	    behind it. A loss is told by STOP with the int 1, where a stream was
 *	    full; by OVERFLOW and RESUME, where it was overwritten, and from the
 *	    one to the other; by LOSS in a log
 *	K3  a log of a stream that does not loop: LOSS items tell as many events
 *	    as are missing. No fewer than those surely wanted, and no more than
 *	    those that may have been wanted besides
 *	K4  the totals before the shutdown tell just as many. They alone do if
 *	    the stream was read, too: then a reader has got some LOSS items, and
 *	    does not show them
 *	K5  without a log: the status says OVERRUN if events are missing that were
 *	    surely wanted; and only if some are that may have been, unless the
 *	    stream loops, when system events can have been overwritten, too
 *	K6  a log ends suspended
 *
 * Exceptions that the documentation makes:
 *
 *	- what was made before a clear may be missing without a word
 *	- a log that was full (UNTIL_FULL) ends somewhere: what is behind the last
 *	  event of a lane is told by a LOSS at the end, with the system's events
 *	  that the log did not take: as many as the totals tell. One that was
 *	  overwritten (LOOP) begins somewhere: what is before the first event of
 *	  a lane is missing without a word. The totals count what such a log
 *	  did not take, too, and of the system's events; and what was lost
 *	  before a clear
 *	- a LOOP stream does not tell how many it lost: K3, K4 do not hold
 *	- a stream whose controller shut it down without reading it to its end
 *	- of a process whose parent died before it could look who traces it, or
 *	  that was born when the stream was made: all or nothing
 */
#include <stdio.h>
#include <unistd.h>

#include "soak_plan.h"
#include "soak_stream.h"

/* Births that run no code of ours are known to a hundredth of a second; and
 * the kernel counts ticks. */
enum { BIRTH_NS = 30000000 };

enum sure { NO, MAYBE, YES };

struct verdict {
	uint64_t surely, maybe; /* missing: wanted */
	uint64_t free;		/* missing, and nobody has to say so */
};

static enum sure lesser(enum sure a, enum sure b)
{
	return a < b ? a : b;
}

static enum sure inherits(const struct soak_stream *stream,
			  const struct soak_image *image)
{
	const int64_t end = image->birth_end ? image->birth_end : INT64_MAX;
	const bool spawned = image->birth == SOAK_BY_SPAWN;

	if (end < stream->create_begin - (spawned ? BIRTH_NS : 0))
		return NO;
	if (image->birth_begin < stream->create_end)
		return MAYBE;
	return spawned && image->orphan ? MAYBE : YES;
}

static bool has_any(const struct soak_stream *stream, uint32_t image)
{
	for (uint32_t i = 1; i < SOAK_LANES; i++)
		if (stream->count->lane[i].last &&
		    stream->board->lane[i].image == image)
			return true;
	return false;
}

/* Who is traced at all is traced from its first event on. */
static enum sure traces(const struct soak_stream *stream, uint32_t number)
{
	const struct soak_image *image = &stream->board->image[number];
	enum sure parent, self;

	if (image->pid == stream->pid)
		return YES;
	if (image->birth == SOAK_BY_CONDUCTOR)
		return NO;
	parent = traces(stream, image->parent);
	if (image->birth == SOAK_BY_EXEC || parent == NO)
		return parent;
	if (!stream->inherited)
		return NO;
	self = lesser(parent, inherits(stream, image));
	return self == MAYBE && has_any(stream, number) ? YES : self;
}

/* One event, by the steps */

/* Steps before low were over when it began; those from high on had not begun
 * when it was done. */
struct when {
	unsigned low, high;
};

static void move_on(const struct soak_stream *stream, uint32_t lane,
		    uint32_t number, struct when *when)
{
	while (when->low < stream->steps &&
	       stream->step[when->low].begun[lane] < number)
		when->low++;
	while (when->high < stream->steps &&
	       stream->step[when->high].done[lane] < number)
		when->high++;
}

static bool is_wanted_after(const struct soak_stream *stream, unsigned steps,
			    uint32_t type)
{
	return steps && stream->step[steps - 1].running &&
	       !(stream->step[steps - 1].filter >> type & 1);
}

static enum sure was_cleared(const struct soak_stream *stream,
			     const struct when *when)
{
	enum sure sure = NO;

	for (unsigned i = when->low; i < stream->steps; i++)
		if (stream->step[i].cleared)
			sure = i >= when->high ? YES : MAYBE;
	return sure;
}

static enum sure was_wanted(const struct soak_stream *stream,
			    const struct when *when, uint32_t type)
{
	bool always = true, ever = false;

	for (unsigned i = when->low; i <= when->high; i++) {
		const bool wanted = is_wanted_after(stream, i, type);

		always &= wanted;
		ever |= wanted;
	}
	if (!ever)
		return NO;
	return always ? YES : MAYBE;
}

/* What is missing */

static bool is_cut_short(const struct soak_stream *stream)
{
	return stream->log_full && stream->log_policy == POSIX_TRACE_UNTIL_FULL;
}

static bool may_be_gone(const struct soak_stream *stream,
			const struct soak_lane_count *lane, uint32_t number,
			uint32_t first)
{
	if (stream->abrupt && number > lane->last)
		return true;
	if (is_cut_short(stream) && number > lane->last)
		return true;
	return stream->log_overrun && stream->log_policy == POSIX_TRACE_LOOP &&
	       (!first || number < first);
}

static uint32_t first_of(const struct soak_lane_count *lane)
{
	if (!lane->last)
		return 0;
	return lane->gaps && lane->gap[0].from == 1 ? lane->gap[0].to + 1 : 1;
}

static void note_missing(struct soak_stream *stream, struct verdict *verdict,
			 enum sure wanted, uint32_t lane, uint32_t number)
{
	if (wanted == MAYBE) {
		verdict->maybe++;
		return;
	}
	verdict->surely++;
	if (stream->logged && stream->read)
		return;
	if (!soak_count_was_told(stream->count, lane, number))
		soak_doubt(stream->count,
			   "lane %u (image %u, last %u): %u is missing, "
			   "and no loss is told",
			   lane, stream->board->lane[lane].image,
			   stream->count->lane[lane].last, number);
}

static void judge(struct soak_stream *stream, struct verdict *verdict,
		  enum sure traced, uint32_t lane, uint32_t number,
		  const struct when *when)
{
	const struct soak_lane_count *of = &stream->count->lane[lane];
	const uint32_t type =
		soak_plan_type(stream->board->scene, lane, number);
	const enum sure cleared = was_cleared(stream, when);
	enum sure wanted = lesser(traced, was_wanted(stream, when, type));

	if (soak_count_has(of, number)) {
		if (wanted == NO ||
		    (stream->logged && !stream->read && cleared == YES))
			soak_miss(stream->count,
				  "lane %u: %u was not wanted (image %u)", lane,
				  number, stream->board->lane[lane].image);
		return;
	}
	if (wanted == NO || cleared == YES)
		return;
	if (cleared == MAYBE || number > stream->board->lane[lane].done)
		wanted = MAYBE;
	if (may_be_gone(stream, of, number, first_of(of)))
		verdict->free++;
	else
		note_missing(stream, verdict, wanted, lane, number);
}

static void judge_lane(struct soak_stream *stream, struct verdict *verdict,
		       uint32_t number)
{
	const struct soak_lane *lane = &stream->board->lane[number];
	struct when when = { 0, 0 };
	enum sure traced;

	if (!lane->begun)
		return;
	traced = traces(stream, lane->image);
	for (uint32_t i = 1; i <= lane->begun; i++) {
		move_on(stream, number, i, &when);
		judge(stream, verdict, traced, number, i, &when);
	}
}

/* C5 of soak_count.h: was there a filter with that type, for a moment? */
static void check_odd(struct soak_stream *stream, const struct soak_early *odd)
{
	struct when when = { 0, 0 };

	move_on(stream, odd->lane, odd->number, &when);
	for (unsigned i = when.low; i <= when.high; i++)
		if (i && stream->step[i - 1].filter >> odd->type & 1)
			return;
	soak_doubt(stream->count,
		   "lane %u: nothing tells why %u is missing, of type %u",
		   odd->lane, odd->number, odd->type);
}

static void check_odds(struct soak_stream *stream)
{
	for (size_t i = 0; i < stream->count->odds; i++)
		check_odd(stream, &stream->count->odd[i]);
}

/* Sums */

static bool is_whole(const struct soak_stream *stream)
{
	return !stream->count->cleared && !stream->log_full &&
	       !stream->log_overrun;
}

/* K4 */
static void check_totals(struct soak_stream *stream, uint64_t least,
			 uint64_t most)
{
	const uint64_t lost = stream->totals_lost;

	if (lost < least || (is_whole(stream) && lost > most))
		soak_doubt(stream->count,
			   "%llu losses in the totals, not %llu to %llu",
			   (unsigned long long)lost, (unsigned long long)least,
			   (unsigned long long)most);
}

static void expect_losses(struct soak_stream *stream, uint64_t least,
			  uint64_t most)
{
	const uint64_t lost = stream->count->lost;

	if ((lost < least && !stream->read) || lost > most)
		soak_doubt(stream->count,
			   "%llu losses are told, not %llu to %llu",
			   (unsigned long long)lost, (unsigned long long)least,
			   (unsigned long long)most);
}

/* The marks of the last flush may come behind the totals. */
static void check_full_log(struct soak_stream *stream)
{
	enum { MARKS = 4 };

	if (stream->totals_known && !stream->read && !stream->count->cleared)
		expect_losses(stream, stream->totals_lost,
			      stream->totals_lost + MARKS);
}

/* K3 */
static void check_losses(struct soak_stream *stream,
			 const struct verdict *verdict)
{
	const uint64_t lost = stream->count->lost;
	const uint64_t most = verdict->surely + verdict->maybe + verdict->free;

	if (stream->totals_known && stream->read)
		check_totals(stream, verdict->surely, most);
	else if (stream->totals_known && is_whole(stream))
		check_totals(stream, lost, lost);
	else if (stream->totals_known)
		check_totals(stream, verdict->surely, most);
	if (is_cut_short(stream))
		check_full_log(stream);
	else
		expect_losses(stream, verdict->surely, most);
	atomic_fetch_add(&stream->board->totals.lost, lost);
}

static void check_overrun(struct soak_stream *stream,
			  const struct verdict *verdict)
{
	if (verdict->surely && !stream->overrun)
		soak_doubt(
			stream->count,
			"%llu events are missing, and the status says NO_OVERRUN",
			(unsigned long long)verdict->surely);
	if (stream->overrun && !stream->count->loops && !verdict->surely &&
	    !verdict->maybe)
		soak_doubt(stream->count,
			   "no event is missing, and the status says OVERRUN");
}

static void check_sums(struct soak_stream *stream,
		       const struct verdict *verdict)
{
	if (stream->logged && !stream->count->loops)
		check_losses(stream, verdict);
	if (!stream->logged && !stream->abrupt)
		check_overrun(stream, verdict);
	if (stream->logged && stream->count->strict &&
	    stream->count->window == SOAK_RUNNING)
		soak_miss(stream->count, "the log does not end with STOP");
	if (stream->count->loops)
		atomic_fetch_add(&stream->board->totals.overwritten,
				 verdict->surely);
}

/* A thread that did not run for long in the middle of an event delays steps
 * and reads only so long: then they go on without it (deviation 13). It does
 * not excuse an event that is torn, invented, repeated or out of order. */
static void excuse(struct soak_stream *stream)
{
	struct soak_count *count = stream->count;

	if (!count->doubts || (!stream->strained && !stream->board->stalls))
		return;
	fprintf(stderr,
		"%s: the machine was too slow, %u of this do not count\n",
		stream->what, count->doubts);
	atomic_fetch_sub(&stream->board->totals.misses, count->doubts);
	atomic_fetch_add(&stream->board->totals.strained, 1);
}

void soak_check(struct soak_stream *stream)
{
	struct verdict verdict = { 0 };
	struct soak_board *board = stream->board;

	soak_count_end(stream->count);
	for (uint32_t i = 1; i < SOAK_LANES; i++)
		judge_lane(stream, &verdict, i);
	check_odds(stream);
	check_sums(stream, &verdict);
	atomic_fetch_add(&board->totals.delivered, stream->count->events);
	excuse(stream);
	if (stream->logged && !stream->count->misses && !stream->count->doubts)
		unlink(stream->path);
}
