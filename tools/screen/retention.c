/*
 * retention.c - what is kept of a trace that goes on, and what was let go
 */
#include "screen/retention.h"

#include <stdio.h>

#include <trace_np.h>

#include "common/stamp.h"
#include "common/text.h"
#include "source/source_log.h"

static void count_gone(struct retention *retention, struct source *source,
		       uint64_t recorded)
{
	struct posix_trace_count_np count;

	retention->gone = 0;
	if (recorded && source_log_is(source) &&
	    !posix_trace_count_np(source_log_trid(source), &count) &&
	    count.events < recorded)
		retention->gone = recorded - count.events;
}

int retention_look(struct retention *retention, struct source *source,
		   uint64_t recorded)
{
	struct timespec first, last;
	int err;

	err = source_get_times(source, &first, &last);
	if (err)
		return err;
	retention->has_gone |= stamp_ns(&first) > retention->first_ns;
	retention->first_ns = stamp_ns(&first);
	retention->last_ns = stamp_ns(&last);
	if (retention->has_gone)
		count_gone(retention, source, recorded);
	return 0;
}

char *retention_text(const struct retention *retention,
		     char text[RETENTION_TEXT])
{
	char number[TEXT_MAX];

	*text = '\0';
	if (retention->has_gone && retention->gone)
		snprintf(text, RETENTION_TEXT, "%s older event%s let go",
			 text_count(number, retention->gone),
			 text_plural(retention->gone));
	else if (retention->has_gone)
		snprintf(text, RETENTION_TEXT, "older events let go");
	return text;
}
