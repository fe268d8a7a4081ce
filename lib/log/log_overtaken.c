/* log_overtaken.c - events that were overwritten before a reader came to them */
#include <errno.h>

#include "log/log_overtaken.h"

#include "base/sum.h"
#include "log/log_cookie.h"

static const char reason[] = "the log was overwritten before it was read";

enum {
	REASON_AT = 8, /* an address of 0 is no reason */
	RECORD_AT = (REASON_AT + sizeof(reason) + 7) & ~7,
};

void pxt_log_overtaken_begin(struct pxt_log_overtaken *overtaken,
			     const struct pxt_log_header *header,
			     uint64_t passed)
{
	*overtaken = (struct pxt_log_overtaken){
		.passed = passed,
		.is_whole = !passed,
		.clock = {
			.realtime_ns = (uint64_t)header->attr.created_ns,
			.rate = header->rate,
		},
		.clock_ticks = header->start_ticks,
	};
}

void pxt_log_overtaken_pass(struct pxt_log_overtaken *overtaken,
			    const struct pxt_log_chunk *chunk)
{
	overtaken->passed += chunk->events;
	overtaken->lost = pxt_sum(overtaken->lost, chunk->lost);
}

void pxt_log_overtaken_note_clock(struct pxt_log_overtaken *overtaken,
				  const struct pxt_run *run)
{
	struct pxt_record_walk walk;
	struct pxt_event event;

	pxt_record_walk_init(&walk, run->data, run->len, &run->context,
			     run->context_ticks);
	if (pxt_record_walk_next(&walk, &event))
		return;
	overtaken->clock.realtime_ns = walk.context.realtime_ns;
	overtaken->clock.rate = walk.context.rate;
	overtaken->clock_ticks = walk.context_ticks;
}

/* The events are missing between the floor and these ticks. */
static int add_loss(struct pxt_log_overtaken *overtaken,
		    struct pxt_merge *merge, uint64_t ticks, uint64_t count)
{
	const uint64_t floor = pxt_merge_get_floor(merge);
	struct pxt_run run = {
		.first = ticks > floor ? ticks : floor,
		.cookie = {
			[COOKIE_AT] = floor ? floor : ticks,
			[COOKIE_EVENTS] = count,
		},
		.context = overtaken->clock,
		.context_ticks = overtaken->clock_ticks,
	};

	overtaken->ever = true;
	run.last = run.first;
	return pxt_merge_add(merge, &run);
}

/* Extents keep their places until the log is cleared. */
static bool was_cleared(const struct pxt_log_overtaken *overtaken,
			const struct pxt_log_path *path,
			const struct pxt_log_order *order)
{
	return !order->pivot ||
	       (pxt_log_path_turns(path) && order->tail != path->order.tail) ||
	       (pxt_log_path_number(path) < order->number &&
		order->overwritten < overtaken->passed);
}

int pxt_log_overtaken_follow(struct pxt_log_overtaken *overtaken,
			     struct pxt_merge *merge,
			     const struct pxt_log_path *path,
			     const struct pxt_log_order *order)
{
	int err;

	overtaken->moved = true;
	if (was_cleared(overtaken, path, order))
		overtaken->passed = overtaken->lost = 0;
	if (order->overwritten <= overtaken->passed)
		return 0;
	err = add_loss(overtaken, merge, order->horizon,
		       order->overwritten - overtaken->passed);
	if (!err)
		overtaken->passed = order->overwritten;
	return err;
}

int pxt_log_overtaken_tell(struct pxt_log_overtaken *overtaken,
			   struct pxt_merge *merge)
{
	int err = 0;

	if (overtaken->dropped)
		err = add_loss(overtaken, merge, 0, overtaken->dropped);
	if (!err)
		overtaken->dropped = 0;
	return err;
}

int pxt_log_overtaken_end(struct pxt_log_overtaken *overtaken,
			  struct pxt_merge *merge,
			  const struct pxt_log_end *end, bool *news)
{
	uint64_t missed = 0;
	int err;

	if (!overtaken->ever)
		return ENODATA;
	if (end->events > overtaken->passed)
		missed = end->events - overtaken->passed;
	if (overtaken->is_whole && end->lost > overtaken->lost)
		missed = pxt_sum(missed, end->lost - overtaken->lost);
	if (!missed)
		return ENODATA;

	err = add_loss(overtaken, merge, 0, missed);
	if (err)
		return err;
	overtaken->passed = end->events;
	overtaken->lost = end->lost;
	*news = true;
	return ENODATA;
}

bool pxt_log_overtaken_is_loss(const struct pxt_run *run)
{
	return !run->cookie[COOKIE_NUMBER];
}

size_t pxt_log_overtaken_span(void)
{
	return RECORD_AT + pxt_record_span(sizeof(struct pxt_loss));
}

void pxt_log_overtaken_load(struct pxt_run *run, uint8_t *buffer)
{
	const struct pxt_loss loss = {
		.count = run->cookie[COOKIE_EVENTS],
		.since_ns = (uint64_t)pxt_context_time(&run->context,
						       run->context_ticks,
						       run->cookie[COOKIE_AT]),
	};

	memset(buffer, 0, pxt_log_overtaken_span());
	memcpy(buffer + REASON_AT, reason, sizeof(reason));
	pxt_record_head(buffer + RECORD_AT, run->first, PXT_RECORD_LOSS,
			REASON_AT, sizeof(loss));
	memcpy(buffer + RECORD_AT + PXT_RECORD_HEAD, &loss, sizeof(loss));
	pxt_bytes_init(&run->reasons, buffer, RECORD_AT);
	run->data = buffer + RECORD_AT;
	run->len = pxt_record_span(sizeof(loss));
	run->packed = true;
	run->offset = 0;
}
