/*
 * totals.c - totals of a written log, in one line
 */
#include <stdio.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "common/talk.h"
#include "common/text.h"
#include "write/totals.h"

void totals_add(struct totals *totals, const struct posix_trace_item_np *item)
{
	const struct timespec *time = &item->info.posix_timestamp;

	totals->lost = pxt_sum(totals->lost, item->lost);
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return;
	/* A clock that was set back has later events at earlier times. */
	if (!totals->events || stamp_ns(time) < stamp_ns(&totals->first))
		totals->first = *time;
	if (!totals->events || stamp_ns(time) > stamp_ns(&totals->last))
		totals->last = *time;
	totals->events++;
}

void totals_tell(const struct totals *totals, const char *file, uint64_t bytes)
{
	const int64_t span = stamp_ns(&totals->last) - stamp_ns(&totals->first);
	char duration[TEXT_MAX], events[TEXT_MAX];
	char size[TEXT_MAX], lost[TEXT_MAX];
	char logs[TEXT_MAX] = "";

	if (totals->logs > 1)
		snprintf(logs, sizeof(logs), " in %u logs", totals->logs);
	talk_plain("%s  %s  %s event%s  %u thread%s  %s%s  %s lost", file,
		   text_duration(duration, span),
		   text_count(events, totals->events),
		   text_plural(totals->events), totals->threads,
		   text_plural(totals->threads), text_size(size, bytes), logs,
		   text_count(lost, totals->lost));
}
