/*
 * summary.c - the contents of a log in one line
 */

#include <trace_np.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "source/summary.h"

/* Losses before the first event were overwritten on purpose. */
static void count(struct summary *summary,
		  const struct posix_trace_item_np *item, int64_t *first)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		if (summary->events)
			summary->lost = pxt_sum(summary->lost, item->lost);
		return;
	}
	if (item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	if (!summary->events++)
		*first = ns;
	summary->span_ns = ns - *first;
}

int summary_read(int fd, struct summary *summary)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	int64_t first = 0;
	trace_id_t trid;
	int err;

	*summary = (struct summary){ 0 };
	err = posix_trace_open(fd, &trid);
	if (err)
		return err;
	while (!(err = posix_trace_getnext_item_np(trid, &item,
						   &unavailable)) &&
	       !unavailable)
		count(summary, &item, &first);
	posix_trace_close(trid);
	return err;
}
