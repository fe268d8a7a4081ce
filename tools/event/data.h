/*
 * data.h - readable form of an event's data
 */
#ifndef DATA_H
#define DATA_H

#include <trace_np.h>

#include "common/out.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/payload.h"

/* Puts a system event in words, described fields, or a guess at anything else;
 * and a mark if it was cut. fields: have decoded this item. */
void data_put(struct out *out, const struct payload_style *style,
	      struct labels *labels, const struct fields *fields,
	      const struct posix_trace_item_np *item);

/* True if data_put() puts anything. */
bool data_shows(const struct payload_style *style, const struct fields *fields,
		const struct posix_trace_item_np *item);

/* True if the data was cut when it was recorded. */
static inline bool data_is_cut(const struct posix_trace_item_np *item)
{
	return item->info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED;
}

#endif
