/*
 * summary.c - the contents of a log in one line
 */
#include <stdbool.h>

#include <trace_np.h>

#include "base/sum.h"
#include "common/stamp.h"
#include "source/summary.h"

/* Events of programs. */
struct programs {
	bool begun;
	int64_t first_ns;
};

/* Losses before the first event of a program were overwritten on purpose. */
static void count(struct summary *summary,
		  const struct posix_trace_item_np *item,
		  struct programs *programs)
{
	const int64_t ns = stamp_ns(&item->info.posix_timestamp);

	if (item->kind == POSIX_TRACE_ITEM_LOSS_NP) {
		if (programs->begun)
			summary->lost = pxt_sum(summary->lost, item->lost);
		return;
	}
	summary->events += item->kind == POSIX_TRACE_ITEM_EVENT_NP;
	if (item->info.posix_event_id < POSIX_TRACE_UNNAMED_USEREVENT)
		return;
	if (!programs->begun)
		*programs = (struct programs){ true, ns };
	summary->span_ns = ns - programs->first_ns;
}

int summary_read(int fd, struct summary *summary)
{
	struct posix_trace_item_np item;
	int unavailable = 0;
	struct programs programs = { .begun = false };
	trace_id_t trid;
	int err;

	*summary = (struct summary){ 0 };
	err = posix_trace_open(fd, &trid);
	if (err)
		return err;
	while (!(err = posix_trace_getnext_item_np(trid, &item,
						   &unavailable)) &&
	       !unavailable)
		count(summary, &item, &programs);
	posix_trace_close(trid);
	return err;
}
