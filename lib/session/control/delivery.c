/* delivery.c - events in the form of the standard's functions */
#include "session/control/delivery.h"

#include <string.h>

#include "model/item.h"

void pxt_delivery_put(const struct pxt_event *event,
		      const struct pxt_request *request)
{
	size_t len = event->len;

	pxt_item_tell(event, request->info);
	if (!request->data)
		len = 0;
	if (len > request->size)
		len = request->size;
	if (len < event->len)
		request->info->posix_truncation_status =
			POSIX_TRACE_TRUNCATED_READ;
	if (len)
		memcpy(request->data, event->data, len);
	*request->len = len;
	*request->unavailable = 0;
}
