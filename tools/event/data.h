/*
 * data.h - the data of an event as a person can read it, whatever it is
 */
#ifndef DATA_H
#define DATA_H

#include <trace_np.h>

#include "common/out.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/payload.h"

/* Words of a system event, fields where a program said which, else what it may
 * be; and whether it was cut. fields: have decoded this item. */
void data_put(struct out *out, const struct payload_style *style,
	      struct labels *labels, const struct fields *fields,
	      const struct posix_trace_item_np *item);

/* Whether that puts anything. */
bool data_shows(const struct payload_style *style, const struct fields *fields,
		const struct posix_trace_item_np *item);

/* Whether there is more of it than was recorded. */
static inline bool data_is_cut(const struct posix_trace_item_np *item)
{
	return item->info.posix_truncation_status !=
	       POSIX_TRACE_NOT_TRUNCATED;
}

#endif
