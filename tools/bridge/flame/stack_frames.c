/*
 * stack_frames.c - what stack frames of a thread are, for all formats of stacks
 */
#include <stdio.h>
#include <string.h>

#include "bridge/flame/stack_frames.h"

void stack_frames_thread(struct bridge *bridge, char name[STACK_FRAMES_THREAD])
{
	const int tid = bridge->threads.entity[bridge->thread].tid;
	char process[BRIDGE_TEXT], thread[BRIDGE_TEXT];

	bridge_process_name(bridge, bridge->process, process);
	bridge_thread_name(bridge, bridge->thread, thread);
	if (!tid)
		snprintf(name, STACK_FRAMES_THREAD, "%s/-", process);
	else if (strcmp(thread, process))
		snprintf(name, STACK_FRAMES_THREAD, "%s/%s:%d", process, thread,
			 tid);
	else
		snprintf(name, STACK_FRAMES_THREAD, "%s/%d", process, tid);
}

void stack_frames_loss(const struct bridge *bridge,
		       char name[STACK_FRAMES_LOSS])
{
	char text[BRIDGE_TEXT];

	bridge_loss_text(bridge->item, text);
	snprintf(name, STACK_FRAMES_LOSS, "[%s]", text);
}

static bool is_frame(const struct bridge_span *span)
{
	return span->lane == BRIDGE_NO_LANE &&
	       (span->act == PAIR_BEGINS || span->act == PAIR_ENDS);
}

bool stack_frames_has(const struct bridge *bridge,
		      const struct bridge_span *span)
{
	const char *what = NULL;

	if (is_frame(span))
		return true;
	if (span->act == PAIR_UNMATCHED)
		what = "ends of spans without a beginning";
	else if (span->act == PAIR_BEGINS && span->is_keyed)
		what = "spans with a key, which do not nest";
	else if (span->act == PAIR_BEGINS)
		what = "spans that end after the span around them";
	if (what)
		pxt_export_lose(bridge->export, what);
	return false;
}

bool stack_frames_has_event(const struct bridge *bridge)
{
	for (unsigned i = 0; i < bridge->spans; i++)
		if (is_frame(&bridge->span[i]))
			return true;
	return false;
}

bool stack_frames_is_instant(const struct bridge *bridge)
{
	for (unsigned i = 0; i < bridge->spans; i++)
		if (bridge->span[i].act != PAIR_AT_ONCE)
			return false;
	return true;
}

void stack_frames_count_loss(const struct bridge *bridge)
{
	const uint64_t lost = bridge->item->lost;

	if (lost)
		pxt_export_lose_more(bridge->export, "events lost before",
				     lost);
	else
		pxt_export_lose(bridge->export,
				"losses of an unknown number of events");
}
