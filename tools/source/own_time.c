/*
 * own_time.c - traces of systems without a real-time clock
 */

#include "source/own_time.h"

enum { YEAR = 365 * 24 * 60 * 60 };

/* A real-time clock shows a later time. */
bool own_time_at(const struct source_origin *origin,
		 const struct timespec *time)
{
	return time->tv_sec < YEAR && source_origin_is_other(origin);
}

bool own_time_is(struct source *source, const struct posix_trace_item_np *item)
{
	struct source_origin origin;

	return !source_get_origin(source, item->origin, &origin) &&
	       own_time_at(&origin, &item->info.posix_timestamp);
}
