/* delivery.c - events in the form of the standard's functions */
#include "session/control/delivery.h"

#include <string.h>

#include "base/timespec.h"

void pxt_delivery_tell(const struct pxt_event *event,
		       struct posix_trace_event_info *info)
{
	info->posix_event_id = event->type;
	info->posix_pid = (pid_t)event->pid;
	info->posix_prog_address = (void *)(uintptr_t)event->address;
	info->posix_thread_id = (pthread_t)event->thread;
	info->posix_timestamp = pxt_timespec_of(event->time_ns);
	info->posix_truncation_status = event->truncated ?
						POSIX_TRACE_TRUNCATED_RECORD :
						POSIX_TRACE_NOT_TRUNCATED;
}

void pxt_delivery_put(const struct pxt_event *event,
		      const struct pxt_request *request)
{
	size_t len = event->len;

	pxt_delivery_tell(event, request->info);
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
