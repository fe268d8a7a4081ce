/*
 * data.c - readable form of an event's data
 */
#include "event/data.h"
#include "event/sysevent.h"

bool data_shows(const struct payload_style *style, const struct fields *fields,
		const struct posix_trace_item_np *item)
{
	return item->data_len && (!fields->layout || data_is_cut(item) ||
				  fields_show(style, fields));
}

void data_put(struct out *out, const struct payload_style *style,
	      struct labels *labels, const struct fields *fields,
	      const struct posix_trace_item_np *item)
{
	const bool cut = data_is_cut(item);

	if (!item->data_len)
		return;
	if (sysevent_put(out, labels, item))
		;
	else if (fields->layout)
		fields_put(out, style, fields);
	else
		payload_put(out, style, item->data, item->data_len, cut);
	if (cut)
		out_text(out, " (cut when recorded)");
}
